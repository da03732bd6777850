<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:forEach items="${{'a': 1, 'b': 2}}" var="e">${e.key}=${e.value} </c:forEach>
<c:forEach items="${param}" var="p" varStatus="st">${p.key}=${p.value}${st.last ? '.' : ', '}</c:forEach>
<c:forEach items="${paramValues}" var="p">${p.key}:<c:forEach items="${p.value}" var="v"> ${v}</c:forEach>; </c:forEach>
