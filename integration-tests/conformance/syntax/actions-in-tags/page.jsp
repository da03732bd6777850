<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<a href="<c:out value="x.html"/>" class='<c:if test="${true}">on</c:if>'>a</a>
