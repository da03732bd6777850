<%@ taglib prefix="fn" uri="jakarta.tags.functions" %><%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forEach items="other|/x,/other|x" var="it"><c:catch var="e"><c:redirect context="${fn:substringBefore(it, '|')}" url="${fn:substringAfter(it, '|')}"/></c:catch>${e.getClass().name}
</c:forEach>
