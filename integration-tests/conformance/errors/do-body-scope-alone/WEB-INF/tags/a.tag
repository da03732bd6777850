<%@ tag pageEncoding="UTF-8" %>
<jsp:doBody scope="page"/>