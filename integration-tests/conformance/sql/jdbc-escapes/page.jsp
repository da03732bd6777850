<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:query var="q" sql="SELECT {d '2024-02-29'} AS d, {t '12:30:00'} AS t, {ts '2024-02-29 12:30:00'} AS ts, '{d no}' AS text, {fn upper('a')} AS f"/>
${q.rows[0].d} | ${q.rows[0].t} | ${q.rows[0].ts} | ${q.rows[0].text} | ${q.rows[0].f}
<sql:query var="q" sql="SELECT lastName FROM person WHERE born = {d '1938-04-18'}"/>${q.rows[0].lastName}
