<%@ page contentType="text/plain" session="false" import="java.util.*" %><%!
static String fails(Runnable what) {
    try { what.run(); return "fine"; } catch (RuntimeException e) { return e.getClass().getName(); }
}
%><%
pageContext.setAttribute("a", "page");
pageContext.setAttribute("a", "request", PageContext.REQUEST_SCOPE);
pageContext.setAttribute("b", "application", PageContext.APPLICATION_SCOPE);
out.println(pageContext.findAttribute("a") + " " + pageContext.getAttribute("a", 2) + " " + pageContext.getAttributesScope("b") + " " + pageContext.getAttributesScope("none"));
pageContext.setAttribute("a", null);
out.println(pageContext.findAttribute("a") + " " + pageContext.getAttribute("a"));
boolean found = false;
for (Enumeration<String> names = pageContext.getAttributeNamesInScope(PageContext.REQUEST_SCOPE); names.hasMoreElements();) found |= names.nextElement().equals("a");
out.println(found);
final PageContext context = pageContext;
out.println(fails(() -> context.getAttribute(null)));
out.println(fails(() -> context.setAttribute("a", "b", 7)));
out.println(fails(() -> context.getAttribute("a", 0)));
out.println(fails(() -> context.findAttribute(null)));
out.println(fails(() -> context.getAttributesScope(null)));
out.println(fails(() -> context.setAttribute("a", "b", PageContext.SESSION_SCOPE)));
out.println((pageContext.getOut() == out) + " " + (pageContext.getRequest() == request) + " " + (pageContext.getPage() == page)
    + " " + (pageContext.getServletContext() == application) + " " + (pageContext.getServletConfig() == config) + " " + pageContext.getSession());
pageContext.removeAttribute("b");
out.println(application.getAttribute("b"));
%>
