<%@ page contentType="text/html; charset=UTF-8" session="false"
         trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>

<fmt:setLocale value="en_US" scope="request"/>

<%-- A button was pressed: fill a shelf up to twice its mark.
     Both statements take effect, or neither. --%>
<c:if test="${pageContext.request.method == 'POST'}">
  <sql:transaction dataSource="jdbc/stock">
    <sql:update>
      INSERT INTO delivery (warehouse, article, quantity)
      SELECT warehouse, article, 2 * lowest - quantity
        FROM shelf
       WHERE warehouse = ? AND article = ? AND quantity < lowest
      <sql:param value="${param.to}"/>
      <sql:param value="${param.article}"/>
    </sql:update>
    <sql:update>
      UPDATE shelf SET quantity = 2 * lowest
       WHERE warehouse = ? AND article = ? AND quantity < lowest
      <sql:param value="${param.to}"/>
      <sql:param value="${param.article}"/>
    </sql:update>
  </sql:transaction>
</c:if>

<sql:query var="totals" dataSource="jdbc/stock">
  SELECT w.code, w.city,
         sum(s.quantity) AS pieces,
         sum(s.quantity * a.price) AS worth,
         100.0 * sum(s.quantity * a.price)
               / sum(sum(s.quantity * a.price)) OVER () AS share
    FROM shelf s
    JOIN warehouse w ON w.code = s.warehouse
    JOIN article a ON a.number = s.article
   GROUP BY w.code, w.city
   ORDER BY worth DESC
</sql:query>

<%-- What a visitor sends is bound, never part of the SQL. --%>
<sql:query var="low" dataSource="jdbc/stock">
  SELECT w.code, w.city, a.number, a.name, s.quantity, s.lowest
    FROM shelf s
    JOIN warehouse w ON w.code = s.warehouse
    JOIN article a ON a.number = s.article
   WHERE s.quantity < s.lowest AND ? IN ('', w.code)
   ORDER BY 1.0 * s.quantity / s.lowest, w.city, a.name
  <sql:param value="${fn:trim(param.warehouse)}"/>
</sql:query>

<sql:query var="deliveries" dataSource="jdbc/stock" maxRows="5">
  SELECT d.quantity, a.name, w.city
    FROM delivery d
    JOIN warehouse w ON w.code = d.warehouse
    JOIN article a ON a.number = d.article
   ORDER BY d.id DESC
</sql:query>

<t:page title="Stock report">
  <section>
    <h1>Stock report</h1>
    <p class="lead">
      Three queries on an SQLite database in memory, written on the page with
      the SQL tags. PostgreSQL takes the same tags.
    </p>

    <table>
      <caption>What the warehouses hold</caption>
      <thead>
        <tr>
          <th scope="col">Warehouse</th>
          <th scope="col" class="number">Pieces</th>
          <th scope="col" class="number">Worth</th>
          <th scope="col" class="number">Share</th>
        </tr>
      </thead>
      <tbody>
        <c:forEach items="${totals.rows}" var="row">
          <tr>
            <th scope="row"><c:out value="${row.city}"/></th>
            <td class="number"><fmt:formatNumber value="${row.pieces}"/></td>
            <td class="number"><t:money amount="${row.worth}"/></td>
            <td class="number bar" style="--share: ${row.share}%">
              <fmt:formatNumber value="${row.share}" pattern="0.0"/>&nbsp;%</td>
          </tr>
        </c:forEach>
      </tbody>
    </table>

    <form class="filter" action="<c:url value="/stock.jsp"/>">
      <label for="warehouse">Warehouse</label>
      <select id="warehouse" name="warehouse">
        <option value="">all of them</option>
        <c:forEach items="${totals.rows}" var="row">
          <option value="${row.code}"
                  ${row.code == param.warehouse ? 'selected' : ''}>
            <c:out value="${row.city}"/></option>
        </c:forEach>
      </select>
      <button>Show</button>
    </form>

    <table>
      <caption>Below the lowest mark: ${low.rowCount}</caption>
      <thead>
        <tr>
          <th scope="col">Article</th>
          <th scope="col">Warehouse</th>
          <th scope="col" class="number">Left</th>
          <th scope="col" class="number">Lowest</th>
          <th scope="col"><span class="unseen">Order</span></th>
        </tr>
      </thead>
      <tbody>
        <c:forEach items="${low.rows}" var="row">
          <tr>
            <th scope="row"><c:out value="${row.name}"/></th>
            <td><c:out value="${row.city}"/></td>
            <td class="number ${row.quantity == 0 ? 'out' : ''}">
              ${row.quantity}</td>
            <td class="number">${row.lowest}</td>
            <td class="number">
              <form method="post" action="<c:url value="/stock.jsp"/>">
                <input type="hidden" name="warehouse"
                       value="<c:out value="${param.warehouse}"/>">
                <input type="hidden" name="to" value="${row.code}">
                <input type="hidden" name="article" value="${row.number}">
                <button aria-label="Fill up <c:out
                  value="${row.name}, ${row.city}"/>">Fill up</button>
              </form>
            </td>
          </tr>
        </c:forEach>
        <c:if test="${low.rowCount == 0}">
          <tr><td colspan="5">Everything is above its mark.</td></tr>
        </c:if>
      </tbody>
    </table>

    <c:if test="${deliveries.rowCount gt 0}">
      <h2>Last deliveries</h2>
      <ul>
        <c:forEach items="${deliveries.rows}" var="row">
          <li>${row.quantity} × <c:out value="${row.name}"/>
            to <c:out value="${row.city}"/></li>
        </c:forEach>
      </ul>
    </c:if>
  </section>

  <t:sources files="/stock.jsp /WEB-INF/tags/money.tag /WEB-INF/stock.sql"/>
</t:page>
