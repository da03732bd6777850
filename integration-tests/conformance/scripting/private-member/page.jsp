<%@ page session="false" import="shop.Item" %>
<% Item item = new Item(); %>
<p><%= item.getStock() %> <% int n = item.stock; %></p>
