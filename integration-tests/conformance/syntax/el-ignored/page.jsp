<%@ page contentType="text/html;charset=UTF-8" session="false" isELIgnored="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
${1 + 1} \${1 + 1} #{x}
<c:out value="${1 + 1}"/>
