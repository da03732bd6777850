<%@ tag pageEncoding="UTF-8" body-content="empty" trimDirectiveWhitespaces="true" %>
<%@ attribute name="amount" required="true" type="java.lang.Double" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<span class="money"><fmt:formatNumber value="${amount}" type="currency" currencyCode="EUR"/></span>
