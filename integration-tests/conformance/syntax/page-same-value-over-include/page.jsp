<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ page buffer="16kb" info="i" %><%@ include file="part.jspf" %>
