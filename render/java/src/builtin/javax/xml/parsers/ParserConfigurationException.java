package javax.xml.parsers;

public class ParserConfigurationException extends Exception {
    public ParserConfigurationException() {
    }

    public ParserConfigurationException(String message) {
        super(message);
    }
}
