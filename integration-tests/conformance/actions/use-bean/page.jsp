<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
[<jsp:useBean id="m" class="java.util.HashMap" scope="request">new<c:set target="${m}" property="a" value="1"/></jsp:useBean>]
[<jsp:include page="again.jsp"/>]
[<jsp:useBean id="p" class="java.util.HashMap"/>${p.size()}]
${m.a} ${requestScope.m.a} [${pageScope.m.a}]
