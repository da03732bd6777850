package vespid;

import java.io.IOException;

import org.xml.sax.ContentHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;

/** Reads a document as a whole and tells a handler of it, piece by piece. */
public class XmlReader implements XMLReader {
    public boolean namespaces;
    public boolean prefixes;
    public boolean validating;
    private ContentHandler content;
    private ErrorHandler errors;

    public XmlReader() {
    }

    public XmlReader(XmlReader other) {
        namespaces = other.namespaces;
        prefixes = other.prefixes;
        validating = other.validating;
    }

    @Override
    public boolean getFeature(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        switch (name) {
            case "http://xml.org/sax/features/namespaces": return namespaces;
            case "http://xml.org/sax/features/namespace-prefixes": return prefixes;
            case "http://xml.org/sax/features/validation": return false;
            default: return false;
        }
    }

    @Override
    public void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        switch (name) {
            case "http://xml.org/sax/features/namespaces": namespaces = value; break;
            case "http://xml.org/sax/features/namespace-prefixes": prefixes = value; break;
            case "http://xml.org/sax/features/validation": validating = value; break;
            // What keeps others from reading files and sockets is so in any case.
            default: break;
        }
    }

    @Override
    public ContentHandler getContentHandler() {
        return content;
    }

    @Override
    public void setContentHandler(ContentHandler handler) {
        content = handler;
    }

    @Override
    public ErrorHandler getErrorHandler() {
        return errors;
    }

    @Override
    public void setErrorHandler(ErrorHandler handler) {
        errors = handler;
    }

    @Override
    public void parse(InputSource input) throws IOException, SAXException {
        if (validating) {
            throw new SAXNotSupportedException("documents are not validated");
        }
        Object[] pieces = Engine.xml(text(input));
        if (content != null) {
            content.startDocument();
        }
        for (Object piece : pieces) {
            tell((Object[]) piece, input);
        }
        if (content != null) {
            content.endDocument();
        }
    }

    private static Object text(InputSource input) throws IOException {
        if (input.getCharacterStream() != null) {
            StringBuilder all = new StringBuilder();
            for (int unit; (unit = input.getCharacterStream().read()) >= 0; ) {
                all.append((char) unit);
            }
            return all.toString();
        }
        if (input.getByteStream() == null) {
            throw new IOException("there is no file " + input.getSystemId() + " in the sandbox; give the stream");
        }
        byte[] bytes = input.getByteStream().readAllBytes();
        return input.getEncoding() == null ? bytes : new String(bytes, input.getEncoding());
    }

    private void tell(Object[] piece, InputSource input) throws SAXException {
        String kind = (String) piece[0];
        if (kind.equals("error")) {
            SAXParseException problem = new SAXParseException(
                (String) piece[1], input.getPublicId(), input.getSystemId(), (Integer) piece[2], (Integer) piece[3]);
            if (errors != null) {
                errors.fatalError(problem);
            }
            throw problem;
        }
        if (content == null) {
            return;
        }
        switch (kind) {
            case "map":
                if (namespaces) content.startPrefixMapping((String) piece[1], (String) piece[2]);
                break;
            case "unmap":
                if (namespaces) content.endPrefixMapping((String) piece[1]);
                break;
            case "start":
                content.startElement(known(piece[1]), known(piece[2]), (String) piece[3], attributes(piece));
                break;
            case "end":
                content.endElement(known(piece[1]), known(piece[2]), (String) piece[3]);
                break;
            case "text":
                char[] chars = ((String) piece[1]).toCharArray();
                content.characters(chars, 0, chars.length);
                break;
            default:
                content.processingInstruction((String) piece[1], (String) piece[2]);
        }
    }

    private String known(Object name) {
        return namespaces ? (String) name : "";
    }

    private AttributesImpl attributes(Object[] piece) {
        AttributesImpl all = new AttributesImpl();
        for (int i = 4; i < piece.length; i += 4) {
            String name = (String) piece[i + 2];
            boolean declares = name.equals("xmlns") || name.startsWith("xmlns:");
            if (!declares || prefixes || !namespaces) {
                String local = namespaces ? (String) piece[i + 1] : name;
                all.addAttribute(known(piece[i]), local, name, "CDATA", (String) piece[i + 3]);
            }
        }
        return all;
    }
}
