<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="a" value="${1}"/><c:set var="b" value=" ${1}"/>${a + 1} ${b}. ${a.getClass().simpleName} ${b.getClass().simpleName}
