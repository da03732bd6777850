<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="br"/><jsp:element name="hr"><jsp:attribute name="a">1</jsp:attribute></jsp:element>
