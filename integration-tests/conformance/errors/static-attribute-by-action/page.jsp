<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:useBean id="b" class="java.util.ArrayList"><jsp:attribute name="scope">${1}</jsp:attribute></jsp:useBean>
