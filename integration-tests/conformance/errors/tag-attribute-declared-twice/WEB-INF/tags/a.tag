<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="x" %><%@ attribute name="x" %>