//! Pages as streams: bytes go out while the page waits, waiting costs little, and a client that goes away takes
//! everything with it.
//!
//! The slow query of most of these tests is one that waits at a lock that the test holds (`Gate`): so a test knows
//! that the query has not ended, and nothing depends on the speed of the machine.

use std::time::Duration;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::App;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Framing;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::pg::Gate;
use vespid_integration_tests::wait_until;
use vespid_integration_tests::wait_within;

/// Connections that the pool of these pages makes at most.
const POOL: usize = 10;

/// What the pages write before they wait.
const HEAD: &str = "<h1>head</h1>";

/// The data source: a pool of that size, and patience beyond that of any test here.
fn source(database: &Database) -> String {
    format!("{}?pool_size={POOL}&acquire_timeout=5m&query_timeout=5m", database.url())
}

/// A page that sends its head, runs a query and writes the first value of its first row.
fn page(database: &Database, query: &str) -> String {
    let url = source(database);
    format!(
        r#"<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" %>
<%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource var="db" url="{url}"/>
{HEAD}<jsp:include page="empty.jsp" flush="true"/>
<sql:query dataSource="${{db}}" var="found">{query}</sql:query>
<p>found ${{found.rowsByIndex[0][0]}}, ${{found.rowCount}} row</p>
"#
    )
}

fn app(database: &Database) -> Result<App> {
    let app = App::new()?;
    app.file("empty.jsp", r#"<%@ page session="false" %>"#)?
        .file("gate.jsp", page(database, "SELECT word FROM gate"))?
        .file("sleep.jsp", page(database, "SELECT 'slept', pg_sleep(2)"))?
        .file("quick.jsp", page(database, "SELECT 'quick'"))?;
    Ok(app)
}

/// Asks for a page and reads until its head is there.
fn until_head(server: &Server, target: &str) -> Result<(Connection, Framing)> {
    let mut connection = Connection::open(server.address())?;
    connection.send(&Request::new("GET", target))?;
    let (head, framing) = connection.read_head()?;
    ensure!(head.status == 200, "status {}; the log:\n{}", head.status, server.log());
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains(HEAD) {
        let chunk = connection.read_chunk()?.context("the page ended before its head was there")?;
        seen.extend_from_slice(&chunk.bytes);
    }
    ensure!(!String::from_utf8_lossy(&seen).contains("found"), "the page did not wait");
    Ok((connection, framing))
}

fn rest(connection: &mut Connection) -> Result<String> {
    let mut seen = Vec::new();
    while let Some(chunk) = connection.read_chunk()? {
        seen.extend_from_slice(&chunk.bytes);
    }
    Ok(String::from_utf8_lossy(&seen).into_owned())
}

#[test]
fn the_head_arrives_while_the_query_runs() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;

    let (mut connection, framing) = until_head(&server, "/gate.jsp")?;
    assert_eq!(framing, Framing::Chunked);
    wait_until("the query waits at the gate", || Ok(database.running("FROM gate")? == 1))?;

    gate.open()?;
    let rest = rest(&mut connection)?;
    assert!(rest.contains("<p>found open, 1 row</p>"), "{rest}");
    // The connection is as good as new.
    let next = connection.exchange(&Request::new("GET", "/quick.jsp"))?;
    assert!(next.text().contains("found quick"), "{}", next.text());
    Ok(())
}

#[test]
fn the_head_comes_long_before_a_slow_query_ends() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    let server = Server::production(app.path())?;
    // Compiles the page and opens the pool.
    server.page("/quick.jsp")?;

    let response = server.get("/sleep.jsp")?;
    let [first, .., last] = response.chunks.as_slice() else {
        anyhow::bail!("one chunk: {}", response.text());
    };
    assert!(String::from_utf8_lossy(&first.bytes).contains(HEAD), "{first:?}");
    assert!(response.text().contains("found slept"), "{}", response.text());
    assert!(
        last.after - first.after > Duration::from_secs(1),
        "head {:?}, end {:?}",
        first.after,
        last.after
    );
    println!("head after {:?}, end after {:?}", first.after, last.after);
    Ok(())
}

