<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<c:out value="1"/>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
