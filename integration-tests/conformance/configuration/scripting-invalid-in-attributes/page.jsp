a
<jsp:include page="<%= 1 %>"/>