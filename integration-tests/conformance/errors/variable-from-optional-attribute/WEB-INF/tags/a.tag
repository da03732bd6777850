<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="var" rtexprvalue="false" %><%@ variable name-from-attribute="var" alias="b" %>