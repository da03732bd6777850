<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:forEach begin="1" end="3" var="i"><jsp:include page="b.jsp"><jsp:param name="i" value="${i}"/></jsp:include></c:forEach>
