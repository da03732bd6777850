a <% if (true) { %> b
