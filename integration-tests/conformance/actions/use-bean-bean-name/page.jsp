<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="list" type="java.util.List" beanName="${'java.util.'}ArrayList"/>${list.size()}
