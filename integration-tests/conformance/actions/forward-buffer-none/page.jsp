<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ page buffer="none" %>x<c:catch var="e"><jsp:forward page="part.jsp"/></c:catch>${e.getClass().simpleName}
