<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:query var="a" sql="SELECT id, lastName FROM person ORDER BY id"/>
attribute: ${a.rowCount} ${a.rows[0].lastName}
<sql:query var="b">
  SELECT id FROM person WHERE id > ? ORDER BY id
  <sql:param value="${1}"/>
</sql:query>
body: <c:forEach items="${b.rows}" var="r">${r.id} </c:forEach>
<sql:query var="c" sql="SELECT id FROM person WHERE lastName = ?"><sql:param>
  Olsen
</sql:param></sql:query>
attribute and parameters: ${c.rows[0].id}
<c:set var="n" value="2"/><sql:query var="d">SELECT lastName FROM person WHERE id = ${n}</sql:query>
evaluated body: ${d.rowsByIndex[0][0]}
