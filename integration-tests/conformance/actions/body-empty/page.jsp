<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:echo a="1"><jsp:body></jsp:body></t:echo><t:echo a="2"><jsp:body/></t:echo>
