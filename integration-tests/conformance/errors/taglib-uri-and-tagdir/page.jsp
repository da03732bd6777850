<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="a" uri="jakarta.tags.core" tagdir="/WEB-INF/tags" %>
