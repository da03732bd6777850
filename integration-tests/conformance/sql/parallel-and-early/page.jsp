<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="v" uri="urn:vespid:tags" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<v:parallel><sql:query var="a" sql="SELECT 1 AS n"/><v:query var="b" sql="SELECT 2 AS n"/></v:parallel>${a.rows[0].n}${b.rows[0].n}
<v:query var="c" start="early" sql="SELECT id FROM person ORDER BY id"/><v:query var="d" start="early" sql="SELECT 4 AS n"/>
<c:forEach items="${c.rows}" var="r">${r.id}</c:forEach> ${c.rowCount} <v:await value="${d}"/>${d.rows[0].n}
<v:query var="e" stream="true" startRow="1" sql="SELECT lastName FROM person ORDER BY id"/><c:forEach items="${e.rows}" var="r">${r.lastName} </c:forEach>
<c:catch var="no">${e.rowCount}</c:catch>${no.message}
${v:json(a.rows)}
