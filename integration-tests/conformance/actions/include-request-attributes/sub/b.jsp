<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${requestScope["jakarta.servlet.include.servlet_path"]} ${requestScope["jakarta.servlet.include.query_string"]}