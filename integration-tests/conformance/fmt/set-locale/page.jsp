<%@ page import="java.util.Locale" %><%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><c:forEach var="l" items="de_DE,de-DE,fr,en_US,de_XX">${l} <fmt:setLocale value="${l}"/><fmt:formatNumber value="1234.5"/>
</c:forEach><fmt:setLocale value="${Locale('de', 'CH')}"/><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value="de_DE" variant="x"/><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value="${Locale.GERMANY}" variant="x" scope="request"/><fmt:setLocale value="${null}"/><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value=""/><fmt:formatNumber value="1234.5"/>
<c:catch var="e"><fmt:setLocale value="_DE"/></c:catch>${e.getClass().name}
<c:catch var="e"><fmt:setLocale value="de_"/></c:catch>${e.getClass().name}
