<%@ tag pageEncoding="UTF-8" %>
<%@ variable name-from-attribute="var" alias="b" %>