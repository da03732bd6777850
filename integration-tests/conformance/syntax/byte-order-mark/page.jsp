<%@ page contentType="text/html;charset=UTF-8" session="false" %>é [<%@ include file="part.jspf" %>]
