<%@ page contentType="application/json;charset=UTF-8" session="false" %>
{"status": "up"}
