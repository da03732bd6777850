<%@ tag pageEncoding="UTF-8" %>
<%@ attribute name="x" type="int" %>