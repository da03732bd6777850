<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>

<c:if test="${true}">
  text  
</c:if>
  
<c:set var="a" value="1"/>
<c:out value="${a}"/> ${a}

${a}
  <%-- comment --%>
<p>end</p>