#[test]
fn a_client_that_leaves_ends_its_query() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;

    // More than the pool holds: some wait for the database, the others for a connection.
    let clients = 2 * POOL;
    let mut connections = Vec::new();
    for _ in 0..clients {
        connections.push(until_head(&server, "/gate.jsp")?);
    }
    wait_until("every connection of the pool waits at the gate", || {
        Ok(database.running("FROM gate")? == POOL)
    })?;
    drop(connections);

    // The gate is still closed: no query ends by itself.
    wait_until("no query is left", || Ok(database.running("FROM gate")? == 0))?;
    gate.open()?;

    // The pool is whole: as many pages as it has connections wait at once, none is in a transaction.
    let gate = database.connect()?;
    gate.execute("BEGIN; LOCK TABLE gate IN ACCESS EXCLUSIVE MODE")?;
    let mut connections = Vec::new();
    for _ in 0..POOL {
        connections.push(until_head(&server, "/gate.jsp")?);
    }
    wait_until("the whole pool is in use", || Ok(database.running("FROM gate")? == POOL))?;
    gate.execute("COMMIT")?;
    for (connection, _) in &mut connections {
        let rest = rest(connection)?;
        assert!(rest.contains("found open"), "{rest}");
    }
    assert_eq!(database.open_transactions()?, 0);
    assert!(database.connections()? <= POOL, "{} connections", database.connections()?);
    Ok(())
}

#[test]
fn a_client_that_leaves_takes_its_transaction_with_it() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    database.execute("CREATE TABLE note (word text)")?;
    let url = source(&database);
    app.file(
        "transaction.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource var="db" url="{url}"/>{HEAD}<jsp:include page="empty.jsp" flush="true"/>
<sql:transaction dataSource="${{db}}">
<sql:update>INSERT INTO note VALUES ('half done')</sql:update>
<sql:query var="found">SELECT word FROM gate</sql:query>
</sql:transaction>found ${{found.rowCount}}"#
        ),
    )?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;

    let (connection, _) = until_head(&server, "/transaction.jsp")?;
    wait_until("the query waits at the gate", || Ok(database.running("FROM gate")? == 1))?;
    drop(connection);
    wait_until("the transaction is over", || {
        Ok(database.running("FROM gate")? == 0 && database.open_transactions()? == 0)
    })?;
    gate.open()?;
    assert_eq!(database.rows("SELECT word FROM note")?, Vec::<Vec<Option<String>>>::new());

    // Nothing holds the table, and the same page now commits.
    assert!(server.page("/transaction.jsp")?.contains("found 1"));
    assert_eq!(database.rows("SELECT word FROM note")?, [[Some("half done".to_owned())]]);
    Ok(())
}

#[test]
fn queries_started_early_run_at_the_same_time_and_end_with_their_page() -> Result<()> {
    let database = Database::create()?;
    let app = app(&database)?;
    let url = source(&database);
    app.file(
        "early.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="v" uri="urn:vespid:tags" %>
<sql:setDataSource url="{url}"/>
<v:query var="a" start="early" sql="SELECT word || ' a' AS word FROM gate"/>
<v:query var="b" start="early" sql="SELECT word || ' b' AS word FROM gate"/>
{HEAD}<v:flush/><v:await value="${{b}}"/>
<c:forEach items="${{a.rows}}" var="row">found ${{row.word}}</c:forEach>, ${{b.rows[0].word}}"#
        ),
    )?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;
    let (mut connection, _) = until_head(&server, "/early.jsp")?;
    let (leaving, _) = until_head(&server, "/early.jsp")?;
    wait_until("both queries of both pages wait", || Ok(database.running("FROM gate")? == 4))?;
    drop(leaving);
    wait_until("those of the page that is gone end", || Ok(database.running("FROM gate")? == 2))?;
    gate.open()?;
    let rest = rest(&mut connection)?;
    assert!(rest.contains("found open a, open b"), "{rest}");
    assert_eq!(database.open_transactions()?, 0);
    Ok(())
}

