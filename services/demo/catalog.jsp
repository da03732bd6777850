<%@ page contentType="text/html; charset=UTF-8" session="false"
         trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="fmt" uri="jakarta.tags.fmt" %>
<%@ taglib prefix="fn" uri="jakarta.tags.functions" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>

<%-- A Rust struct, registered under this class name. --%>
<jsp:useBean id="shop" class="demo.Shop" scope="application"/>
<fmt:setLocale value="en_US" scope="request"/>
<c:set var="query" value="${fn:trim(param.q)}"/>

<t:page title="Catalog">
  <section>
    <h1>Catalog</h1>
    <p class="lead">
      ${fn:length(shop.products)} things for people who like
      insects, on ${fn:length(shop.shelves)} shelves.
    </p>

    <form class="filter" role="search"
          action="<c:url value="/catalog.jsp"/>">
      <label for="q">Find</label>
      <input id="q" name="q" type="search"
             value="<c:out value="${query}"/>">
      <button>Search</button>
    </form>

    <nav class="chips" aria-label="Shelves">
      <a href="<c:url value="/catalog.jsp"/>"
         ${empty param.shelf ? 'aria-current="true"' : ''}>All</a>
      <c:forEach items="${shop.shelves}" var="shelf">
        <c:url value="/catalog.jsp" var="link">
          <c:param name="shelf" value="${shelf.code}"/>
        </c:url>
        <a href="${fn:escapeXml(link)}"
           ${param.shelf == shelf.code ? 'aria-current="true"' : ''}>
          <c:out value="${shelf.name}"/></a>
      </c:forEach>
    </nav>

    <t:products items="${shop.products}"
                shelf="${param.shelf}" query="${query}">
      <jsp:attribute name="none">
        <p class="none">
          Nothing here is called “<c:out value="${query}"/>”.
          <a href="<c:url value="/catalog.jsp"/>">Show all</a>
        </p>
      </jsp:attribute>
      <jsp:body>
        <h2><c:out value="${product.name}"/></h2>
        <p class="note"><c:out value="${product.note}"/></p>
        <p class="buy">
          <t:money amount="${product.price}"/>
          <c:choose>
            <c:when test="${product.stock == 0}">
              <b class="out">sold out</b>
            </c:when>
            <c:when test="${product.stock lt 5}">
              <b class="few">${product.stock} left</b>
            </c:when>
            <c:otherwise><b class="in">in stock</b></c:otherwise>
          </c:choose>
        </p>
        <p class="more">
          <t:stars value="${product.rating}"/>
          <c:forEach items="${product.tags}" var="tag">
            <span>${fn:toLowerCase(fn:escapeXml(tag))}</span>
          </c:forEach>
        </p>
      </jsp:body>
    </t:products>
  </section>

  <t:sources files="/catalog.jsp /WEB-INF/tags/products.tag /WEB-INF/tags/money.tag /WEB-INF/tags/stars.tag shop.rs"/>
</t:page>
