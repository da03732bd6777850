<%@ tag pageEncoding="UTF-8" body-content="empty" trimDirectiveWhitespaces="true" %>
<%@ attribute name="value" required="true" type="java.lang.Integer" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<span class="stars" role="img" aria-label="${value} of 5 stars">
  <c:forEach begin="1" end="5" var="i">${i le value ? '★' : '☆'}</c:forEach>
</span>
