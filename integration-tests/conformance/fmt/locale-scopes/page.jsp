<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value="en_US" scope="application"/><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value="de_DE" scope="request"/><fmt:formatNumber value="1234.5"/>
<fmt:setLocale value="de_CH"/><fmt:formatNumber value="1234.5"/>
<jsp:include page="part.jsp"/>
