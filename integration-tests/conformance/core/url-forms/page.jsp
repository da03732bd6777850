<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:url value="/a"/>
<c:url value="a"/>
<c:url value="../a?x=1"/>
<c:url value="http://other.example/a"/>
<c:url value="/a" context="/other"/>
<c:url value="/a" context="/"/>
<c:url value="/a b"/>
<c:url value="?x=1"/>
<c:url value="/a" var="v"/>[${v}]
<c:url value="/b" var="v" scope="request"/>[${requestScope.v}]
<c:url value="/a"><c:param name="x" value="ü+/&="/><c:param name="y"/><c:param name="z"> body </c:param></c:url>
<c:url value="/a"><c:param name="" value="1"/><c:param name="${null}" value="2"/><c:param name="x" value="${null}"/></c:url>
<c:url value="/a?b=1"><c:param name="c" value="2"/></c:url>
<c:url value="http://other.example/a"><c:param name="c" value="2"/></c:url>
<c:catch var="e"><c:url value="a" context="/other"/></c:catch>${e.getClass().name}
<c:catch var="e"><c:url value="/a" context="other"/></c:catch>${e.getClass().name}
