<%@ page session="yes" %>
