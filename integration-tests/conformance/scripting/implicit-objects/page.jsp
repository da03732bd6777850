<%@ page contentType="text/plain;charset=UTF-8" %><%@ page import="java.util.*" %><%
request.setAttribute("a", "A"); session.setAttribute("b", 2); application.setAttribute("c", 'c'); pageContext.setAttribute("d", 4L);
out.println(request.getAttribute("a") + " " + session.getAttribute("b") + " " + application.getAttribute("c") + " " + pageContext.getAttribute("d"));
out.println(pageContext.findAttribute("c") + " " + pageContext.getAttributesScope("b") + " " + pageContext.getAttribute("a", PageContext.REQUEST_SCOPE));
out.println(request.getMethod() + " " + request.getParameter("x") + " " + request.getParameter("y") + " " + request.getServletPath().endsWith("/page.jsp"));
for (String v : request.getParameterValues("x")) out.print(v + ";");
Enumeration<String> names = request.getParameterNames(); int n = 0; while (names.hasMoreElements()) { names.nextElement(); n++; } out.println(n);
out.println(config.getServletName() != null); out.println(page == this); response.setStatus(202); response.setHeader("X-A", "b");
out.println(out.isAutoFlush() + " " + (out.getBufferSize() > 0) + " " + (out.getRemaining() > 0)); session.invalidate();
%>
