<%@ tag pageEncoding="UTF-8" %>
<%@ page session="false" %>