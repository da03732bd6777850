<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:v><jsp:attribute name="f">abc</jsp:attribute></t:v>[${requestScope.v}]
