<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<jsp:useBean id="p" class="java.util.ArrayList"/><jsp:useBean id="r" class="java.util.ArrayList" scope="request"/><jsp:useBean id="a" class="java.util.ArrayList" scope="application"/>
${pageScope.p} ${requestScope.r} ${applicationScope.a} [${requestScope.p}${pageScope.r}]
