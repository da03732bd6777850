<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
dropped<c:set var="r" value="kept" scope="request"/>
<jsp:forward page="/target/page.jsp"><jsp:param name="a" value="added"/></jsp:forward>
never
<c:set var="r" value="never" scope="request"/>