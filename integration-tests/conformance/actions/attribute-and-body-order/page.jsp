<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:echo>
 <jsp:attribute name="a">1</jsp:attribute>
 <jsp:body> body </jsp:body>
</t:echo>
