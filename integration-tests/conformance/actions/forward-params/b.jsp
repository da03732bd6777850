<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
${paramValues.a[0]} ${paramValues.a[1]} ${param.b} ${param.c}