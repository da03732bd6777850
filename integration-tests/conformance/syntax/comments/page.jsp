<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
a<%-- gone --%>b
a<%----%>b
a<%-- ${1 div 0} <c:nosuch> <%@ page nosuch="1" %> <% int i %> --%>b
a<%-- <%-- no nesting --%>b
a<%-- - -- % > --% --%>b
<!-- ${1 + 1} <c:out value="<x>"/> <%-- gone --%>-->
