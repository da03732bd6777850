<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date"/><jsp:setProperty name="d" property="time" value="${1000 * 60}"/>${d.time}
