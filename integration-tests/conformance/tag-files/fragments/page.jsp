<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="who" value="page"/><t:frame><jsp:attribute name="head">head of ${who}</jsp:attribute><jsp:attribute name="foot"> foot </jsp:attribute><jsp:body>body of ${who}</jsp:body></t:frame>
<t:frame><jsp:attribute name="head">only</jsp:attribute></t:frame>
