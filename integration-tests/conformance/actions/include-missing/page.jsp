<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page errorPage="error.jsp" %>before<jsp:include page="none.jsp"/>after
