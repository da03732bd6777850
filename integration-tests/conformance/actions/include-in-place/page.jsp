<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="p" value="page"/><c:set var="r" value="request" scope="request"/>1 <jsp:include page="parts/part.jsp"/> 2 [${p}] [${r}] [${fromPart}]
<c:set var="where" value="part"/><jsp:include page="/parts/${where}.jsp" flush="false"/>
<jsp:include page="${'parts/part.jsp'}?q=1"></jsp:include>
