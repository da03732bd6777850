<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forTokens var="t" items="a,b;;c" delims=",;">[${t}]</c:forTokens>
<c:forTokens var="t" items="a b" delims="">[${t}]</c:forTokens><c:forTokens var="t" items="a b" delims="${null}">[${t}]</c:forTokens>
<c:forTokens var="t" items="${null}" delims=",">never</c:forTokens><c:forTokens var="t" items="${null}" delims="${null}">never</c:forTokens>
<c:forTokens var="t" items=",,," delims=",">never</c:forTokens>
<c:forTokens var="t" items="0,1,2,3,4,5,6" delims="," begin="1" end="5" step="2" varStatus="s">${t}:${s.index},${s.count},${s.first},${s.last},${s.begin},${s.end},${s.step} </c:forTokens>
<c:forTokens var="t" items="a,b" delims="," begin="3" end="1">never</c:forTokens>${empty t}
<c:catch var="e"><c:forTokens items="a" delims="," begin="-1">never</c:forTokens></c:catch>${e.getClass().name}
<c:catch var="e"><c:forTokens items="a" delims="," step="0">never</c:forTokens></c:catch>${e.getClass().name}
