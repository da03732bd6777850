<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
[<c:out><jsp:attribute name="value">  ${1 + 1} trimmed  </jsp:attribute></c:out>]
[<c:out><jsp:attribute name="value" trim="false">  kept  </jsp:attribute></c:out>]
[<c:out>
  <jsp:attribute name="value"><c:if test="${true}">nested</c:if></jsp:attribute>
  <jsp:attribute name="escapeXml">false</jsp:attribute>
</c:out>]
[<c:if test="${true}">
  <jsp:attribute name="var">seen</jsp:attribute>
  <jsp:body> body </jsp:body>
</c:if>] ${seen}
