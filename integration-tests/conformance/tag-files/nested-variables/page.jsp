<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="level" value="before"/><t:levels count="3"><jsp:attribute name="mark">*${level}*</jsp:attribute><jsp:body>(${level} ${hidden})</jsp:body></t:levels> [${level}] [${label}]
