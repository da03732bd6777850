<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="n" value="0"/><t:twice>body ${n}<c:set var="n" value="${n + 1}"/></t:twice> ${n}
[<t:twice></t:twice>] [<t:twice/>]
<t:kept> <b>x</b> ${n} </t:kept> [${kept}]
<t:twice>a<t:twice>b</t:twice></t:twice>
