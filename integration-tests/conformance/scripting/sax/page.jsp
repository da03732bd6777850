<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.io.*,java.util.*,javax.xml.parsers.*,org.xml.sax.*,org.xml.sax.helpers.*" %><%!
    static class Shows extends DefaultHandler {
        StringBuilder seen = new StringBuilder();

        @Override public void startDocument() { seen.append("start;"); }
        @Override public void endDocument() { seen.append("end"); }
        @Override public void startPrefixMapping(String prefix, String uri) { seen.append("+" + prefix + "=" + uri + ";"); }
        @Override public void endPrefixMapping(String prefix) { seen.append("-" + prefix + ";"); }
        @Override public void startElement(String uri, String local, String name, Attributes all) throws SAXException {
            seen.append("<" + uri + "|" + local + "|" + name);
            for (int i = 0; i < all.getLength(); i++) {
                seen.append(" " + all.getURI(i) + "|" + all.getLocalName(i) + "|" + all.getQName(i) + "=" + all.getValue(i));
            }
            seen.append(">" + all.getValue("k") + all.getIndex("none"));
            if (local.equals("stop")) throw new SAXException("enough");
        }
        @Override public void endElement(String uri, String local, String name) { seen.append("</" + name + ">"); }
        @Override public void characters(char[] chars, int from, int count) { seen.append(new String(chars, from, count)); }
        @Override public void processingInstruction(String target, String data) { seen.append("?" + target + " " + data + ";"); }
    }

    static String read(String text, boolean aware, boolean prefixes) throws Exception {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(aware);
        factory.setFeature("http://xml.org/sax/features/namespace-prefixes", prefixes);
        Shows shows = new Shows();
        try {
            factory.newSAXParser().parse(new ByteArrayInputStream(text.getBytes("UTF-8")), shows);
        } catch (SAXParseException e) {
            return "broken in line " + e.getLineNumber();
        } catch (SAXException e) {
            return e.getMessage();
        }
        return shows.seen.toString();
    }
%><%
    String text = "<?p a b?><a xmlns:x='urn:x' k='1&lt;2'>t &#233;<x:b x:n='v'/></a>";
    out.print(read(text, true, false) + "\n" + read(text, true, true) + "\n" + read(text, false, true) + "\n");
    out.print(read("<a>\n<b></a>", true, false) + " " + read("<a><stop/></a>", true, false) + "\n");
    XMLReader reader = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
    Shows shows = new Shows();
    reader.setContentHandler(shows);
    reader.parse(new InputSource(new StringReader("<a>from chars</a>")));
    out.print(shows.seen);
%>
