<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date"/><jsp:setProperty name="d" property="time"><jsp:attribute name="value">1${2}3</jsp:attribute></jsp:setProperty>${d.time}
