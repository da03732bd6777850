<%@ tag pageEncoding="UTF-8" %>
<%@ variable name-given="a" alias="b" %>