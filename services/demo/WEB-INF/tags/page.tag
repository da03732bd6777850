<%@ tag pageEncoding="UTF-8" body-content="scriptless"
        trimDirectiveWhitespaces="true"
        description="What all pages have in common: head, navigation, footer." %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="wide" type="java.lang.Boolean"
              description="the source stands under the page, not beside it" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>
<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title><c:out value="${title}"/> · Vespid</title>
  <link rel="icon" type="image/svg+xml" href="<c:url value="/icon.svg"/>">
  <link rel="stylesheet" href="<c:url value="/style.css"/>">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
  <nav aria-label="Demo">
    <t:link to="/">
      <svg width="22" height="24" viewBox="0 0 22 24" aria-hidden="true">
        <path d="M11 1l10 5.5v11L11 23 1 17.5v-11z"/>
        <path class="band" d="M1 8.2L11 13.7 21 8.2v3.6L11 17.3 1 11.8z"/>
      </svg>Vespid</t:link>
    <t:link to="/catalog.jsp">Catalog</t:link>
    <t:link to="/stock.jsp">Stock report</t:link>
    <t:link to="/streaming.jsp">Streaming</t:link>
  </nav>
</header>
<main id="main" ${wide ? '' : 'class="beside"'}>
<jsp:doBody/>
</main>
<footer>
  <p>The demo of Vespid, served from the binary itself. All data is invented.</p>
</footer>
</body>
</html>
