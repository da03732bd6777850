<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:useBean id="list" class="java.util.ArrayList" scope="request">(made)</jsp:useBean>
<jsp:include page="again.jsp"/>
