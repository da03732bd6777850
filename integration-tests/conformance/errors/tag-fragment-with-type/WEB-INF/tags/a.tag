<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="x" fragment="true" type="java.lang.String" %>