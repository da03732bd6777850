<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="outer" value="hidden"/><c:set var="shared" value="request" scope="request"/>
<t:show text="a ${1 + 1}" number="41" flag="true"/>
<t:show text="" number="${'7'}"/>
<t:show text="x"><jsp:attribute name="number"> 5 </jsp:attribute></t:show>
[${text}] [${number}] [${leak}]
