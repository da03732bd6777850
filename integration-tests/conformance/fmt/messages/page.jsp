<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %><fmt:message key="hello"/>
<fmt:setBundle basename="Messages" var="m"/><fmt:message key="hello" bundle="${m}"/> <fmt:message bundle="${m}"> hello </fmt:message>
<fmt:setBundle basename="Messages"/><fmt:message key="hello"/> <fmt:message key="no.such"/> <fmt:message key=""/> <fmt:message key="${null}"/> <fmt:message> </fmt:message>
<fmt:message key="hello" var="v"/>[${v}] <fmt:message key="hello" var="v" scope="request"/>[${requestScope.v}]
<fmt:bundle basename="Messages" prefix="long.prefix."><fmt:message key="a"/> <fmt:message key="b"/> <fmt:message key="hello" bundle="${m}"/></fmt:bundle>
<fmt:bundle basename="None" prefix="p."><fmt:message key="hello"/> <fmt:message key="hello" bundle="${m}"/></fmt:bundle>
<fmt:bundle basename=""><fmt:message key="hello"/></fmt:bundle><fmt:bundle basename="${null}"><fmt:message key="hello"/></fmt:bundle>
<fmt:message key="pattern"/> <fmt:message key="pattern"><fmt:param value="x"/></fmt:message> <fmt:message key="pattern"><fmt:param> body </fmt:param><fmt:param value="${12345.5}"/></fmt:message>
<fmt:message key="pattern"><fmt:param value="${null}"/><fmt:param> </fmt:param></fmt:message> <fmt:message>pattern<c:forEach begin="1" end="2" var="i"><fmt:param value="${i}"/></c:forEach></fmt:message>
<fmt:message key="quoted"/> <fmt:message key="quoted"><fmt:param value="x"/></fmt:message> <fmt:message key="choice"><fmt:param value="${2}"/></fmt:message>
<fmt:message key="hello" bundle="${null}"/> ${m.resourceBundle.locale} ${m.locale} ${m.resourceBundle.getString('hello')}
<c:catch var="e"><fmt:message key="hello" bundle="Messages"/></c:catch>${empty e}
