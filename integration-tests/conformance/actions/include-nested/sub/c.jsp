<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
c<jsp:include page="../d.jsp"/>c