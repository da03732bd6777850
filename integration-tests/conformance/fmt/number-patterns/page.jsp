<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<fmt:setLocale value="en_US"/>
<fmt:formatNumber value="1234567.891"/> <fmt:formatNumber value="${1234}"/> <fmt:formatNumber value="${0.5}"/> <fmt:formatNumber value="${-1234.5678}"/>
<fmt:formatNumber value="1234.5" pattern="#,##0.00"/> <fmt:formatNumber value="0.125" pattern="0.00"/> <fmt:formatNumber value="0.375" pattern="0.00"/> <fmt:formatNumber value="2.5" pattern="0"/> <fmt:formatNumber value="3.5" pattern="0"/>
<fmt:formatNumber value="7" pattern="000"/> <fmt:formatNumber value="0.5" pattern="#.##"/> <fmt:formatNumber value="-5" pattern="0.0;(0.0)"/> <fmt:formatNumber value="0.256" pattern="0.0%"/>
<fmt:formatNumber value="1234567" pattern="#,##,##0"/> <fmt:formatNumber value="12" pattern="'#'0"/> <fmt:formatNumber pattern="0.0"> 42 </fmt:formatNumber>
[<fmt:formatNumber value="${null}" pattern="0"/>] [<fmt:formatNumber value="" pattern="0"/>] <fmt:formatNumber value="8.5" pattern="0.00" var="v"/>[${v}]
