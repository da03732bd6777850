<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><jsp:useBean id="m" class="java.util.HashMap"/><jsp:useBean id="d" class="java.util.Date"/><c:set target="${m}" property="a" value="1"/><c:set target="${m}" property="b"> body </c:set>[${m.a}|${m.b}]
<c:set target="${m}" property="a" value="${null}"/>${m.size()} ${m.containsKey('a')}
<c:set target="${d}" property="time" value="86400000"/>${d.time}
<c:catch var="e"><c:set target="${d}" property="time" value="x"/></c:catch>${empty e}
<c:catch var="e"><c:set target="${null}" property="a" value="1"/></c:catch>${e.getClass().name}
<c:catch var="e"><c:set target="${d}" property="none" value="1"/></c:catch>${e.getClass().name}
<c:catch var="e"><c:set target="text" property="none" value="1"/></c:catch>${e.getClass().name}
<c:set var="v" value="1"/><c:set var="v" value="2" scope="request"/><c:set var="v" value="${null}"/>[${v}]
<c:set var="v" value="1"/><c:set var="v" value="2" scope="request"/><c:set var="v" value="${null}" scope="page"/>[${v}]
<c:set var="v"/>[${v}]${v == ''} <c:set var="v"></c:set>[${v}]
<c:set var="n" value="${12}"/>${n.getClass().name}
