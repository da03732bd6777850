<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="my-core.1" uri="jakarta.tags.core" %><my-core.1:out value="1"/><c:out value="2"/>
