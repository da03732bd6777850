<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="b" class="java.util.ArrayList"><jsp:param name="a" value="b"/></jsp:useBean>
