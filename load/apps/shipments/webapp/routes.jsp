<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ include file="/WEB-INF/routes.jspf" %>
<!DOCTYPE html>
<html lang="en"><head><title>Routes</title></head><body>
<h1>Routes</h1>
<table><tr><th>From</th><th>To</th><th>Shipments</th><th>kg</th><th>Delayed</th></tr>
<c:forEach items="${routes.rows}" var="r"><tr><td><c:out value="${r.origin}"/></td><td><c:out value="${r.destination}"/></td><td>${r.shipments}</td><td>${r.weight_kg}</td><td>${r.delayed}</td></tr>
</c:forEach></table>
<p><a href="volumes.jsp">Volumes</a> <a href="delayed.jsp">Delayed</a></p>
</body></html>
