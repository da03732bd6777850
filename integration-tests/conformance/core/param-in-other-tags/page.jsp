<%@ page session="false" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:url value="/a" var="u">lost<c:if test="${true}"><c:param name="x" value="1 2"/></c:if><c:if test="${false}"><c:param name="n" value="0"/></c:if><c:forEach begin="1" end="2" var="i"><c:param name="i${i}">${i}</c:param></c:forEach></c:url>[${u}]
<c:url value="b"><t:more><c:param name="body" value="y"/></t:more><c:param name="last" value="z"/></c:url>
<c:url value="c"><c:param name="inner"><c:url value="d"><c:catch><c:param name="k" value="v"/>${pageContext.nothing}</c:catch></c:url></c:param></c:url>
