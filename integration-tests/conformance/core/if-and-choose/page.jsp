<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:if test="${1 < 2}">yes</c:if><c:if test="${1 > 2}">no</c:if><c:if test="${null}">no</c:if>
<c:if test="${1 > 2}" var="v"/>[${v}] <c:if test="${1 < 2}" var="w" scope="request">body</c:if> [${requestScope.w}]
<c:choose>
  <c:when test="${false}">1</c:when>
  <c:when test="${true}"> 2 </c:when>
  <c:when test="${true}">3</c:when>
  <c:otherwise>4</c:otherwise>
</c:choose>
<c:choose><c:when test="${false}">1</c:when><%-- a comment --%><c:otherwise>else<c:if test="${true}">!</c:if></c:otherwise></c:choose>
[<c:choose><c:when test="${false}">1</c:when></c:choose>]
