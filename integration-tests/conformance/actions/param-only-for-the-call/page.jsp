<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:include page="b.jsp"><jsp:param name="a" value="1"/></jsp:include>[${param.a}]
