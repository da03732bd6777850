<%@ page contentType="application/json;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<c:catch var="problem"><sql:query var="one" sql="SELECT 1 AS one FROM route WHERE id = 1"/></c:catch>
<c:choose
  ><c:when test="${empty problem and one.rowCount eq 1}">{"status": "ready"}</c:when
  ><c:otherwise>${pageContext.response.setStatus(503)}{"status": "not ready"}</c:otherwise
></c:choose>
