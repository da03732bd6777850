<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:catch var="e"><c:import url=""/></c:catch>${empty e}
<c:catch var="e"><c:import url="${null}"/></c:catch>${empty e}
<c:catch var="e"><c:import url="none.jsp"/></c:catch>${empty e} ${e.message.contains('none.jsp')}
<c:catch var="e"><c:import url="wrong.jsp"/></c:catch>${e.getClass().name} ${e.cause.getClass().name}
<c:catch var="e"><c:import url="/a" context="other"/></c:catch>${e.getClass().name}
<c:catch var="e"><c:import url="a" context="/other"/></c:catch>${e.getClass().name}
