<%@ page session="false" contentType="text/plain;charset=UTF-8" pageEncoding="UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:set var="e" value="old"/><c:catch var="e">fine </c:catch>[${e}]
<c:catch var="e">before <c:set target="${null}" property="a" value="1"/>never</c:catch>[${e.getClass().name}]
<c:catch>quiet <c:set target="${null}" property="a" value="1"/>never</c:catch>
<c:catch var="o"><c:catch var="i"><c:set target="${null}" property="a" value="1"/></c:catch>${empty i} </c:catch>${empty o}