#[test]
fn a_million_rows_take_little_memory_and_end_with_their_client() -> Result<()> {
    const ROWS: usize = 1_000_000;
    const MOST_BYTES: u64 = 10 << 20;

    let database = Database::create()?;
    database.execute(&format!(
        "CREATE TABLE item (id int, name text); INSERT INTO item SELECT i, 'item ' || i FROM generate_series(1, {ROWS}) i"
    ))?;
    let app = app(&database)?;
    let url = source(&database);
    app.file(
        "rows.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="v" uri="urn:vespid:tags" %>
<sql:setDataSource url="{url}"/>{HEAD}<table>
<c:if test="${{empty param.few}}"><v:query var="q" stream="true" sql="SELECT id, name FROM item"/></c:if>
<c:if test="${{not empty param.few}}"><v:query var="q" stream="true" sql="SELECT id, name FROM item WHERE id < 5000"/></c:if>
<c:forEach items="${{q.rows}}" var="row"><tr><td>${{row.id}}</td><td>${{row.name}}</td></tr>
</c:forEach></table>"#
        ),
    )?;
    let server = Server::production(app.path())?;
    // The page is compiled, the pool is there, and buffers have grown as they do for any page.
    ensure!(server.page("/rows.jsp?few=1")?.trim_end().ends_with("</table>"), "no end");
    let base = server.resident_bytes()?;

    let (mut connection, _) = until_head(&server, "/rows.jsp")?;
    let (mut rows, mut most, mut parts) = (0, base, 0);
    while let Some(chunk) = connection.read_chunk()? {
        rows += chunk.bytes.windows(5).filter(|part| part == b"</tr>").count();
        parts += 1;
        if parts % 64 == 0 {
            most = most.max(server.resident_bytes()?);
        }
    }
    // Some rows may lie across two pieces.
    ensure!(rows > ROWS - parts, "{rows} rows in {parts} pieces");
    println!("{} KB more for a million rows", most.saturating_sub(base) / 1024);
    ensure!(most - base < MOST_BYTES, "{} bytes more", most - base);

    let (mut connection, _) = until_head(&server, "/rows.jsp")?;
    connection.read_chunk()?;
    ensure!(database.open_transactions()? + database.running("FROM item")? > 0, "the query is over");
    drop(connection);
    wait_within("the query ends", Duration::from_secs(1), || {
        Ok(database.running("FROM item")? == 0 && database.open_transactions()? == 0)
    })?;
    Ok(())
}

