<%@ page contentType="application/json;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<%@ include file="/WEB-INF/shipment.jspf" %>
<%@ include file="/WEB-INF/events.jspf" %>
<c:choose><c:when test="${found.rowCount eq 0}">{"error": "no such shipment"}</c:when><c:otherwise>{"shipment": ${v:json(found.rows[0])}, "events": ${v:json(events.rows)}}</c:otherwise></c:choose>
