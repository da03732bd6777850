<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<c:set var="all" value="SELECT id FROM person ORDER BY id"/>
<sql:query var="q" sql="${all}"/>configured: ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="-1"/>no limit: ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="1"/>one: ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="3"/>all: ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="-1" startRow="1"/>from the second: ${q.rows[0].id} ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="1" startRow="1"/>the second: ${q.rows[0].id} ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" startRow="9"/>beyond: ${q.rowCount} ${q.limitedByMaxRows}
<sql:query var="q" sql="${all}" maxRows="0"/>nothing: ${q.rowCount} ${q.limitedByMaxRows}
<c:set var="jakarta.servlet.jsp.jstl.sql.maxRows.request" scope="request" value="1"/>
<sql:query var="q" sql="${all}"/>of the request: ${q.rowCount}
<c:set var="jakarta.servlet.jsp.jstl.sql.maxRows.page" value="${2}"/>
<sql:query var="q" sql="${all}"/>of the page: ${q.rowCount}
<c:catch var="no"><sql:query var="q" sql="${all}" maxRows="-2"/></c:catch>${empty no}
<c:catch var="no"><sql:query var="q" sql="${all}" maxRows="many"/></c:catch>${empty no}
