<%@ page session="false" %>written <% response.setStatus(404); %>
