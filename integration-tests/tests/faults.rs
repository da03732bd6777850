//! What can go wrong between a page and its database: the page says what it is, nothing hangs, no connection is lost,
//! and the same server works again as soon as the database does.

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use anyhow::Context;
use anyhow::Result;
use anyhow::ensure;
use vespid_integration_tests::App;
use vespid_integration_tests::Cluster;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::http::Connection;
use vespid_integration_tests::http::Request;
use vespid_integration_tests::http::Response;
use vespid_integration_tests::pg::Gate;
use vespid_integration_tests::wait_until;

/// An application with one page, whose body works on `url` with its options.
fn app(url: &str, body: &str) -> Result<App> {
    let app = App::new()?;
    let page = |body: &str| {
        format!(
            r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<%@ taglib prefix="c" uri="jakarta.tags.core" %>
<sql:setDataSource url="{url}"/>{body}"#
        )
    };
    app.file("page.jsp", page(body))?
        .file("quick.jsp", page(r#"<sql:query var="q" sql="SELECT 1"/>rows ${q.rowCount}"#))?;
    Ok(app)
}

/// The message that the development server's error page shows.
fn failure(server: &Server, target: &str) -> Result<String> {
    let response = server.get(target)?;
    ensure!(response.status == 500, "status {}: {}", response.status, response.text());
    Ok(response
        .text()
        .replace("&#34;", "\"")
        .replace("&#039;", "'")
        .replace("&#39;", "'")
        .replace("&quot;", "\""))
}

/// Asks for a page from a thread of its own.
fn ask(server: &Server, target: &str) -> thread::JoinHandle<Result<Response>> {
    let (address, target) = (server.address(), target.to_owned());
    thread::spawn(move || vespid_integration_tests::http::get(address, &target))
}

fn answer(asked: thread::JoinHandle<Result<Response>>) -> Result<Response> {
    asked.join().map_err(|_| anyhow::anyhow!("the client's thread panicked"))?
}

/// Fails unless the page works and the pool is whole: as many connections as it may have can be had at a time.
fn assert_recovered(server: &Server, database: &Database, pool: usize) -> Result<()> {
    for _ in 0..2 * pool {
        ensure!(server.page("/quick.jsp")?.contains("rows 1"));
    }
    wait_until("nothing runs and no transaction is open", || {
        Ok(database.running("gate")? == 0 && database.open_transactions()? == 0)
    })?;
    ensure!(database.connections()? <= pool, "{} connections", database.connections()?);
    Ok(())
}

/// Tells the threads of a test that it is over, however it ends.
struct OnDrop<'a>(&'a AtomicBool);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_server_that_restarts_loses_and_doubles_no_event() -> Result<()> {
    const CLIENTS: usize = 6;
    /// How many events come in between two stops, and after the last.
    const EVENTS: usize = 60;

    let cluster = Cluster::start_new(&[])?;
    let url =
        format!("{}?pool_size=4&acquire_timeout=2s&connect_timeout=2s&query_timeout=10s", cluster.url());
    let server = Server::start(Command::new(binary::vespid_load()?).args([
        "serve",
        "shipments",
        "--setup",
        "--database",
        &url,
    ]))?;
    let done = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    let over = AtomicBool::new(false);
    let post = |name: &str| -> Result<u16> {
        let mut request = Request::new("POST", "/api/events.jsp")
            .header("Content-Type", "application/x-www-form-urlencoded");
        let shipment = "TRK00000042";
        request.body =
            format!("event={name}&id={shipment}&kind=delayed&place=Oslo&at=2026-01-31+12:00:00").into_bytes();
        let begun = Instant::now();
        let response = Connection::open(server.address())?.exchange(&request)?;
        ensure!(begun.elapsed() < Duration::from_secs(30), "an answer took {:?}", begun.elapsed());
        Ok(response.status)
    };

    thread::scope(|scope| -> Result<()> {
        let _over = OnDrop(&over);
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let (post, done, failed, enough, over) = (&post, &done, &failed, &enough, &over);
                scope.spawn(move || -> Result<()> {
                    for number in 0.. {
                        if enough.load(Ordering::Relaxed) {
                            break;
                        }
                        // As long as it fails it is sent again: it may have been recorded all the same.
                        loop {
                            ensure!(!over.load(Ordering::Relaxed), "the test is over");
                            match post(&format!("e-{client}-{number}"))? {
                                200 | 201 => break,
                                500 => failed.fetch_add(1, Ordering::Relaxed),
                                status => anyhow::bail!("status {status}"),
                            };
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
            })
            .collect();
        let reader = scope.spawn(|| -> Result<()> {
            while !over.load(Ordering::Relaxed) {
                let status = server.get("/api/point.jsp?id=TRK00000007")?.status;
                ensure!(status == 200 || status == 500, "status {status}");
            }
            Ok(())
        });
        for part in 1..=2 {
            wait_until("events come in", || Ok(done.load(Ordering::Relaxed) >= part * EVENTS))?;
            let before = failed.load(Ordering::Relaxed);
            cluster.stop()?;
            wait_until("clients notice", || Ok(failed.load(Ordering::Relaxed) > before))?;
            ensure!(server.get("/ready.jsp")?.status == 503);
            ensure!(server.get("/health.jsp")?.status == 200);
            cluster.start()?;
            wait_until("it works again", || Ok(server.get("/ready.jsp")?.status == 200))?;
        }
        wait_until("events come in", || Ok(done.load(Ordering::Relaxed) >= 3 * EVENTS))?;
        enough.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
        }
        over.store(true, Ordering::Relaxed);
        reader.join().map_err(|_| anyhow::anyhow!("the reader panicked"))?
    })?;

    let session = cluster.session()?;
    let recorded = session
        .rows("SELECT count(*), count(DISTINCT event_id) FROM shipment_event WHERE event_id LIKE 'e-%'")?;
    let all = Some(done.load(Ordering::Relaxed).to_string());
    assert_eq!(recorded, [[all.clone(), all]]);
    println!("{} requests failed meanwhile", failed.load(Ordering::Relaxed));
    let others =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'vespid' AND state <> 'idle'";
    wait_until("nothing is left", || Ok(session.rows(others)? == [[Some("0".to_owned())]]))?;
    Ok(())
}

#[test]
fn a_terminated_backend_is_replaced() -> Result<()> {
    let database = Database::create()?;
    let gate = Gate::closed(&database)?;
    let app = app(
        &format!("{}?pool_size=2", database.url()),
        r#"<sql:query var="g" sql="SELECT word FROM gate"/>"#,
    )?;
    let server = Server::development(app.path())?;
    let asked = ask(&server, "/page.jsp");
    wait_until("the query waits", || Ok(database.running("FROM gate")? == 1))?;
    database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%FROM gate%' AND pid <> pg_backend_pid()",
    )?;
    let response = answer(asked)?;
    assert_eq!(response.status, 500);
    assert!(response.text().contains("[SQLState 57P01]"), "{}", response.text());
    assert!(response.text().contains("terminating connection"), "{}", response.text());
    gate.open()?;
    assert_recovered(&server, &database, 2)
}

#[test]
fn idle_connections_that_were_lost_are_replaced() -> Result<()> {
    let database = Database::create()?;
    let app = app(&format!("{}?pool_size=2", database.url()), "")?;
    let server = Server::development(app.path())?;
    for _ in 0..3 {
        // The first page may be faster than the news; it says what has happened then.
        wait_until("pages work", || {
            let response = server.get("/quick.jsp")?;
            ensure!(response.status == 200 || response.text().contains("[SQLState "), "{}", response.text());
            Ok(response.status == 200)
        })?;
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vespid'",
        )?;
        wait_until("the connection is gone", || Ok(database.connections()? == 0))?;
    }
    assert_recovered(&server, &database, 2)
}

