<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="p"><jsp:attribute name="a" omit="true">1</jsp:attribute><jsp:attribute name="b" omit="${1 > 2}">2</jsp:attribute></jsp:element>
