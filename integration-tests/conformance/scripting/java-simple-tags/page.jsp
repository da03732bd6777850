<%@ page contentType="text/plain" session="false" %><%@ taglib prefix="s" uri="urn:shop" %>
<s:each items="${['a', 'b', 'c']}"><jsp:attribute name="between">, </jsp:attribute><jsp:body>${item}</jsp:body></s:each>
<s:each items="${[1, 2]}"><s:quote>${item * 2}</s:quote> </s:each>
<s:quote>${1 + 'x'}</s:quote>
<s:any one="1" two="${1 + 1}" s:three="3"/>
<s:each items="${[1, 2]}">${item} <s:quote><s:stop/></s:quote></s:each>
never
