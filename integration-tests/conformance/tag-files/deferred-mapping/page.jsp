<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set var="n" value="${1}" scope="request"/>
<t:value v="#{n + 1}"/>
<t:value/>
<c:forEach items="#{[7, 8]}" var="i"><t:value v="#{i}"/></c:forEach>
