
<%@ page pageEncoding="ISO-8859-1" %>x