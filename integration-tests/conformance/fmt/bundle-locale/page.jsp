<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><fmt:formatNumber value="1234.5"/>
<fmt:bundle basename="German"><fmt:formatNumber value="1234.5"/></fmt:bundle>
<fmt:bundle basename="Root"><fmt:formatNumber value="1234.5"/></fmt:bundle>
<fmt:bundle basename="None"><fmt:formatNumber value="1234.5"/></fmt:bundle>
<fmt:setBundle basename="German"/><fmt:formatNumber value="1234.5"/>
<fmt:bundle basename="Root"><fmt:formatNumber value="1234.5"/></fmt:bundle>
<fmt:setBundle basename="Root"/><fmt:formatNumber value="1234.5"/>
