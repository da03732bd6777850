<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="p" value="1"/><c:set var="r" value="2" scope="request"/><jsp:include page="b.jsp"/>[${p}${q}${requestScope.s}]
