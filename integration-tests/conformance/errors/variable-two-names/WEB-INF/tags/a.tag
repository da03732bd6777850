<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="var" required="true" rtexprvalue="false" %><%@ variable name-given="a" name-from-attribute="var" alias="b" %>