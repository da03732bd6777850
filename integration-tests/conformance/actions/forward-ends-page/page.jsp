<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:forward page="b.jsp"/><c:set var="x" value="1" scope="request"/>
