<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="a" %><%@ variable name-given="a" %>