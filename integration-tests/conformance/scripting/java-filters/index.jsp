<%@ page session="false" contentType="text/plain;charset=UTF-8" %>page [${log}] ${by} <%= request.getParameter("name") %> <%= pageContext.getRequest() == request %>
<% if ("fail".equals(request.getParameter("do"))) throw new IllegalStateException("a failure"); %>
