<%@ page contentType="text/html; charset=UTF-8" session="false"
         trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="t" tagdir="/WEB-INF/tags" %>

<t:page title="Pages in Rust, served as streams" wide="true">
  <section class="hero">
    <h1>Jakarta Pages without a JVM, served as streams</h1>
    <p class="lead">
      Vespid compiles JSP pages, tag files and SQL tags to small programs and
      runs each request as a stream of bytes. It is one binary: point it at the
      web application that you have, or embed it in a Rust service.
    </p>
  </section>

  <section aria-labelledby="demos">
    <h2 id="demos">See it work</h2>
    <ul class="cards">
      <t:card title="Catalog" to="/catalog.jsp">
        Beans that are Rust structs, tag files with fragments and nested
        variables, formatted prices, a search.
      </t:card>
      <t:card title="Stock report" to="/stock.jsp">
        SQL on the page itself: totals, a filter with a bound parameter, and
        two updates in one transaction.
      </t:card>
      <t:card title="Streaming" to="/streaming.jsp">
        The head and the first table arrive at once, while the query below them
        still runs.
      </t:card>
    </ul>
  </section>

  <section aria-labelledby="own">
    <h2 id="own">Serve your own</h2>
    <pre class="shell"><code>vespid serve path/to/webapp --dev</code></pre>
    <p>
      With <code>--dev</code> an edit shows at the next reload, and an error
      shows the very line of the page. Each page here shows its own source.
    </p>
  </section>

  <t:sources files="/index.jsp /WEB-INF/tags/page.tag /WEB-INF/tags/card.tag"/>
</t:page>
