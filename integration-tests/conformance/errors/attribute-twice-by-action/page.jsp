<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include page="a.jsp"><jsp:attribute name="page">b.jsp</jsp:attribute></jsp:include>
