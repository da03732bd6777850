package javax.xml.parsers;

import java.io.IOException;
import java.io.InputStream;

import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;
import vespid.XmlReader;

public class SAXParser {
    private XmlReader reader;

    SAXParser(XmlReader reader) {
        this.reader = reader;
    }

    public XMLReader getXMLReader() throws SAXException {
        return reader;
    }

    public boolean isNamespaceAware() {
        return reader.namespaces;
    }

    public boolean isValidating() {
        return false;
    }

    public void parse(InputStream bytes, DefaultHandler handler) throws SAXException, IOException {
        if (bytes == null) {
            throw new IllegalArgumentException("the stream is null");
        }
        parse(new InputSource(bytes), handler);
    }

    public void parse(InputStream bytes, DefaultHandler handler, String systemId) throws SAXException, IOException {
        parse(bytes, handler);
    }

    public void parse(InputSource input, DefaultHandler handler) throws SAXException, IOException {
        reader.setContentHandler(handler);
        reader.setErrorHandler(handler);
        reader.parse(input);
    }
}
