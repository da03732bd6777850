<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ include file="/WEB-INF/delayed.jspf" %>
<!DOCTYPE html>
<html lang="en"><head><title>Delayed</title></head><body>
<h1>Delayed shipments</h1>
<ul>
<c:forEach items="${delayed.rows}" var="s"><li><a href="shipment.jsp?id=${s.tracking_id}">${s.tracking_id}</a> due ${s.due}, <c:out value="${s.origin}"/> to <c:out value="${s.destination}"/></li>
</c:forEach></ul>
<p><c:if test="${number gt 1}"><a href="delayed.jsp?page=${number - 1}">before</a></c:if>
page ${number}
<c:if test="${delayed.limitedByMaxRows}"><a href="delayed.jsp?page=${number + 1}">after</a></c:if></p>
</body></html>
