<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:query var="q" sql="SELECT count(*) AS n FROM person"/>${q.rows[0].n}
