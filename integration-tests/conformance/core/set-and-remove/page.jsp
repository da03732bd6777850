<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="a" value="1"/><c:set var="b">  body ${a}
 </c:set><c:set var="n" value="${a + 1}"/>[${a}] [${b}] [${n}]
<c:set var="a" value="request" scope="request"/>[${a}] [${requestScope.a}] <c:remove var="a" scope="page"/>[${a}]
<c:set var="a" value="page"/><c:remove var="a"/>[${a}] [${requestScope.a}]
<c:set var="e" value=""/>[${e}] ${empty pageScope.e} <c:set var="e" value="${null}"/>${pageScope.e == null}
<c:set var="x"><c:out value="<"/></c:set>[${x}] <c:set var="empty1"></c:set>[${empty1}]
<jsp:useBean id="m" class="java.util.HashMap"/><c:set target="${m}" property="k" value="v"/><c:set target="${m}" property="b"> body </c:set>${m.k} [${m.b}] ${m.size()}<c:set target="${m}" property="k" value="${null}"/> ${m.size()}
