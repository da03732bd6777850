a
<jsp:include page='<%= "part.txt" %>'/>
