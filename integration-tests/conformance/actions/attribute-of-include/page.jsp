<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include><jsp:attribute name="page">pa<jsp:text>rt</jsp:text>.jsp</jsp:attribute><jsp:body><jsp:param name="p" value="1"/></jsp:body></jsp:include>
