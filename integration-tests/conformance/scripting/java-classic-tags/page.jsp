<%@ page contentType="text/plain" session="false" %><%@ taglib prefix="s" uri="urn:shop" %>
<s:repeat times="${1 + 2}" var="i">${i} <% if (i == 2) { %>two <% } %></s:repeat>
<s:repeat times="0" var="z">never</s:repeat>
<s:upper>loud <s:repeat times="2" var="n">${n}<%= n * 10 %> </s:repeat></s:upper> <s:upper/>
<s:guard id="a">before <% if (true) throw new IllegalStateException("x"); %> never</s:guard>
<s:guard id="b">fine</s:guard>
<s:repeat times="2" var="y"><s:upper><s:where/></s:upper> </s:repeat><s:where/>
<% for (int k = 0; k < 2; k++) { %><s:guard id="k"><%= k %></s:guard><% } %>
<s:guard id="d"><s:upper><% if (true) throw new RuntimeException("in"); %></s:upper></s:guard>
<s:guard id="e"><% try { %><s:repeat times="1" var="q"><% if (true) throw new RuntimeException("q"); %></s:repeat><% } catch (RuntimeException x) { %>here <%= x.getMessage() %> <% } %>after</s:guard>
<s:guard id="c">kept<s:end/></s:guard>
never
