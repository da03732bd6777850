<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
${param.a} ${param['a']} ${fn:length(paramValues.a)} ${paramValues.a[1]} [${param.b}] [${param.none}]
${header['X-Test']} ${header.host == header['Host']} ${headerValues['x-test'][0]}
${cookie.taste.value} ${cookie.taste.name}
${initParam.motto} ${initParam['motto']}
<c:set var="v" value="application" scope="application"/><c:set var="v" value="request" scope="request"/>${v} ${applicationScope.v}<c:set var="v" value="page"/> ${v} ${pageScope.v} ${requestScope['v']}
${pageContext.request.method} ${pageContext.request.queryString} ${pageContext.request.contextPath} ${pageContext.request.servletPath}
<c:remove var="v" scope="application"/>