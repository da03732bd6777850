<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %><% int n = 0; String[] names = {"a", "b", "c"}; %>
<c:forEach items="<%= names %>" var="v">[${v}<% n++; if (n == 2) { %> second<c:if test="<%= n > 1 %>"> if<%= n %></c:if><% } %>]</c:forEach>
<c:choose><c:when test="<%= n == 1 %>">one</c:when><c:when test="<%= n == 3 %>">three <%= n %></c:when><c:otherwise>other</c:otherwise></c:choose>
<c:catch var="e">before <% if (n > 0) throw new RuntimeException("oops"); %> after</c:catch> ${e.message}
<% for (int i = 0; i < 2; i++) { %><jsp:include page='<%= "part" + i + ".jsp" %>'><jsp:param name="p" value="<%= i * 10 %>"/></jsp:include><% } %>
