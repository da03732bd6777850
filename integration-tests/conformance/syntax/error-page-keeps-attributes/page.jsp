<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ page errorPage="own.jsp" %><c:set var="a" value="1" scope="request"/><c:set var="b" value="2"/>${Integer.valueOf('x')}