<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %>one
<% if ("1".equals(request.getParameter("stop"))) { return; } %>two
