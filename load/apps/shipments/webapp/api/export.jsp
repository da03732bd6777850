<%@ page contentType="application/json;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<%-- All shipments in constant memory: the rows flow. --%>
<v:query var="all" stream="true" sql="SELECT tracking_id, status, weight_kg, due FROM shipment ORDER BY id"/>
[<c:forEach items="${all.rows}" var="s" varStatus="at">${at.first ? '' : ','}${v:json(s)}</c:forEach>]
