<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include><jsp:attribute name="page">b.jsp</jsp:attribute><jsp:body><jsp:param name="a" value="1"/></jsp:body></jsp:include>
