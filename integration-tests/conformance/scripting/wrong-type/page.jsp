line one
<%
  int n = 1;
  String s = n;
%>
