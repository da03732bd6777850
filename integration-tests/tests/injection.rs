//! Hostile texts in every place of the SQL tags that takes a value: each ends as data or as an error, on both databases.

use anyhow::Result;
use anyhow::ensure;
use tempfile::TempDir;
use vespid_integration_tests::App;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;

/// What would end a literal, a comment, an identifier, a URL or a connection string, and what would be run then.
const HOSTILE: [&str; 24] = [
    "' OR '1'='1",
    "' OR 1=1 --",
    "x'; DROP TABLE person; --",
    "x\"; DROP TABLE person; --",
    "1; DROP TABLE person",
    "1 OR 1=1",
    "-1 UNION SELECT secret FROM person",
    "0) UNION SELECT secret FROM person --",
    "') UNION SELECT secret FROM person --",
    "\\'; DROP TABLE person; --",
    "\\",
    "' || (SELECT secret FROM person LIMIT 1) || '",
    "/* */ OR 1=1 /*",
    "$$ OR $$a$$=$$a",
    "$1",
    "?",
    "{fn user()}",
    "{d '2024-01-01'}",
    "%",
    "%' OR name LIKE '%",
    "1\n; DROP TABLE person",
    "\u{2019} OR \u{2018}1\u{2019}=\u{2018}1",
    "serializable; DROP TABLE person",
    "2024-01-01'; DROP TABLE person; --",
];

