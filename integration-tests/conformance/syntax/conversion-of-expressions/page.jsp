<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:types b="${null}" i="${1.9}" l="${'7'}" d="${3}" s="${1 + 1}"/>
