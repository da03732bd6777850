<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="jsp" uri="jakarta.tags.core" %>
<jsp:out value="1"/>
