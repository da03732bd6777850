package org.xml.sax;

public class SAXParseException extends SAXException {
    private String publicId;
    private String systemId;
    private int line;
    private int column;

    public SAXParseException(String message, Locator locator) {
        super(message);
        if (locator == null) {
            line = column = -1;
        } else {
            publicId = locator.getPublicId();
            systemId = locator.getSystemId();
            line = locator.getLineNumber();
            column = locator.getColumnNumber();
        }
    }

    public SAXParseException(String message, String publicId, String systemId, int line, int column) {
        super(message);
        this.publicId = publicId;
        this.systemId = systemId;
        this.line = line;
        this.column = column;
    }

    public String getPublicId() {
        return publicId;
    }

    public String getSystemId() {
        return systemId;
    }

    public int getLineNumber() {
        return line;
    }

    public int getColumnNumber() {
        return column;
    }
}
