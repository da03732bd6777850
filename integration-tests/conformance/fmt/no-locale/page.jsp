<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><fmt:formatNumber value="1234567.5"/> <fmt:formatNumber value="12" pattern="0.00"/> <fmt:formatNumber value="0.5" type="percent"/>
<c:catch var="e"><fmt:parseNumber value="12"/></c:catch>${e.getClass().name} ${e.message.contains('12')}
<c:catch var="e"><fmt:parseDate value="1/2/26"/></c:catch>${e.getClass().name} ${e.message.contains('1/2/26')}
<fmt:parseNumber value="12,5" parseLocale="de"/>
