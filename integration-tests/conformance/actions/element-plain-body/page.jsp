<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:element name="p">a<jsp:element name="b">c</jsp:element></jsp:element>
