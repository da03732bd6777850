<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ page errorOnELNotFound="true" %>${pageContext.request.method} <c:catch var="e">${nothing}</c:catch>${e != null} <c:set var="a" value="1"/>${a} ${empty param.x}
