<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="p"><jsp:attribute name="a" omit="${1 == 2}">${2}</jsp:attribute><jsp:attribute name="o" omit="true">no</jsp:attribute><jsp:body>x <b>y</b></jsp:body></jsp:element>
