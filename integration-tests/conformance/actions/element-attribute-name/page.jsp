<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="input"><jsp:attribute name="name">q</jsp:attribute></jsp:element>
