<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.io.*,java.util.*" %><%
  Properties defaults = new Properties(); defaults.setProperty("base", "0"); defaults.setProperty("over", "no");
  Properties p = new Properties(defaults);
  p.load(new StringReader("# c\n! d\n a = 1 \nb:2\nc 3\n  d\\ e\\=f = x\\\n   y\nlast\ng = \\u00fc\\t\\z\nover=yes\nh==\n"));
  out.println(p.size() + " " + p.getProperty("base") + " " + p.get("base") + " " + p.getProperty("none", "dflt") + " " + p.getProperty("over"));
  out.println(new TreeSet(p.stringPropertyNames()));
  out.println(p.containsKey("base") + " " + p.getProperty("d e=f") + "|" + p.getProperty("g") + "|" + p.getProperty("last") + "|" + p.getProperty("h"));
  out.println(p.setProperty("a", "x") + " " + p.setProperty("n", "y"));
  StringWriter w = new StringWriter(); p.store(w, "hello\nyou");
  for (String line : w.toString().split("\n")) { if (!line.startsWith("#") || line.length() < 8) out.println(line); }
  Properties q = new Properties(); q.setProperty(" k:x", "  v\n\tü"); q.setProperty("b#", "!é=\\"); q.setProperty("a", "1");
  w = new StringWriter(); q.store(w, null); String text = w.toString(); out.print(text.substring(text.indexOf('\n') + 1));
  Properties again = new Properties(); again.load(new StringReader(text)); out.println(again.equals(q));
  q.setProperty("long", "0123456789012345678901234567890123456789012345");
  w = new StringWriter(); q.list(new PrintWriter(w, true)); out.print(w);
  for (Enumeration e = q.propertyNames(); e.hasMoreElements();) out.println("name " + e.nextElement());
  try { q.setProperty("a", null); } catch (NullPointerException e) { out.println("no nulls"); }
  q.load(new ByteArrayInputStream("z=\u00fc\r\ny = 1\\\r\n  2\rx=3".getBytes("ISO-8859-1")));
  out.println(q.getProperty("z") + q.getProperty("y") + q.getProperty("x"));
%>
