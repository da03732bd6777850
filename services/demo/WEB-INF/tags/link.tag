<%@ tag pageEncoding="UTF-8" body-content="scriptless"
        trimDirectiveWhitespaces="true"
        description="A link that knows when it leads to where we are." %>
<%@ attribute name="to" required="true" description="context-relative" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="here" value="${pageContext.request.servletPath}"/>
<a href="<c:url value="${to}"/>"
   ${here == to ? 'aria-current="page"' : ''}><jsp:doBody/></a>
