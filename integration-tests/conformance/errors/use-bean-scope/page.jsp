<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="a" class="java.util.ArrayList" scope="sesion"/>
