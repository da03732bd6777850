<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="x" value="of the request" scope="request"/><jsp:useBean id="x" class="java.util.ArrayList"/>${x} ${requestScope.x}
