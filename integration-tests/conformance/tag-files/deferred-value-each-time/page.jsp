<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<c:set var="n" value="1" scope="request"/><t:count v="#{n * 10}"/> <t:outer v="#{n}"/> ${n}
<t:count/>
