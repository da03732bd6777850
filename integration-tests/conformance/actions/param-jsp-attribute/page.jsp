<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include page="b.jsp"><jsp:param name="a"><jsp:attribute name="value"> x </jsp:attribute></jsp:param></jsp:include>
