<%@ page contentType="text/plain" session="false" %>x
