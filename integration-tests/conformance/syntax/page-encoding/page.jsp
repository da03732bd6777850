<%@ page contentType="text/html;charset=UTF-8" pageEncoding="ISO-8859-1" session="false" %>café ü [<%@ include file="part.jspf" %>]
