<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include page="sub/b.jsp?q=1"/>[${requestScope["jakarta.servlet.include.servlet_path"]}]
