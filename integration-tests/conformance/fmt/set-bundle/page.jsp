<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><fmt:message key="k"/>
<fmt:setBundle basename="B" scope="application"/><fmt:message key="k"/>
<fmt:setBundle basename="C" scope="request"/><fmt:message key="k"/>
<fmt:setBundle basename="None"/><fmt:message key="k"/> <jsp:include page="part.jsp"/>
<fmt:setBundle basename="B" var="b" scope="request"/>${requestScope.b.getClass().name} <fmt:message key="k" bundle="${b}"/>
