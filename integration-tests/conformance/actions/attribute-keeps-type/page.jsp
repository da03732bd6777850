<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:forEach var="i"><jsp:attribute name="items">a,b</jsp:attribute><jsp:body>(${i})</jsp:body></c:forEach>
