<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<c:set var="l" value="${fn:split('a,b,c,d', ',')}"/><c:forEach items="${l}" var="s" varStatus="st">
${st.index} ${st.count} ${st.first} ${st.last} ${st.current} [${st.begin}] [${st.end}] [${st.step}]</c:forEach>
<c:forEach items="${l}" varStatus="st" begin="1" end="3" step="2">
${st.index} ${st.count} ${st.first} ${st.last} ${st.current} [${st.begin}] [${st.end}] [${st.step}]</c:forEach>
<c:forEach begin="5" end="6" varStatus="st">${st.index} ${st.count} ${st.current} ${st.last}; </c:forEach>
<c:forEach begin="1" end="2" var="i" varStatus="o"><c:forEach begin="1" end="2" var="j" varStatus="st">${i}.${j} ${o.count}/${st.count} </c:forEach></c:forEach>
[${st}] [${j}] [${i}]
