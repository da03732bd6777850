<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
[${p}|${r}]<c:set var="q" value="3"/><c:set var="s" value="4" scope="request"/>