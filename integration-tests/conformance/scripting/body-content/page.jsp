<%@ page contentType="text/plain" session="false" import="java.io.*, jakarta.servlet.jsp.tagext.*" %><%
JspWriter page0 = out;
BodyContent outer = pageContext.pushBody(); out = outer;
%>outer ${1 + 1} <%
out.print("written ");
BodyContent inner = pageContext.pushBody(); out = inner;
out.print("inner");
page0.print("[past both]");
outer.print("to the outer ");
String text = inner.getString();
String same = (pageContext.getOut() == inner) + " " + (inner.getEnclosingWriter() == outer) + " " + (outer.getEnclosingWriter() == page0);
try { inner.flush(); } catch (IOException expected) { same += " no flush"; }
out = pageContext.popBody();
inner.writeOut(outer);
inner.clearBody();
inner.print("again");
out = pageContext.popBody();
out.println();
out.println(same);
out.println(text + "|" + outer.getString() + "|" + inner.getString());
BufferedReader reader = new BufferedReader(outer.getReader());
out.println(reader.readLine());
StringWriter into = new StringWriter();
JspWriter piped = pageContext.pushBody(into); out = piped;
out.print("a"); piped.print("b"); %>c<% out.print("d");
out = pageContext.popBody();
out.println(into);
%>
