<%@ page contentType="text/plain;charset=UTF-8" session="false" import="shop.*" %><% Names.register(); %>
<jsp:useBean id="item" class="shop.Item" />
<jsp:setProperty name="item" property="label" value="tea" />
<jsp:setProperty name="item" property="price" value="12.50" />
<jsp:setProperty name="item" property="owner" />
<jsp:setProperty name="item" property="count" value="3" />
${item.label} ${item.price} ${item.owner.name()} ${item.count} <%= java.beans.Introspector.decapitalize("URLs") %> <%
    try { item.setPrice((Money) java.beans.PropertyEditorManager.findEditor(Person.class).getValue()); out.print(item.getPrice()); }
    catch (ClassCastException e) { out.print("no money"); } %>
