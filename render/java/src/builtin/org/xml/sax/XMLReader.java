package org.xml.sax;

import java.io.IOException;

public interface XMLReader {
    boolean getFeature(String name) throws SAXNotRecognizedException, SAXNotSupportedException;

    void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException;

    ContentHandler getContentHandler();

    void setContentHandler(ContentHandler handler);

    ErrorHandler getErrorHandler();

    void setErrorHandler(ErrorHandler handler);

    void parse(InputSource input) throws IOException, SAXException;
}
