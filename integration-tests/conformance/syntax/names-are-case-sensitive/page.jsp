<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<JSP:include page="x"/> <Jsp:text>a</Jsp:text>
