<%@ tag pageEncoding="UTF-8" dynamic-attributes="x" %>
<%@ attribute name="x" %>