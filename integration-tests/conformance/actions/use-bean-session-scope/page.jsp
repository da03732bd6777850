<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" %>
<jsp:useBean id="s" class="java.util.ArrayList" scope="session">new</jsp:useBean> ${sessionScope.s}
