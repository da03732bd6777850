<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
a<%-- <%@ page nonsense="1" %> ${ <c:none> <jsp:include/> </p> -- % > --%>b
