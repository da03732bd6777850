<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<c:forEach begin="1" end="5" var="i">${i} </c:forEach>
<c:forEach begin="0" end="10" step="4" var="i">${i} </c:forEach>
<c:forEach begin="3" end="2" var="i">never</c:forEach>[${i}]
<c:forEach begin="1" end="3">x</c:forEach>
<c:set var="l" value="${fn:split('a,b,c,d,e', ',')}"/><c:forEach items="${l}" var="s" begin="1" end="3">${s} </c:forEach>
<c:forEach items="${l}" var="s" begin="1" step="2">${s} </c:forEach>
<c:forEach items="${l}" var="s" end="1">${s} </c:forEach>
<c:forEach items="${l}" var="s" begin="9">never</c:forEach>[${s}]
<c:forEach items="${null}" var="s">never</c:forEach><c:forEach items="x,y , z" var="s">(${s})</c:forEach>