/// Places of values; `${x}` is the hostile text. None of these may find a row of the table, whose `secret` none shows.
const PLACES: [(&str, &str); 22] = [
    (
        "param",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE name = ?"><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "param-body",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE name = ?"><sql:param>${x}</sql:param></sql:query>"#,
    ),
    (
        "query-body",
        r#"<sql:query var="q">SELECT name FROM person WHERE name = ? <sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "number",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE id = ?"><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "second",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE id = ? AND name = ?"><sql:param value="1"/><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "date",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE born = ?"><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "date-param",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE born = ?"><sql:dateParam value="${x}"/></sql:query>"#,
    ),
    (
        "date-type",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE born = ?"><sql:dateParam value="${null}" type="${x}"/></sql:query>"#,
    ),
    (
        "limit",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE id < 0 LIMIT ?"><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "in-list",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE name IN ('nobody', ?)"><sql:param value="${x}"/></sql:query>"#,
    ),
    (
        "quoted",
        r#"<sql:query var="q" sql="SELECT name FROM person WHERE name = 'a''?' || ?"><sql:param value="${x}"/></sql:query>"#,
    ),
    ("max-rows", r#"<sql:query var="q" maxRows="${x}" sql="SELECT name FROM person WHERE id < 0"/>"#),
    ("start-row", r#"<sql:query var="q" startRow="${x}" sql="SELECT name FROM person WHERE id < 0"/>"#),
    ("data-source", r#"<sql:query var="q" dataSource="${x}" sql="SELECT name FROM person"/>"#),
    (
        "set-data-source",
        r#"<sql:setDataSource var="d" dataSource="${x}"/><sql:query var="q" dataSource="${d}" sql="SELECT name FROM person"/>"#,
    ),
    (
        "set-url",
        r#"<sql:setDataSource var="d" url="${x}"/><sql:query var="q" dataSource="${d}" sql="SELECT name FROM person"/>"#,
    ),
    (
        "driver",
        r#"<sql:setDataSource var="d" url="URL" driver="${x}"/><sql:query var="q" dataSource="${d}" sql="SELECT name FROM person WHERE id < 0"/>"#,
    ),
    (
        "user",
        r#"<sql:setDataSource var="d" url="URL" user="${x}"/><sql:query var="q" dataSource="${d}" sql="SELECT name FROM person WHERE id < 0"/>"#,
    ),
    (
        "password",
        r#"<sql:setDataSource var="d" url="URL" password="${x}"/><sql:query var="q" dataSource="${d}" sql="SELECT name FROM person WHERE id < 0"/>"#,
    ),
    (
        "isolation",
        r#"<sql:transaction isolation="${x}"><sql:query var="q" sql="SELECT name FROM person"/></sql:transaction>"#,
    ),
    (
        "update",
        r#"<sql:update var="n" sql="UPDATE person SET name = 'changed' WHERE name = ?"><sql:param value="${x}"/></sql:update><sql:query var="q" sql="SELECT name FROM person WHERE name = 'changed'"/>"#,
    ),
    (
        "stream",
        r#"<v:query var="s" stream="true" sql="SELECT name FROM person WHERE name = ?"><sql:param value="${x}"/></v:query><c:forEach items="${s.rows}" var="r">row</c:forEach><sql:query var="q" sql="SELECT name FROM person WHERE id < 0"/>"#,
    ),
];

const TABLES: &str =
    "CREATE TABLE person (id integer PRIMARY KEY, name varchar(200), secret varchar(20), born date);
INSERT INTO person VALUES (1, 'Ann', 'hush-hush', '1990-01-01'), (2, 'Ben', 'hush-hush', '1991-01-01');
CREATE TABLE note (id integer PRIMARY KEY, words varchar(2000));";

/// What the pages take every value back from.
const ROUND_TRIP: &str = r#"<sql:update sql="DELETE FROM note"/>
<sql:update sql="INSERT INTO note (id, words) VALUES (1, ?)"><sql:param value="${x}"/></sql:update>
<sql:query var="back" sql="SELECT words FROM note WHERE words = ?"><sql:param value="${x}"/></sql:query>
<sql:update var="changed" sql="UPDATE note SET words = 'other' WHERE words <> ?"><sql:param value="${x}"/></sql:update>
${back.rows[0].words eq x and changed eq 0 ? 'the same' : 'another'}"#;

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn check(url: &str, persons: impl Fn() -> Result<usize>) -> Result<()> {
    let app = App::new()?;
    let head = format!(
        r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %><%@ taglib prefix="v" uri="urn:vespid:tags" %>
<sql:setDataSource url="{url}"/><c:set var="x" value="${{param.x}}"/>"#
    );
    for (name, place) in PLACES {
        let place = place.replace("URL", url);
        app.file(
            &format!("{name}.jsp"),
            format!(r#"{head}<c:catch var="no">{place}</c:catch>[${{empty no ? q.rowCount : 'error'}}] ${{no.message}}"#),
        )?;
    }
    app.file("round-trip.jsp", format!("{head}{ROUND_TRIP}"))?;
    let server = Server::production(app.path())?;
    for hostile in HOSTILE {
        for (name, _) in PLACES {
            let text = server.page(&format!("/{name}.jsp?x={}", encode(hostile)))?;
            ensure!(text.contains("[0]") || text.contains("[error]"), "{name} {hostile}: {text}");
            ensure!(!text.contains("hush"), "{name} {hostile}: {text}");
        }
        let text = server.page(&format!("/round-trip.jsp?x={}", encode(hostile)))?;
        ensure!(text.contains("the same"), "{hostile}: {text}");
        ensure!(persons()? == 2, "{hostile}: the table was changed");
    }
    // A text that PostgreSQL has no form for.
    let text = server.page("/param.jsp?x=a%00b")?;
    ensure!(text.contains("[0]") || text.contains("[error]"), "{text}");
    Ok(())
}

#[test]
fn on_postgresql_it_is_data_or_an_error() -> Result<()> {
    let database = Database::create()?;
    database.execute(TABLES)?;
    check(&database.url(), || Ok(database.rows("SELECT 1 FROM person WHERE name IN ('Ann', 'Ben')")?.len()))
}

#[test]
fn on_sqlite_it_is_data_or_an_error() -> Result<()> {
    let folder = TempDir::new()?;
    let url = format!("sqlite:{}/shop.db", folder.path().display());
    let app = App::new()?;
    let statements: String = TABLES
        .split(";\n")
        .map(|sql| format!("<sql:update>{}</sql:update>", sql.trim_end_matches(';')))
        .collect();
    let head = format!(
        r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %><sql:setDataSource url="{url}"/>"#
    );
    let count =
        "<sql:query var=\"q\" sql=\"SELECT 1 FROM person WHERE name IN ('Ann', 'Ben')\"/>${q.rowCount}";
    app.file("set-up.jsp", format!("{head}{statements}"))?.file("count.jsp", format!("{head}{count}"))?;
    let server = Server::production(app.path())?;
    server.page("/set-up.jsp")?;
    check(&url, || Ok(server.page("/count.jsp")?.trim().parse()?))
}
