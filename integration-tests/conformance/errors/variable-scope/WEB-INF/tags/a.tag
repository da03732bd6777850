<%@ tag pageEncoding="UTF-8" %>
<%@ variable name-given="a" scope="AT_START" %>