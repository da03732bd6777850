<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
[<c:import url="part.jsp"/>] [<c:import url="/part.jsp?q=1"><c:param name="p" value="a b&c"/></c:import>]
<c:import url="part.jsp" var="kept"/>[${kept}] <c:import url="part.jsp" var="r" scope="request"><c:param name="p">body</c:param></c:import>[${requestScope.r}]
<c:url value="x/y.jsp"/> <c:url value="/x/y.jsp?a=1"><c:param name="b" value="2 & x"/><c:param name="c" value=""/></c:url>
<c:url value="http://example.org/z"><c:param name="a" value="1"/></c:url> <c:url value="/v" var="u"/>[${u}]
