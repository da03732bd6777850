<%@ page contentType="text/html;charset=UTF-8" session="false" %>
<%@ taglib prefix="only" uri="urn:only" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<c:out value="x"/>
