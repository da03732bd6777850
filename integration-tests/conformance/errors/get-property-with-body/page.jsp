<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date"/><jsp:getProperty name="d" property="time">x</jsp:getProperty>
