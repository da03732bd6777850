<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set var="r" value="R" scope="request"/><c:import url="part.jsp"/>
<c:import url="/part.jsp?q=1"><c:param name="p" value="2 &"/></c:import>
<c:import url="part.jsp" var="v"/>[${v}]
<c:import url="part.jsp" var="v" scope="request"/>[${requestScope.v}]
<c:import url="part.jsp;jsessionid=1" var="v" scope="application"/>[${applicationScope.v}]
<c:import url="part.jsp" varReader="reader">(<c:out value="${reader}" escapeXml="false"/>)(<c:out value="${reader}"/>)</c:import>${empty reader}
<c:import url="/part.jsp" context="${null}"/>
<c:import url="part.jsp" charEncoding=""/>
<c:import url="text.txt"/>|<c:import url="sub/page.jsp"/>|${param.p}${param.q}
