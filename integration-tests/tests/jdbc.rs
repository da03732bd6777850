//! Java in pages with a real PostgreSQL: what its driver gives there, waiting without a thread, leaving, and connections
//! that go back to the pool.
//!
//! As in `streaming`, a slow statement is one that waits at a lock that the test holds.

use std::process::Command;

use anyhow::Result;
use vespid_integration_tests::App;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::pg::Gate;
use vespid_integration_tests::wait_until;

/// Connections that a page's pool makes at most.
const POOL: usize = 3;

fn url(database: &Database) -> String {
    format!("{}?pool_size={POOL}&acquire_timeout=5m&query_timeout=5m", database.url())
}

fn scriptlet(code: &str) -> String {
    format!(
        "<%@ page contentType=\"text/plain;charset=UTF-8\" session=\"false\" import=\"java.sql.*,java.util.*\" %><% {code} %>"
    )
}

/// A page whose Java asks the gate, and one that does other things.
fn app(database: &Database) -> Result<App> {
    let url = url(database);
    let app = App::new()?;
    app.file(
        "gate.jsp",
        scriptlet(&format!(
            "try (Connection c = DriverManager.getConnection(\"{url}\"); Statement s = c.createStatement()) {{ \
             ResultSet r = s.executeQuery(\"SELECT word FROM gate\"); r.next(); out.print(\"found \" + r.getString(1)); }}"
        )),
    )?
    .file("other.jsp", scriptlet("int sum = 0; for (int i = 0; i < 10; i++) sum += i; out.print(\"sum \" + sum);"))?;
    Ok(app)
}

/// Asks for a page and does not read what comes.
fn ask(server: &Server, target: &str) -> Result<Connection> {
    let mut connection = Connection::open(server.address())?;
    connection.send(&Request::new("GET", target))?;
    Ok(connection)
}

/// The values, types and states that pgJDBC 42.5 gives for the same page on a JVM (but for `serial`, which is no type).
#[test]
fn values_and_states_are_those_of_the_driver() -> Result<()> {
    let database = Database::create()?;
    let app = App::new()?;
    app.file("values.jsp", include_str!("jdbc/values.jsp").replace("URL", &url(&database)))?;
    let server = Server::development(app.path())?;
    assert_eq!(server.page("/values.jsp")?, include_str!("jdbc/values.expected"));
    Ok(())
}

#[test]
fn java_that_waits_for_a_database_holds_no_thread() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    let gate = Gate::closed(&database)?;
    let server = Server::start(
        Command::new(binary::vespid()?).arg("serve").arg(app.path()).env("TOKIO_WORKER_THREADS", "1"),
    )?;

    // More than the pool holds: some wait for the database, the others for a connection.
    let clients: Vec<Connection> = (0..2 * POOL).map(|_| ask(&server, "/gate.jsp")).collect::<Result<_>>()?;
    wait_until("the whole pool waits at the gate", || Ok(database.running("FROM gate")? == POOL))?;
    assert_eq!(server.page("/other.jsp")?, "sum 45");

    gate.open()?;
    for mut client in clients {
        assert_eq!(client.read_response()?.text(), "found open");
    }
    assert!(database.connections()? <= POOL, "{} connections", database.connections()?);
    Ok(())
}

#[test]
fn a_client_that_leaves_ends_statement_and_transaction() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    database.execute("CREATE TABLE note (word text)")?;
    app.file(
        "transaction.jsp",
        scriptlet(&format!(
            "Connection c = DriverManager.getConnection(\"{}\"); c.setAutoCommit(false); application.setAttribute(\"c\", c); \
             Statement s = c.createStatement(); s.executeUpdate(\"INSERT INTO note VALUES ('half done')\"); \
             s.executeQuery(\"SELECT word FROM gate\"); c.commit(); out.print(\"done\");",
            url(&database)
        )),
    )?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;

    let client = ask(&server, "/transaction.jsp")?;
    wait_until("the query waits at the gate", || Ok(database.running("FROM gate")? == 1))?;
    drop(client);
    // The gate is still closed: nothing ends by itself.
    wait_until("the transaction is over", || {
        Ok(database.running("FROM gate")? == 0 && database.open_transactions()? == 0)
    })?;
    gate.open()?;
    assert_eq!(database.rows("SELECT word FROM note")?, Vec::<Vec<Option<String>>>::new());
    assert_eq!(server.page("/transaction.jsp")?, "done");
    assert_eq!(database.rows("SELECT word FROM note")?, [[Some("half done".to_owned())]]);
    Ok(())
}

