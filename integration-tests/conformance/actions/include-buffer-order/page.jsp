<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
1<jsp:include page="b.jsp" flush="true"/>3<jsp:include page="b.jsp" flush="false"/>4
