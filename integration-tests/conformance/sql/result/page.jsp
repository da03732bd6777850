<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:query var="r" sql="SELECT id, lastName, born FROM person ORDER BY id"/>
<c:forEach items="${r.rows}" var="row">${row.LASTNAME} ${row.lastname} ${row['LastName']} ${empty row.born} ${row.nothing}|
</c:forEach><c:forEach items="${r.columnNames}" var="name">${name} </c:forEach>
<c:forEach items="${r.rowsByIndex}" var="row"><c:forEach items="${row}" var="value">[${value}]</c:forEach> </c:forEach>
${r.rowCount} ${r.limitedByMaxRows} ${r.getRowCount()}
<sql:query var="none" sql="SELECT id FROM person WHERE id = 9"/>
empty: ${none.rowCount} <c:forEach items="${none.rows}" var="row">a row</c:forEach><c:forEach items="${none.columnNames}" var="name">${name}</c:forEach>
<c:forEach items="${r.rows[0]}" var="column">${column.key}=${column.value} </c:forEach>
