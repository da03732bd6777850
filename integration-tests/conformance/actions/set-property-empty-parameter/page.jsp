<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date"/><jsp:setProperty name="d" property="time" value="5"/><jsp:setProperty name="d" property="time" param="t"/><jsp:setProperty name="d" property="*"/>${d.time}
