<%@ page contentType="application/json;charset=UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<%@ include file="/WEB-INF/routes.jspf" %>
${v:json(routes.rows)}