#[test]
fn connections_that_nobody_closes_go_back_with_their_request() -> Result<()> {
    let database = Database::create()?;
    let app = App::new()?;
    database.execute("CREATE TABLE note (word text)")?;
    app.file(
        "forgets.jsp",
        scriptlet(&format!(
            "Connection old = (Connection) application.getAttribute(\"c\"); \
             out.print(old == null ? \"none \" : old.isClosed() ? \"closed \" : \"open \"); \
             if (old != null) {{ try {{ old.createStatement(); }} catch (SQLException e) {{ out.print(e.getSQLState() + \" \"); }} }} \
             Connection c = DriverManager.getConnection(\"{}\"); c.setAutoCommit(false); \
             c.createStatement().executeUpdate(\"INSERT INTO note VALUES ('x')\"); \
             application.setAttribute(\"c\", c); out.print(c.isClosed()); \
             if (request.getParameter(\"fail\") != null) throw new IllegalStateException(\"on purpose\");",
            url(&database)
        )),
    )?;
    let server = Server::production(app.path())?;

    assert_eq!(server.page("/forgets.jsp")?, "none false");
    for _ in 0..3 * POOL {
        assert_eq!(server.page("/forgets.jsp")?, "closed 08003 false");
        assert_eq!(server.get("/forgets.jsp?fail=1")?.head.status, 500);
    }
    wait_until("no transaction is open", || Ok(database.open_transactions()? == 0))?;
    assert!(database.connections()? <= POOL, "{} connections", database.connections()?);
    // What was not committed is gone.
    assert_eq!(database.rows("SELECT word FROM note")?, Vec::<Vec<Option<String>>>::new());
    Ok(())
}

#[test]
fn a_statement_that_takes_too_long_leaves_its_connection() -> Result<()> {
    let database = Database::create()?;
    let app = App::new()?;
    app.file(
        "page.jsp",
        scriptlet(&format!(
            "Connection c = DriverManager.getConnection(\"{}\"); Statement s = c.createStatement(); s.setQueryTimeout(1); \
             try {{ s.executeQuery(\"SELECT word FROM gate\"); }} catch (SQLTimeoutException e) {{ out.print(e.getSQLState() + \" \"); }} \
             ResultSet r = s.executeQuery(\"SELECT 'next'\"); r.next(); out.print(r.getString(1) + \" \" + c.isClosed());",
            url(&database)
        )),
    )?;
    let _gate = Gate::closed(&database)?;
    let server = Server::development(app.path())?;
    assert_eq!(server.page("/page.jsp")?, "57014 next false");
    assert_eq!(database.running("FROM gate")?, 0);
    Ok(())
}

/// A data source in Java, whose connections the SQL tags use by their methods.
#[test]
fn tags_take_a_data_source_of_the_application() -> Result<()> {
    let database = Database::create()?;
    let app = App::new()?;
    app.file(
        "WEB-INF/classes/shop/Source.java",
        "package shop; import java.sql.*; public class Source implements javax.sql.DataSource { \
         public static int opened; private final String url; public Source(String url) { this.url = url; } \
         public Connection getConnection() throws SQLException { opened++; return DriverManager.getConnection(url); } \
         public Connection getConnection(String user, String password) throws SQLException { throw new SQLException(\"no\"); } \
         public int getLoginTimeout() { return 0; } public void setLoginTimeout(int seconds) { } \
         public java.io.PrintWriter getLogWriter() { return null; } public void setLogWriter(java.io.PrintWriter w) { } }",
    )?
    .file(
        "page.jsp",
        format!(
            r#"<%@ page contentType="text/plain;charset=UTF-8" session="false" import="shop.Source" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><%
  application.setAttribute("source", new Source("{}"));
%><sql:setDataSource dataSource="${{source}}"/><sql:transaction isolation="serializable"><sql:update>create table thing (id int, word text)</sql:update><c:forEach begin="1" end="5" var="i"><sql:update var="n">insert into thing values (?, ?)<sql:param value="${{i}}"/><sql:param value="w${{i}}"/></sql:update>${{n}} </c:forEach></sql:transaction><sql:query var="found" dataSource="${{source}}" startRow="1" maxRows="2">select id, word from thing where id > ? order by id<sql:param value="1"/></sql:query>${{found.rowCount}} ${{found.limitedByMaxRows}} ${{found.rows[0].WORD}} ${{found.rowsByIndex[1][0]}} <%= Source.opened %><c:catch var="failed"><sql:query var="x" dataSource="${{source}}">select * from nothing</sql:query></c:catch> ${{failed.cause['class'].name}}"#,
            url(&database)
        ),
    )?;
    let server = Server::development(app.path())?;
    assert_eq!(server.page("/page.jsp")?, "1 1 1 1 1 2 true w3 4 2 java.sql.SQLException");
    assert_eq!(database.open_transactions()?, 0);
    Ok(())
}

