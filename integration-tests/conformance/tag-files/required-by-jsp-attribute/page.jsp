<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:a><jsp:attribute name="x">1</jsp:attribute></t:a>
