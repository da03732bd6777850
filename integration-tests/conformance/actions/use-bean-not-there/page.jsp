<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:catch var="e"><jsp:useBean id="b" type="java.util.List"/></c:catch>${e != null}
