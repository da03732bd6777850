<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:catch var="e"><jsp:useBean id="d" class="java.util.Date"/><jsp:setProperty name="d" property="colour" value="1"/></c:catch>${e != null}
