<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:echo><jsp:attribute name="a"><c:if test="${true}">y${1+1}</c:if><t:echo a="in">b</t:echo></jsp:attribute></t:echo>
