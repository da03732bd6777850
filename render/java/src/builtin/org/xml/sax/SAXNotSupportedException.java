package org.xml.sax;

public class SAXNotSupportedException extends SAXException {
    public SAXNotSupportedException() {
    }

    public SAXNotSupportedException(String message) {
        super(message);
    }
}
