<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:echo><jsp:attribute name="a"></jsp:attribute></t:echo><t:echo><jsp:attribute name="a"/></t:echo>
