<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="d" class="java.util.Date" scope="request"><jsp:setProperty name="d" property="time" value="3"/></jsp:useBean>${d.time}<jsp:include page="again.jsp"/>
