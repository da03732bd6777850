<%@ page contentType="text/plain;charset=UTF-8" session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %><%@ taglib prefix="s" uri="urn:shop" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>
<sql:setDataSource var="db" url="sqlite::memory:"/>
<sql:query dataSource="${db}" var="r">select ? as a, ? as b, ? as c<s:bind value="${1 + 1}"/><sql:param value="x"/><s:bind value="last"/></sql:query>
${r.rows[0].a} ${r.rows[0].b} ${r.rows[0].c}
<s:show>select 1<sql:param value="${7}"/><sql:param>seven</sql:param></s:show>
<s:show>outer<sql:param value="1"/> <s:show>inner<sql:param value="2"/></s:show></s:show>
<c:catch var="failed"><sql:param value="1"/></c:catch>${failed.message}
<c:catch var="failed"><s:bind value="1"/></c:catch>${failed.message}
