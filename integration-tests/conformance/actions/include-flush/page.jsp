<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
head
<jsp:include page="part.jsp" flush="true"/>
tail
