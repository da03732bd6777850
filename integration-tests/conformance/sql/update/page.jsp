<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:update var="n" sql="UPDATE person SET lastName = 'Lang' WHERE id < 3"/>update ${n}
<sql:update var="n" scope="request">DELETE FROM person WHERE id = ?<sql:param value="3"/></sql:update>delete ${requestScope.n}
<sql:update var="n" sql="DELETE FROM person WHERE id = 3"/>none ${n}
<sql:update var="n" sql="INSERT INTO person (id) VALUES (7), (8)"/>insert ${n}
<sql:update var="n" sql="CREATE TABLE other (a INTEGER)"/>table ${n}
<sql:update var="n" sql="DROP TABLE other"/>drop ${n}
<sql:query var="q" sql="SELECT id, lastName FROM person ORDER BY id"/><c:forEach items="${q.rows}" var="r">${r.id}${r.lastName} </c:forEach>
