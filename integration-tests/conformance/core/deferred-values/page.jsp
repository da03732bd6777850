<%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set var="n" value="${2}"/>
<c:set var="d" value="#{n * 10}"/>
set: ${d} <c:set var="n" value="${3}"/>${d} <c:out value="${d + 1}"/> [${pageScope.d}] ${d == 30 ? 'yes' : 'no'}
text: <c:set var="t" value="n is #{n}"/>${t} ${t.length()}
hides: <c:set var="h" value="attribute"/>${h} <c:set var="h" value="#{n}"/>${h} ${pageScope.h} <c:set var="h" value="again"/>${h}
assigned: <c:set var="m" value="${{'k': 1}}"/><c:set var="e" value="#{m.k}"/>${e = 5; m.k} ${e}
loop: <c:set var="list" value="${[1, 2, 3]}"/><c:forEach items="#{list}" var="i" varStatus="s">${i}/${s.index}<c:if test="${i > 1}">*</c:if> </c:forEach>[${i}]
live: <c:forEach items="#{list}" var="i">${list[0] = list[0] + 1; i} </c:forEach>${list}
assigned: <c:forEach items="#{list}" var="i">${i = i * 2; ''}</c:forEach>${list}
part: <c:forEach items="#{list}" var="i" begin="1" end="2">${i} </c:forEach>
map: <c:forEach items="#{{'a': 1, 'b': 2}}" var="entry">${entry.key}=${entry.value} </c:forEach>
text: <c:forEach items="#{'x,y'}" var="part">${part} </c:forEach>
tokens: <c:forTokens items="#{'p:q'}" delims=":" var="part">${part} </c:forTokens>
nested: <c:forEach items="#{[[1, 2], [3]]}" var="row"><c:forEach items="#{row}" var="cell">${cell} </c:forEach>;</c:forEach>
lambda: ${(x -> x + d)(1)} ${(d -> d)(1)} ${[1].stream().map(x -> d).toList()}
begin: <c:forEach items="${{'a': 1, 'b': 2, 'c': 3}}" var="entry" begin="1" varStatus="s">${entry.key}${s.index}${s.last} </c:forEach>
