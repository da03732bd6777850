<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
a<c:if test="${param.x == 1}"><jsp:forward page="b.jsp"/></c:if>c
