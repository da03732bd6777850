<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="u" tagdir="/WEB-INF/tags/util" %><%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<u:a/><t:a/>
