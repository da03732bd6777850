<%@ page session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="p" value="${{'rating': 3, 'name': 'b&b', 'none': null}}"/>
<c:set var="four" value="4" scope="request"/>
<c:forEach var="n" begin="1" end="5">${n}<c:if test="${n le p.rating}">*</c:if><c:if test="${n == p.rating}">=</c:if><c:if test="${n gt p.rating}">-</c:if></c:forEach>
<c:if test="${four gt p.rating}">request scope</c:if>
<c:if test="${missing == p.none}">null is null</c:if>
<c:if test="${not (missing lt p.rating)}">no order with null</c:if>
${four != p.rating} ${four eq p.rating}
<c:catch var="no"><c:if test="${p lt p.rating}"></c:if></c:catch>${empty no}
<c:out value="${p.name}"/> <c:out value="${p.name}" escapeXml="false"/> <c:out value="${p.none}"/>. <c:out value="${p.none}" default="d"/> <c:out value="${p.rating}" escapeXml="TRUE"/>
