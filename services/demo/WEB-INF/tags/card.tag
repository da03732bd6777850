<%@ tag pageEncoding="UTF-8" body-content="scriptless"
        trimDirectiveWhitespaces="true"
        description="One of the cards of the front page." %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="to" required="true" description="context-relative" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<li class="card">
  <h3><a href="<c:url value="${to}"/>"><c:out value="${title}"/></a></h3>
  <p><jsp:doBody/></p>
</li>
