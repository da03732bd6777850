<%@ page session="false" %>
<%
  String label;
  if (request.getParameter("x") != null) label = "given";
%>
<p><%= "is " + label %></p>
