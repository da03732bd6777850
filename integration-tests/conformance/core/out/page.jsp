<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:out value="<a href='x'>&amp; \"q\"</a>"/>
<c:out value="<b>" escapeXml="false"/> <c:out value="<b>" escapeXml="${true}"/>
<c:out value="${null}" default="<none>"/> [<c:out value="" default="none"/>] [<c:out value="${nosuch}"/>]
<c:out value="${null}">body <b>${1 + 1}</b> </c:out>
<c:out value="there">body</c:out> <c:out value="${42}"/> <c:out value="${1.50}"/> <c:out value="é € 漢"/>
<c:out value="${null}" escapeXml="false"> <b>x</b> </c:out>|
