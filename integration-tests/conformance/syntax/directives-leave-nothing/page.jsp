a<%@ page contentType="text/plain;charset=UTF-8" %>b
<%@taglib prefix="c" uri="jakarta.tags.core"%>
  <%@ page
   session="false"
   language="java"
%>  c
[<c:out value="d"/>]