/// Where Java of the application may wait besides its pages; each finds the data sources, and what each opens goes back.
#[test]
fn listeners_filters_and_servlets_wait_too() -> Result<()> {
    let database = Database::create()?;
    let app = App::new()?;
    app.file(
        "WEB-INF/web.xml",
        r#"<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
<listener><listener-class>shop.Start</listener-class></listener>
<filter><filter-name>f</filter-name><filter-class>shop.Around</filter-class></filter>
<filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern></filter-mapping>
<servlet><servlet-name>s</servlet-name><servlet-class>shop.Answer</servlet-class></servlet>
<servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>
</web-app>"#,
    )?
    .file(
        "WEB-INF/classes/shop/Db.java",
        r#"package shop; import java.sql.*; public class Db {
  public static Connection kept;
  public static Connection open() throws SQLException { return kept = DriverManager.getConnection("URL"); }
  public static String ask(String what) throws SQLException {
    try (Connection c = DriverManager.getConnection("URL"); PreparedStatement p = c.prepareStatement("SELECT ?::text, pg_sleep(0.001)")) {
      p.setString(1, what); ResultSet r = p.executeQuery(); r.next(); return r.getString(1); } } }"#
            .replace("URL", &url(&database)),
    )?
    .file(
        "WEB-INF/classes/shop/Start.java",
        r#"package shop; import jakarta.servlet.*; public class Start implements ServletContextListener {
  public void contextInitialized(ServletContextEvent e) {
    try { e.getServletContext().setAttribute("start", Db.ask("start")); Db.open(); }
    catch (Exception x) { e.getServletContext().setAttribute("start", x); } }
  public void contextDestroyed(ServletContextEvent e) { } }"#,
    )?
    .file(
        "WEB-INF/classes/shop/Around.java",
        r#"package shop; import jakarta.servlet.*; public class Around implements Filter {
  public void init(FilterConfig c) throws ServletException { }
  public void destroy() { }
  public void doFilter(ServletRequest q, ServletResponse r, FilterChain chain) throws java.io.IOException, ServletException {
    try { q.setAttribute("filter", Db.ask("filter") + " " + Db.kept.isClosed()); q.setAttribute("c", Db.open()); }
    catch (java.sql.SQLException x) { throw new ServletException(x); }
    chain.doFilter(q, r); } }"#,
    )?
    .file(
        "WEB-INF/classes/shop/Answer.java",
        r#"package shop; import jakarta.servlet.http.*; public class Answer extends HttpServlet {
  protected void doGet(HttpServletRequest q, HttpServletResponse r) throws java.io.IOException {
    try { r.getWriter().print(Db.ask("servlet") + " " + q.getAttribute("filter") + " " + ((java.sql.Connection) q.getAttribute("c")).isClosed()); }
    catch (java.sql.SQLException x) { r.getWriter().print(x); } } }"#,
    )?
    .file(
        "page.jsp",
        r#"<%@ page session="false" import="shop.Db" %><%= Db.ask("page") %> ${filter} ${start} <%= ((java.sql.Connection) request.getAttribute("c")).isClosed() %>"#,
    )?;
    let server = Server::production(app.path())?;
    for _ in 0..2 * POOL {
        assert_eq!(server.page("/page.jsp")?, "page filter true start false");
        assert_eq!(server.page("/s")?, "servlet filter true false");
    }
    assert!(database.connections()? <= POOL, "{} connections", database.connections()?);
    Ok(())
}