#[test]
fn an_exhausted_pool_says_so() -> Result<()> {
    let database = Database::create()?;
    let gate = Gate::closed(&database)?;
    let url = format!("{}?pool_size=2&acquire_timeout=300ms", database.url());
    let app = app(&url, r#"<sql:query var="g" sql="SELECT word FROM gate"/>got ${g.rowCount}"#)?;
    let server = Server::development(app.path())?;
    let waiting: Vec<_> = (0..2).map(|_| ask(&server, "/page.jsp")).collect();
    wait_until("the pool is in use", || Ok(database.running("FROM gate")? == 2))?;
    for _ in 0..3 {
        let page = failure(&server, "/quick.jsp")?;
        assert!(page.contains("all 2 connections of the pool were in use for 300ms"), "{page}");
        assert!(page.contains("[SQLState 08004]") && page.contains("raise pool_size (now 2)"), "{page}");
    }
    gate.open()?;
    for asked in waiting {
        let response = answer(asked)?;
        assert!(response.text().contains("got 1"), "{}", response.text());
    }
    assert_recovered(&server, &database, 2)
}

#[test]
fn a_slow_query_is_cancelled_after_its_time() -> Result<()> {
    let database = Database::create()?;
    let gate = Gate::closed(&database)?;
    let url = format!("{}?pool_size=1&query_timeout=300ms", database.url());
    let app = app(
        &url,
        r#"<c:catch var="no"><sql:query var="g" sql="SELECT word FROM gate"/></c:catch>${no.cause} | ${no.message}"#,
    )?;
    let server = Server::development(app.path())?;
    for _ in 0..2 {
        let page = server.page("/page.jsp")?;
        assert!(page.contains("java.sql.SQLTimeoutException"), "{page}");
        assert!(page.contains("the statement ran longer than 300ms [SQLState 57014]"), "{page}");
        wait_until("the server has stopped it", || Ok(database.running("FROM gate")? == 0))?;
    }
    gate.open()?;
    assert_recovered(&server, &database, 1)
}

#[test]
fn a_serialization_failure_rolls_back_and_can_be_tried_again() -> Result<()> {
    let database = Database::create()?;
    database.execute(
        "CREATE TABLE account (id int PRIMARY KEY, balance int); INSERT INTO account VALUES (1, 10)",
    )?;
    let app = app(
        &format!("{}?pool_size=2", database.url()),
        r#"<sql:transaction isolation="serializable">
<sql:query var="a" sql="SELECT balance FROM account WHERE id = 1"/>
<sql:query var="g" sql="SELECT word FROM gate"/>
<sql:update>UPDATE account SET balance = ? WHERE id = 1 <sql:param value="${a.rows[0].balance + 1}"/></sql:update>
</sql:transaction>done"#,
    )?;
    let gate = Gate::closed(&database)?;
    let server = Server::development(app.path())?;
    let asked = ask(&server, "/page.jsp");
    wait_until("the page has read", || Ok(database.running("FROM gate")? == 1))?;
    database.execute("UPDATE account SET balance = 20 WHERE id = 1")?;
    gate.open()?;
    let response = answer(asked)?;
    assert_eq!(response.status, 500);
    assert!(response.text().contains("could not serialize access"), "{}", response.text());
    assert!(response.text().contains("[SQLState 40001]"), "{}", response.text());
    assert_eq!(database.rows("SELECT balance FROM account")?, [[Some("20".to_owned())]]);

    assert!(server.page("/page.jsp")?.contains("done"));
    assert_eq!(database.rows("SELECT balance FROM account")?, [[Some("21".to_owned())]]);
    assert_recovered(&server, &database, 2)
}

#[test]
fn a_deadlock_ends_one_of_the_two() -> Result<()> {
    let database = Database::create()?;
    database.execute(
        "CREATE TABLE account (id int PRIMARY KEY, balance int); INSERT INTO account VALUES (1, 10), (2, 10)",
    )?;
    let app = app(
        &format!("{}?pool_size=2", database.url()),
        r#"<sql:transaction>
<sql:update sql="UPDATE account SET balance = balance + 1 WHERE id = 1"/>
<sql:query var="g" sql="SELECT word FROM gate"/>
<sql:update sql="UPDATE account SET balance = balance - 1 WHERE id = 2"/>
</sql:transaction>done"#,
    )?;
    let gate = Gate::closed(&database)?;
    let server = Server::development(app.path())?;
    let other = database.connect()?;
    // The one whose wait is looked at finds the deadlock, and is its victim: this session never looks.
    other.execute("SET deadlock_timeout = '1h'; BEGIN; UPDATE account SET balance = 0 WHERE id = 2")?;
    let asked = ask(&server, "/page.jsp");
    wait_until("the page has written", || Ok(database.running("FROM gate")? == 1))?;
    thread::scope(|scope| -> Result<()> {
        let blocked = scope.spawn(|| other.execute("UPDATE account SET balance = 0 WHERE id = 1; COMMIT"));
        wait_until("the other waits for the page", || {
            let waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'";
            Ok(database.rows(waits)? == [[Some("1".to_owned())]])
        })?;
        gate.open()?;
        let response = answer(asked)?;
        assert_eq!(response.status, 500);
        assert!(response.text().contains("deadlock detected"), "{}", response.text());
        assert!(response.text().contains("[SQLState 40P01]"), "{}", response.text());
        blocked.join().map_err(|_| anyhow::anyhow!("the other panicked"))?
    })?;
    let balances = "SELECT balance FROM account ORDER BY id";
    assert_eq!(database.rows(balances)?, [[Some("0".to_owned())], [Some("0".to_owned())]]);
    assert!(server.page("/page.jsp")?.contains("done"));
    assert_eq!(database.rows(balances)?, [[Some("1".to_owned())], [Some("-1".to_owned())]]);
    assert_recovered(&server, &database, 2)
}

#[test]
fn a_table_that_is_missing_is_named_until_it_is_there() -> Result<()> {
    let database = Database::create()?;
    let app = app(
        &format!("{}?pool_size=1", database.url()),
        r#"<sql:query var="g" sql="SELECT word FROM later"/>got ${g.rowCount}"#,
    )?;
    let server = Server::development(app.path())?;
    let page = failure(&server, "/page.jsp")?;
    assert!(page.contains("relation \"later\" does not exist"), "{page}");
    assert!(page.contains("[SQLState 42P01]"), "{page}");
    database.execute("CREATE TABLE later (word text)")?;
    assert!(server.page("/page.jsp")?.contains("got 0"));
    // It may go and come again with other columns behind a prepared statement.
    database.execute(
        "DROP TABLE later; CREATE TABLE later (more int, word int); INSERT INTO later VALUES (1, 2)",
    )?;
    assert!(server.page("/page.jsp")?.contains("got 1"));
    assert_recovered(&server, &database, 1)
}

#[test]
fn a_wrong_password_is_refused_and_shown_nowhere() -> Result<()> {
    let cluster = Cluster::start_new(&[])?;
    let session = cluster.session()?;
    session.execute("CREATE ROLE ann LOGIN PASSWORD 'right-0815'")?;
    cluster.file(
        "data/pg_hba.conf",
        "host all vespid 127.0.0.1/32 trust\nhost all ann 127.0.0.1/32 scram-sha-256\n",
    )?;
    cluster.reload()?;
    let url = format!("postgres://127.0.0.1:{}/postgres?pool_size=2", cluster.port());
    let app = App::new()?;
    for (name, password) in [("wrong", "wrong-4711"), ("right", "right-0815")] {
        app.file(
            &format!("{name}.jsp"),
            format!(
                r#"<%@ page session="false" %><%@ taglib prefix="sql" uri="jakarta.tags.sql" %>
<sql:setDataSource url="{url}" user="ann" password="{password}"/>
<sql:query var="q" sql="SELECT current_user AS who"/>I am ${{q.rows[0].who}}"#
            ),
        )?;
    }
    let server = Server::production(app.path())?;
    for _ in 0..3 {
        let response = server.get("/wrong.jsp")?;
        assert_eq!(response.status, 500);
        assert!(!response.text().contains("ann"), "{}", response.text());
    }
    assert!(server.page("/right.jsp")?.contains("I am ann"));
    let log = server.log();
    assert!(log.contains("password authentication failed for user \"ann\" [SQLState 28P01]"), "{log}");
    assert!(!log.contains("4711") && !log.contains("0815"), "{log}");

    // The password is changed on the server: that page works now, by the same pool.
    session.execute("ALTER ROLE ann PASSWORD 'wrong-4711'")?;
    assert!(server.page("/wrong.jsp")?.contains("I am ann"));
    Ok(())
}

#[test]
fn readiness_follows_the_database_and_life_does_not() -> Result<()> {
    let cluster = Cluster::start_new(&[])?;
    let app = App::new()?;
    app.file("index.html", "here")?.file("conf/vespid.toml", format!(
        "dir = '..'\n[health]\nlive = '/live'\nready = '/ready'\n[data_sources.'jdbc/shop']\nurl = '{}'\npool_size = 2\n",
        cluster.url()
    ))?;
    let config = app.path().join("conf/vespid.toml");
    let server = Server::vespid(&["serve".as_ref(), "--config".as_ref(), config.as_os_str()])?;
    let ready = |status: u16| {
        wait_until(&format!("readiness is {status}"), || Ok(server.get("/ready")?.status == status))
    };
    for _ in 0..2 {
        ready(200)?;
        let told = server.get("/ready")?;
        assert!(told.text().contains(r#"{"name":"jdbc/shop","status":"up"}"#), "{}", told.text());
        assert_eq!(told.header("content-type"), Some("application/json"));
        cluster.stop()?;
        ready(503)?;
        let told = server.get("/ready")?.text();
        assert!(told.contains("\"down\"") && !told.contains("127.0.0.1"), "{told}");
        assert_eq!(server.get("/live")?.status, 200);
        cluster.start()?;
    }
    ready(200)?;
    assert_eq!(Connection::open(server.address())?.exchange(&Request::new("POST", "/live"))?.status, 405);
    assert!(server.log().contains("not ready"), "{}", server.log());
    Ok(())
}

#[test]
fn a_database_that_is_not_there_yet_is_told_at_once() -> Result<()> {
    let cluster = Cluster::start_new(&[])?;
    cluster.stop()?;
    let app = app(&format!("{}?connect_timeout=5s", cluster.url()), "")?;
    let server = Server::development(app.path())?;
    let page = failure(&server, "/quick.jsp")?;
    assert!(page.contains("[SQLState 08001]") && page.contains("127.0.0.1"), "{page}");
    cluster.start().context("the same port")?;
    assert!(server.page("/quick.jsp")?.contains("rows 1"));
    Ok(())
}
