package org.xml.sax;

import java.io.InputStream;
import java.io.Reader;

public class InputSource {
    private InputStream bytes;
    private Reader chars;
    private String encoding;
    private String publicId;
    private String systemId;

    public InputSource() {
    }

    public InputSource(String systemId) {
        this.systemId = systemId;
    }

    public InputSource(InputStream bytes) {
        this.bytes = bytes;
    }

    public InputSource(Reader chars) {
        this.chars = chars;
    }

    public InputStream getByteStream() {
        return bytes;
    }

    public void setByteStream(InputStream bytes) {
        this.bytes = bytes;
    }

    public Reader getCharacterStream() {
        return chars;
    }

    public void setCharacterStream(Reader chars) {
        this.chars = chars;
    }

    public String getEncoding() {
        return encoding;
    }

    public void setEncoding(String encoding) {
        this.encoding = encoding;
    }

    public String getPublicId() {
        return publicId;
    }

    public void setPublicId(String publicId) {
        this.publicId = publicId;
    }

    public String getSystemId() {
        return systemId;
    }

    public void setSystemId(String systemId) {
        this.systemId = systemId;
    }
}
