<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:query var="q" sql="SELECT ? AS a, ? AS b, ? AS c, ? AS d">
  <sql:param value="${7}"/><sql:param value="it's"/><sql:param value="${null}"/><sql:param>
    a body </sql:param></sql:query>
[${q.rows[0].a}] [${q.rows[0].b}] [${q.rows[0].c}] ${empty q.rows[0].c} [${q.rows[0].d}]
<sql:query var="q" sql="SELECT lastName FROM person WHERE id IN (?, ?) AND lastName <> ? ORDER BY id"><c:forEach items="1,3" var="id"><sql:param value="${id}"/></c:forEach><sql:param value="Kent"/></sql:query>
from a loop: ${q.rows[0].lastName}
<sql:query var="q">SELECT '?' AS a, "id" AS b, ? /* ? */ AS c -- ?
FROM person WHERE id = 1<sql:param value="x"/></sql:query>
no markers: ${q.rows[0].a} ${q.rows[0].b} ${q.rows[0].c}
<c:catch var="no"><sql:query var="q" sql="SELECT ?, ?"><sql:param value="1"/></sql:query></c:catch>too few: ${no.message}
<c:catch var="no"><sql:query var="q" sql="SELECT 1"><sql:param value="1"/></sql:query></c:catch>too many: ${no.message}
<c:catch var="no"><sql:param value="1"/></c:catch>alone: ${no.message}
