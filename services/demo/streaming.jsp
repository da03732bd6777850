<%@ page contentType="text/html; charset=UTF-8" session="false"
         trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="demo" uri="urn:vespid:demo" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>

<fmt:setLocale value="en_US" scope="request"/>
<c:set var="start" value="${demo:now()}"/>

<t:page title="Streaming">
  <section>
    <h1>Streaming</h1>
    <p class="lead">
      This page is sent as it is made. Compare the times: what stands
      above was on your screen while the rest was still computed.
    </p>

    <h2>At once</h2>
    <t:stamp since="${start}"/>
    <sql:query var="warehouses" dataSource="jdbc/stock">
      SELECT city, orders FROM warehouse ORDER BY city
    </sql:query>
    <table>
      <caption>Orders that we expect each day</caption>
      <thead>
        <tr>
          <th scope="col">Warehouse</th>
          <th scope="col" class="number">Orders</th>
        </tr>
      </thead>
      <tbody>
        <c:forEach items="${warehouses.rows}" var="row">
          <tr>
            <th scope="row"><c:out value="${row.city}"/></th>
            <td class="number">${row.orders}</td>
          </tr>
        </c:forEach>
      </tbody>
    </table>
  </section>

  <t:sources files="/streaming.jsp /WEB-INF/tags/stamp.tag /WEB-INF/demo.tld tags.rs"/>

  <section>
    <h2>After a second</h2>
    <demo:flush/>
    <%-- As if for another service: the page waits, no thread. --%>
    <demo:wait seconds="1"/>
    <t:stamp since="${start}"/>
    <p>
      A tag in Rust was waiting. Meanwhile the server went on with
      other requests.
    </p>
  </section>

  <section>
    <h2>After a slow query</h2>
    <demo:flush/>
    <sql:query var="forecast" dataSource="jdbc/stock">
      WITH RECURSIVE day (n, dice) AS (
        SELECT 1, 2026
        UNION ALL
        SELECT n + 1, (dice * 1103515245 + 12345) % 2147483648
          FROM day WHERE n < ?
      )
      SELECT city, avg(orders) AS mean, max(orders) AS most
        FROM (SELECT city,
                     orders - 8 + (dice >> (8 + unicode(code) % 8)) % 17
                       AS orders
                FROM day CROSS JOIN warehouse)
       GROUP BY city
       ORDER BY city
      <sql:param value="${750000}"/>
    </sql:query>
    <t:stamp since="${start}"/>
    <table>
      <caption>750,000 days of orders, played through in SQL</caption>
      <thead>
        <tr>
          <th scope="col">Warehouse</th>
          <th scope="col" class="number">Mean</th>
          <th scope="col" class="number">Busiest day</th>
        </tr>
      </thead>
      <tbody>
        <c:forEach items="${forecast.rows}" var="row">
          <tr>
            <th scope="row"><c:out value="${row.city}"/></th>
            <td class="number">
              <fmt:formatNumber value="${row.mean}" pattern="0.00"/></td>
            <td class="number">${row.most}</td>
          </tr>
        </c:forEach>
      </tbody>
    </table>
    <p>Go away before it is there, and the query is cancelled.</p>
  </section>
</t:page>
