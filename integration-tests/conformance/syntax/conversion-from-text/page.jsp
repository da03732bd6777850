<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<t:types b="true" i="12" l="-9" d="1.5" c="xyz" s=" s "/>
