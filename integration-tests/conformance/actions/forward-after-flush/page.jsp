<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:include page="part.jsp" flush="true"/><c:catch var="e"><jsp:forward page="part.jsp"/></c:catch>${e != null} ${e.getClass().simpleName}
