<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ page buffer="1kb" autoFlush="false" errorPage="error.jsp" %><c:forEach begin="1" end="300" var="i">${i} line;</c:forEach>