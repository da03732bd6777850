<%@ page contentType="text/plain" session="false" %><%@ taglib prefix="s" uri="urn:shop" %>
<s:let name="first" value="${1 + 1}"><%= first.length() %> <%= first %></s:let>
<%= first.toUpperCase() %> ${first}
<%= seen %>
