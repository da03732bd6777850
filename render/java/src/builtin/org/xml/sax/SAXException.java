package org.xml.sax;

public class SAXException extends Exception {
    private Exception exception;

    public SAXException() {
    }

    public SAXException(String message) {
        super(message);
    }

    public SAXException(Exception exception) {
        super(exception);
        this.exception = exception;
    }

    public SAXException(String message, Exception exception) {
        super(message, exception);
        this.exception = exception;
    }

    public Exception getException() {
        return exception;
    }
}
