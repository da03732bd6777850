<%@ page session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:forEach var="i" begin="1" end="3" step="9223372036854775807">${i} </c:forEach>
<c:forEach var="i" items="a,b,c" step="9223372036854775807" varStatus="s">${i} ${s.last} </c:forEach>
<c:forEach var="i" items="${['a', 'b', 'c']}" begin="1" step="${9223372036854775807}">${i} </c:forEach>
<c:forEach var="i" items="${['a', 'b', 'c']}" begin="1" end="1" varStatus="s">${i} ${s.begin} ${s.end} ${s.step} ${s.last} </c:forEach>
<c:forEach var="i" begin="${1}" end="3" step="2">${i} </c:forEach>
<c:catch var="no"><c:forEach var="i" begin="-1" end="3">${i} </c:forEach></c:catch>${no.message}
<c:catch var="no"><c:forEach var="i" begin="1" end="3" step="0">${i} </c:forEach></c:catch>${no.message}
<c:catch var="no"><c:forEach var="i" begin="one" end="3">${i} </c:forEach></c:catch>${empty no}
