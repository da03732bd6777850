<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:out value="a${1 + 1}b${null}c${true}"/> <c:out value="${1}${2}"/> <c:out value=" ${1} "/>|
<c:if test="${1 == 1}x">never</c:if><c:if test="${true}">yes</c:if><c:if test="true">yes</c:if><c:if test="TRUE">yes</c:if>
