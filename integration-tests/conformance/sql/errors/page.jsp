<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<c:catch var="no"><sql:query var="q" sql="SELECT wrong FROM person"/></c:catch>${no.message}
${no.cause}
<c:catch var="no"><sql:update>INSERT INTO person (id) VALUES (?)<sql:param value="1"/></sql:update></c:catch>${no.message}
${no.cause.message}
<c:catch var="no"><sql:query var="q" sql=" "/></c:catch>${no.message}
<c:catch var="no"><sql:query var="q"></sql:query></c:catch>${no.message}
<sql:query var="q" sql="SELECT count(*) AS n FROM person"/>still ${q.rows[0].n}
