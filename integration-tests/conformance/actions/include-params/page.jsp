<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
before: ${fn:join(paramValues.a, "+")} ${param.b} [${param.c}]
<jsp:include page="part.jsp">
  <jsp:param name="a" value="inner"/>
  <jsp:param name="a" value="${1 + 1}"/>
  <jsp:param name="c" value="x & y = z"/>
</jsp:include>
after: ${fn:join(paramValues.a, "+")} ${param.b} [${param.c}]
