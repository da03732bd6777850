<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date" scope="application"/><jsp:setProperty name="d" property="time" value="9"/>${applicationScope.d.time}
