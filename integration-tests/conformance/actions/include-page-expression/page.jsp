<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:set var="n" value="b"/><jsp:include page="${n}.jsp"/>|<jsp:include page="${n == 'b' ? 'c.jsp' : 'b.jsp'}"/>
