<%@ tag pageEncoding="UTF-8" %>
<jsp:doBody var="a" varReader="b"/>