package javax.xml.parsers;

import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import vespid.XmlReader;

public class SAXParserFactory {
    private XmlReader features = new XmlReader();

    protected SAXParserFactory() {
    }

    public static SAXParserFactory newInstance() {
        return new SAXParserFactory();
    }

    public SAXParser newSAXParser() throws ParserConfigurationException, SAXException {
        return new SAXParser(new XmlReader(features));
    }

    public boolean isNamespaceAware() {
        return features.namespaces;
    }

    public void setNamespaceAware(boolean aware) {
        features.namespaces = aware;
    }

    public boolean isValidating() {
        return false;
    }

    public void setValidating(boolean validating) {
        features.validating = validating;
    }

    public boolean getFeature(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        return features.getFeature(name);
    }

    public void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        features.setFeature(name, value);
    }
}
