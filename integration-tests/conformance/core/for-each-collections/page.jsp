<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forEach var="i" items="${[1, 2, 3]}">${i} </c:forEach>
<c:forEach var="i" items="${[1, 2].iterator()}">${i} </c:forEach>
<c:forEach var="i" items="a, b,,c">[${i}]</c:forEach>
<c:forEach var="i" items="">[${i}]</c:forEach><c:forEach var="i" items="${null}">never</c:forEach>
<c:forEach var="i" items="${{'k': 'v', 'l': 2}}">${i.key}=${i.value} </c:forEach>
<c:forEach var="i" items="${'x,y'.split(',')}">${i} </c:forEach>
<c:forEach var="i" items="${paramValues.none}">never</c:forEach>
<c:forEach var="i" items="${pageContext.request.locales}" end="0">locale </c:forEach>
<c:forEach var="i" items="${{1, 2}}">${i} </c:forEach>
<c:forEach var="i" begin="2" end="4">${i} </c:forEach><c:forEach var="i" begin="3" end="2">never</c:forEach>
<c:forEach var="i" items="${[1,2,3,4,5,6,7]}" begin="1" end="5" step="2" varStatus="s">${i}:${s.index},${s.count},${s.first},${s.last},${s.begin},${s.end},${s.step},${s.current} </c:forEach>
<c:forEach var="i" items="${[1]}" varStatus="s">${s.begin}|${s.end}|${s.step}|${s.first}|${s.last}</c:forEach>
<c:forEach var="i" items="${[1, 2]}" begin="2">never</c:forEach>${empty i}
<c:catch var="e"><c:forEach items="${5}">never</c:forEach></c:catch>${e.getClass().name}
<c:catch var="e"><c:forEach items="${[1]}" begin="-1">never</c:forEach></c:catch>${e.getClass().name}
<c:catch var="e"><c:forEach items="${[1]}" step="0">never</c:forEach></c:catch>${e.getClass().name}
