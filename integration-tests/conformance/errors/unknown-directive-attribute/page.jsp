<%@ page contentTyp="text/plain" %>
