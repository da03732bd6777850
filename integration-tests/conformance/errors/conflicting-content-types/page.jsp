<%@ page contentType="text/plain" %>
<%@ page contentType="text/html" %>
