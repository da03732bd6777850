<i><jsp:doBody/></i>
