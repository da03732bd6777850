<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="list" class="java.util.ArrayList" scope="request">(made again)</jsp:useBean>${list.size()}