<%@ page session="false" contentType="text/plain;charset=UTF-8" %>upper [${log}] <%= request.getParameter("name") %> ${1 + 1} é
