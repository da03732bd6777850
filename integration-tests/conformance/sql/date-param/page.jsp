<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<jsp:useBean id="when" class="java.util.Date"/><c:set target="${when}" property="time" value="1709211845500"/>
<sql:query var="q" sql="SELECT ? AS a, ? AS b, ? AS c, ? AS d"><sql:dateParam value="${when}"/><sql:dateParam value="${when}" type="date"/><sql:dateParam value="${when}" type="time"/><sql:dateParam value="${null}"/></sql:query>
${q.rows[0].a} | ${q.rows[0].b} | ${q.rows[0].c} | ${empty q.rows[0].d}
<sql:update sql="UPDATE person SET born = ? WHERE id = 2"><sql:dateParam value="${when}" type="date"/></sql:update>
<sql:query var="q" sql="SELECT lastName, born FROM person WHERE born = ?"><sql:dateParam value="${when}" type="date"/></sql:query>
found: ${q.rows[0].lastName} ${q.rows[0].born}
<c:catch var="no"><sql:query var="q" sql="SELECT ?"><sql:dateParam value="${when}" type="week"/></sql:query></c:catch>${no.message}
<c:catch var="no"><sql:query var="q" sql="SELECT ?"><sql:dateParam value="today"/></sql:query></c:catch>${no.message}
<c:catch var="no"><sql:dateParam value="${when}"/></c:catch>alone: ${no.message}
