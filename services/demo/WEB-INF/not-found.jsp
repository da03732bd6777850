<%@ page contentType="text/html; charset=UTF-8" session="false" isErrorPage="true"
         trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>

<t:page title="Not found" wide="true">
  <section class="hero">
    <h1>Nothing lives here</h1>
    <p class="lead">
      There is no <code><c:out value="${pageContext.errorData.requestURI}"/></code>
      in this demo. <a href="<c:url value="/"/>">Back to the start</a>
    </p>
  </section>
</t:page>
