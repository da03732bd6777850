<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<c:set var="one" value="SELECT 1 AS n"/>
<c:catch var="no"><sql:query var="q" sql="${one}"/></c:catch>none: ${no.message}
<c:catch var="no"><sql:query var="q" sql="${one}" dataSource="${null}"/></c:catch>null: ${no.message}
<c:catch var="no"><sql:query var="q" sql="${one}" dataSource="${7}"/></c:catch>a number: ${no.message}
<c:catch var="no"><sql:query var="q" sql="${one}" dataSource="jdbc/unknown"/></c:catch>unknown: ${no.message}
<sql:query var="q" sql="${one}" dataSource="sqlite::memory:"/>a URL: ${q.rows[0].n}
<sql:query var="q" sql="${one}" dataSource="sqlite::memory:,some.Driver,ann,a\\,b"/>with driver, user and password: ${q.rows[0].n}
<sql:setDataSource var="db" scope="request" url="sqlite::memory:" driver="some.Driver" user="ann" password="x"/>
<sql:query var="q" sql="${one}" dataSource="${requestScope.db}"/>an object: ${q.rows[0].n}
<sql:setDataSource var="again" dataSource="${db}"/>the same: ${again eq db}
<c:set var="jakarta.servlet.jsp.jstl.sql.dataSource.application" scope="application" value="sqlite::memory:"/>
<sql:query var="q" sql="${one}"/>of the application: ${q.rows[0].n}
<c:set var="jakarta.servlet.jsp.jstl.sql.dataSource.request" scope="request" value="jdbc/unknown"/>
<c:catch var="no"><sql:query var="q" sql="${one}"/></c:catch>the nearer one counts: ${no.message}
<sql:setDataSource dataSource="${db}"/><sql:query var="q" sql="${one}"/>of the page: ${q.rows[0].n}
<c:catch var="no"><sql:setDataSource var="x"/></c:catch>nothing: ${no.message}
<c:catch var="no"><sql:setDataSource var="x" dataSource="${null}"/></c:catch>null: ${no.message}
