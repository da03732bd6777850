<%@ page contentType="text/html;charset=UTF-8" %><%@ page pageEncoding="UTF-8" %><%@ page session="false" %><%@ page info="x" info="x" %>ok
