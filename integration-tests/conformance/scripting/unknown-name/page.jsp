<p>
<%= nmae %>
<% String name = ""; %>