<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ include file="/WEB-INF/shipment.jspf" %>
<%@ include file="/WEB-INF/events.jspf" %>
<!DOCTYPE html>
<html lang="en"><head><title>Shipment</title></head><body>
<c:if test="${found.rowCount eq 0}"><p>There is no shipment <c:out value="${param.id}"/>.</p></c:if>
<c:forEach items="${found.rows}" var="s">
<h1><c:out value="${s.tracking_id}"/></h1>
<p><c:out value="${s.origin}"/> to <c:out value="${s.destination}"/>: <b>${s.status}</b>, ${s.weight_kg} kg, due ${s.due}</p>
</c:forEach>
<ol>
<c:forEach items="${events.rows}" var="e"><li>${e.at} ${e.kind} <c:out value="${e.place}"/></li>
</c:forEach></ol>
</body></html>
