<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
before [<%@ include file="parts/first.jspf" %>] between [<%@include file='/parts/second.jspf'%>] after
<c:out value="prefix from the included file"/>
