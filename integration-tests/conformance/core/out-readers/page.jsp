<%@ page import="java.io.*" %><%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set var="r" value="${StringReader('<a&>')}"/><c:out value="${r}"/>
<c:set var="r" value="${StringReader('<a&>')}"/><c:out value="${r}" escapeXml="false"/>
<c:out value="<'>" escapeXml="${true}"/><c:out value="<>" escapeXml="${false}"/><c:out value="<>" escapeXml="${null}"/>
[<c:out value="${null}" default="d<"/>][<c:out value="${null}"> body < </c:out>][<c:out value="${null}"/>][<c:out value="" default="d"/>]
[<c:out value="${null}" default="${null}"/>][<c:out value="${null}" escapeXml="false"><b></c:out>][<c:out value="x">unused ${1}</c:out>]
[<c:out value="${12.5}"/>][<c:out value="${[1, '<']}"/>][<c:out value="a" default="b"/>]
