<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:forward page="b.jsp"><jsp:param name="a" value="1"/><jsp:param name="c" value="${1+2}"/></jsp:forward>