#[test]
fn the_first_row_of_a_million_goes_out_while_the_second_is_not_there() -> Result<()> {
    const KEY: u32 = 7;

    let database = Database::create()?;
    let app = app(&database)?;
    let url = source(&database);
    // The second row waits for whoever holds the key.
    app.file(
        "rows.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="v" uri="urn:vespid:tags" %>
<sql:setDataSource var="db" url="{url}"/><table>
<v:query var="q" stream="true" dataSource="${{db}}">
SELECT id, 'item ' || id AS name FROM (SELECT generate_series(1, 1000000) AS id) AS number
WHERE id <> 2 OR pg_advisory_xact_lock_shared({KEY})::text IS NOT NULL</v:query>
<c:forEach items="${{q.rows}}" var="row"><tr><td>${{row.id}}</td><td>${{row.name}}</td></tr>
</c:forEach></table>"#
        ),
    )?;
    let gate = database.connect()?;
    gate.execute(&format!("SELECT pg_advisory_lock({KEY})"))?;
    let server = Server::production(app.path())?;

    // Reads until the first row is there.
    let until_first_row = || -> Result<(Connection, String)> {
        let mut connection = Connection::open(server.address())?;
        connection.send(&Request::new("GET", "/rows.jsp"))?;
        let (head, _) = connection.read_head()?;
        ensure!(head.status == 200, "status {}; the log:\n{}", head.status, server.log());
        let mut seen = String::new();
        while !seen.contains("<td>item 1</td></tr>") {
            let chunk = connection.read_chunk()?.context("the page ended before its first row")?;
            seen.push_str(&String::from_utf8_lossy(&chunk.bytes));
        }
        ensure!(!seen.contains("item 2<"), "the second row did not wait");
        wait_until("the query waits for the key", || Ok(database.running("pg_advisory")? == 1))?;
        Ok((connection, seen))
    };

    // A client that goes takes the query along, which nobody has let through.
    drop(until_first_row()?);
    wait_until("the query ends", || {
        Ok(database.running("pg_advisory")? == 0 && database.open_transactions()? == 0)
    })?;

    let (mut connection, mut seen) = until_first_row()?;
    gate.execute(&format!("SELECT pg_advisory_unlock({KEY})"))?;
    seen.push_str(&rest(&mut connection)?);
    ensure!(seen.matches("</tr>").count() == 1_000_000, "{} rows", seen.matches("</tr>").count());
    ensure!(seen.trim_end().ends_with("<td>item 1000000</td></tr>\n</table>"), "no end");
    Ok(())
}

#[test]
fn thousands_of_waiting_pages_are_small() -> Result<()> {
    const BASE: usize = 200;
    const PAGES: usize = 5_000;
    const MOST_BYTES_EACH: u64 = 30_000;

    let database = Database::create()?;
    let app = app(&database)?;
    let gate = Gate::closed(&database)?;
    let server = Server::production(app.path())?;

    let mut connections = Vec::with_capacity(BASE + PAGES);
    for _ in 0..BASE {
        connections.push(until_head(&server, "/gate.jsp")?);
    }
    wait_until("the whole pool is in use", || Ok(database.running("FROM gate")? == POOL))?;
    let base = server.resident_bytes()?;
    for count in 0..PAGES {
        let opened = until_head(&server, "/gate.jsp").with_context(|| {
            format!("page {count}: are {} open files allowed? (ulimit -n)", BASE + PAGES + 100)
        })?;
        connections.push(opened);
    }
    let each = server.resident_bytes()?.saturating_sub(base) / PAGES as u64;
    println!("{each} bytes for each waiting page");
    assert!(each < MOST_BYTES_EACH, "{each} bytes for each waiting page");
    assert!(database.connections()? <= POOL, "{} connections", database.connections()?);

    gate.open()?;
    for (connection, _) in &mut connections {
        let rest = rest(connection)?;
        ensure!(rest.contains("<p>found open, 1 row</p>"), "{rest}\nthe log:\n{}", server.log());
    }
    Ok(())
}

#[test]
fn a_page_waits_for_a_client_that_does_not_read() -> Result<()> {
    const MOST_BYTES: u64 = 32 << 20;

    let app = App::new()?;
    let line = "0123456789".repeat(10);
    app.file("fine.jsp", r#"<%@ page session="false" %>fine"#)?.file(
        "long.jsp",
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>
{HEAD}<c:forEach begin="1" end="1000000">{line}
</c:forEach>"#
        ),
    )?;
    let server = Server::production(app.path())?;
    server.page("/fine.jsp")?;
    let base = server.resident_bytes()?;
    let (mut idle, _) = until_head(&server, "/long.jsp")?;
    for _ in 0..200 {
        assert_eq!(server.page("/fine.jsp")?, "fine");
    }
    let grown = server.resident_bytes()?.saturating_sub(base);
    assert!(grown < MOST_BYTES, "{grown} bytes more while nobody reads");

    // It goes on when the client does.
    let rest = rest(&mut idle)?;
    assert!(rest.len() > 95_000_000 && rest.ends_with("0123456789\n"), "{} bytes", rest.len());
    Ok(())
}
