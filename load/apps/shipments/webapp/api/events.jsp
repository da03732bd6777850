<%@ page contentType="application/json;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<%--
  Takes an event by POST: event, id, kind, place, at. An event that comes again counts once; one and the shipment's new
  status are written together or not at all. The status is that of the newest event, whichever comes last.
--%>
<%-- The moment in numbers, and written anew: what differs from what was given is none. --%>
<c:catch>
  <c:set var="year" value="${param.at.substring(0, 4) + 0}"/>
  <c:set var="month" value="${param.at.substring(5, 7) + 0}"/>
  <c:set var="day" value="${param.at.substring(8, 10) + 0}"/>
  <c:set var="hour" value="${param.at.substring(11, 13) + 0}"/>
  <c:set var="minute" value="${param.at.substring(14, 16) + 0}"/>
  <c:set var="second" value="${param.at.substring(17) + 0}"/>
  <c:set var="leap" value="${year mod 4 eq 0 and (year mod 100 ne 0 or year mod 400 eq 0)}"/>
  <c:set var="days" value="${month eq 2 ? (leap ? 29 : 28) : month eq 4 or month eq 6 or month eq 9 or month eq 11 ? 30 : 31}"/>
  <c:set var="at" value="${year}${month lt 10 ? '-0' : '-'}${month}${day lt 10 ? '-0' : '-'}${day}${hour lt 10 ? ' 0' : ' '}${hour}${minute lt 10 ? ':0' : ':'}${minute}${second lt 10 ? ':0' : ':'}${second}"/>
</c:catch>
<c:set var="problem"><c:choose
  ><c:when test="${pageContext.request.method ne 'POST'}">405 events are posted</c:when
  ><c:when test="${empty param.event or param.event.length() gt 40}">400 event: 1 to 40 characters</c:when
  ><c:when test="${empty param.id or param.id.length() gt 20}">400 id: 1 to 20 characters</c:when
  ><c:when test="${not ['booked', 'in_transit', 'delayed', 'delivered'].contains(param.kind)}">400 kind: booked, in_transit, delayed or delivered</c:when
  ><c:when test="${empty param.place or param.place.length() gt 60}">400 place: 1 to 60 characters</c:when
  ><c:when test="${at ne param.at or year lt 1900 or month lt 1 or month gt 12 or day lt 1 or hour gt 23 or minute gt 59 or second gt 59}">400 at: such as 2026-01-31 12:00:00</c:when
  ><c:when test="${day gt days}">400 at: the month has ${days} days</c:when
></c:choose></c:set>
<c:choose>
<c:when test="${not empty problem}">
  <c:if test="${problem.startsWith('405')}">${pageContext.response.setHeader('Allow', 'POST')}</c:if>
  ${pageContext.response.setStatus(problem.substring(0, 3) + 0)}
  {"error": ${v:json(problem.substring(4))}}
</c:when>
<c:otherwise>
<sql:transaction>
  <sql:query var="shipment" sql="SELECT id FROM shipment WHERE tracking_id = ?"><sql:param value="${param.id}"/></sql:query>
  <c:if test="${shipment.rowCount eq 1}">
    <sql:update var="new">
      INSERT INTO shipment_event (event_id, shipment_id, kind, place, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (event_id) DO NOTHING
      <sql:param value="${param.event}"/><sql:param value="${shipment.rows[0].id}"/><sql:param value="${param.kind}"/>
      <sql:param value="${param.place}"/><sql:param value="${param.at}"/>
    </sql:update>
    <c:choose>
    <c:when test="${new eq 1}">
      <sql:update>
        UPDATE shipment SET status = ?
        WHERE id = ? AND NOT EXISTS (SELECT 1 FROM shipment_event e WHERE e.shipment_id = shipment.id AND e.at > ?)
        <sql:param value="${param.kind}"/><sql:param value="${shipment.rows[0].id}"/><sql:param value="${param.at}"/>
      </sql:update>
    </c:when>
    <c:otherwise>
      <sql:query var="same">
        SELECT 1 FROM shipment_event WHERE event_id = ? AND shipment_id = ? AND kind = ? AND place = ? AND at = ?
        <sql:param value="${param.event}"/><sql:param value="${shipment.rows[0].id}"/><sql:param value="${param.kind}"/>
        <sql:param value="${param.place}"/><sql:param value="${param.at}"/>
      </sql:query>
    </c:otherwise>
    </c:choose>
  </c:if>
</sql:transaction>
<c:choose>
<c:when test="${shipment.rowCount eq 0}">${pageContext.response.setStatus(404)}{"error": "no such shipment"}</c:when>
<c:when test="${new eq 1}">${pageContext.response.setStatus(201)}{"recorded": true}</c:when>
<c:when test="${same.rowCount eq 1}">{"recorded": false}</c:when>
<c:otherwise>${pageContext.response.setStatus(409)}{"error": "there is another event of that name"}</c:otherwise>
</c:choose>
</c:otherwise>
</c:choose>
