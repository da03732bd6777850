package org.xml.sax;

public class SAXNotRecognizedException extends SAXException {
    public SAXNotRecognizedException() {
    }

    public SAXNotRecognizedException(String message) {
        super(message);
    }
}
