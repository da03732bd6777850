<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="sqlite::memory:"/>
<sql:update sql="CREATE TABLE person (id INTEGER PRIMARY KEY, lastName VARCHAR(20), born DATE)"/>
<sql:update sql="INSERT INTO person VALUES (1, 'Kent', '1938-04-18'), (2, 'Lane', NULL), (3, 'Olsen', '1940-01-02')"/>
<sql:transaction>
  <sql:update sql="UPDATE person SET lastName = 'A' WHERE id = 1"/>
  <sql:query var="q" sql="SELECT lastName FROM person WHERE id = 1"/>written as it goes: ${q.rows[0].lastName}
  <sql:update sql="UPDATE person SET lastName = 'B' WHERE id = 2"/>
</sql:transaction>
<sql:query var="q" sql="SELECT lastName FROM person ORDER BY id"/>committed: <c:forEach items="${q.rows}" var="r">${r.lastName} </c:forEach>
<c:catch var="no"><sql:transaction>
  <sql:update sql="UPDATE person SET lastName = 'X'"/>
  <sql:update sql="UPDATE nothing SET a = 1"/>
</sql:transaction></c:catch>
<sql:query var="q" sql="SELECT lastName FROM person ORDER BY id"/>rolled back: <c:forEach items="${q.rows}" var="r">${r.lastName} </c:forEach>
<c:catch var="no"><sql:transaction>
  <sql:update sql="UPDATE person SET lastName = 'X'"/>${1 / 0}<sql:query var="q" sql="SELECT 1" dataSource="sqlite::memory:"/>
</sql:transaction></c:catch>another data source: ${no.message}
<sql:query var="q" sql="SELECT lastName FROM person ORDER BY id"/>rolled back: <c:forEach items="${q.rows}" var="r">${r.lastName} </c:forEach>
<c:forEach items="read_committed,read_uncommitted,repeatable_read,serializable,none" var="level">
<c:catch var="no"><sql:transaction isolation="${level}"><sql:update var="n" sql="DELETE FROM person WHERE id = 9"/></sql:transaction></c:catch>${level} ${empty no}</c:forEach>
<c:catch var="no"><sql:transaction dataSource="${null}"/></c:catch>${no.message}
