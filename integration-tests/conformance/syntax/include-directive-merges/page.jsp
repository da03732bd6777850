<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ include file="lib.jspf" %><c:set var="x" value="1"/><%@ include file="use.jspf" %>${y}
