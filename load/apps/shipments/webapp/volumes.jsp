<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ include file="/WEB-INF/volumes.jspf" %>
<!DOCTYPE html>
<html lang="en"><head><title>Volumes</title></head><body>
<h1>Volumes by day due</h1>
<table><tr><th>Due</th><th>Shipments</th><th>kg</th></tr>
<c:forEach items="${volumes.rows}" var="v"><tr><td>${v.due}</td><td>${v.shipments}</td><td>${v.weight_kg}</td></tr>
</c:forEach></table>
</body></html>
