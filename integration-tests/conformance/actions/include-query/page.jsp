<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include page="b.jsp?a=1&amp;b=2"/> <jsp:include page="b.jsp?a=3"/>
