<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<x:y a="${1 + 1}"><c:out value="in"/></x:y>
<svg:path d="M 0 0"/>
<c>no prefix</c>
<C:out value="case matters"/>
