<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*" %><%! int twice(int n) { return n * 2; } %>
<% for (int i = 0; i < 3; i++) { pageContext.setAttribute("i", i); %>
row ${i}: <%= twice(i) %><% if (i == 1) { %> odd<% } else { %> even<% } %>
<% } %>end
