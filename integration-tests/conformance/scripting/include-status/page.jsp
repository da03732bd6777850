<%@ page import="java.util.Currency" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:include page="gone.jsp"/><%= response.getStatus() %>
<c:catch var="e"><c:import url="gone.jsp" var="text"/></c:catch>${e.message} ${empty text}
<% request.setCharacterEncoding("US-ASCII"); %><%= request.getCharacterEncoding() %>
<%= Currency.getInstance("EUR") %> <%= Currency.getInstance("JPY").getDefaultFractionDigits() %> <%
try { Currency.getInstance("nix"); } catch (IllegalArgumentException ex) { out.print("none"); } %>
