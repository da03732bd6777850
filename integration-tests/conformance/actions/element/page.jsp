<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="p"><jsp:attribute name="class">a${1}</jsp:attribute><jsp:body>text</jsp:body></jsp:element>
