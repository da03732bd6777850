[<%@ include file="part.jspx" %>]
<c:if test="false">text</c:if>
