//! Rows, pages and connections that are left in the middle of something, on a real PostgreSQL server, which
//! `VESPID_TEST_POSTGRES` names: streams, cancelling, time-outs, lost sessions, and pools that are whole after all that.

// Helpers of tests are tests too.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::Duration;
use std::time::Instant;

use futures::StreamExt;
use support::Server;
use support::fails;
use support::fresh;
use support::open;
use support::scalar;
use support::server;
use support::serves;
use support::whole;
use vespid_render::Value;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::ErrorKind;
use vespid_sql_tags::RowLimit;

#[tokio::test]
async fn a_dropped_transaction_rolls_back_and_its_connection_comes_back() {
    let test = "t_dropped_transaction";
    let source = fresh(test, "pool_size=1").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    connection.execute("insert into t values (1)", &[]).await.unwrap();
    let pid = connection.query("select pg_backend_pid()", &[], RowLimit::ALL).await.unwrap().scalar();
    drop(connection);
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
    assert_eq!(scalar(&source, "select pg_backend_pid()", &[]).await, pid, "the same session serves on");
    assert_eq!(Server::of(test).count("state like 'idle in transaction%'").await, 0);
}

#[tokio::test]
async fn a_dropped_query_is_cancelled_on_the_server() {
    let test = "t_dropped_query";
    let source = fresh(test, "pool_size=1").await;
    let server = Server::of(test);
    let pid = scalar(&source, "select pg_backend_pid()", &[]).await;
    let running = tokio::spawn({
        let source = source.clone();
        async move { source.query("select pg_sleep(60)", &[], RowLimit::ALL).await }
    });
    server.until("state = 'active' and query like '%pg_sleep%'", 1).await;
    let dropped = Instant::now();
    running.abort();
    server.until("state = 'active'", 0).await;
    whole(&source).await;
    assert!(dropped.elapsed() < Duration::from_secs(5));
    assert_eq!(scalar(&source, "select pg_backend_pid()", &[]).await, pid, "the same session serves on");
}

#[tokio::test]
async fn a_dropped_query_within_a_transaction_rolls_it_back() {
    let test = "t_dropped_within";
    let source = fresh(test, "pool_size=1").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let running = tokio::spawn({
        let source = source.clone();
        async move {
            let mut connection = source.connection().await.unwrap();
            connection.begin(None).await.unwrap();
            connection.execute("insert into t values (1)", &[]).await.unwrap();
            connection.query("select pg_sleep(60)", &[], RowLimit::ALL).await
        }
    });
    let server = Server::of(test);
    server.until("state = 'active' and query like '%pg_sleep%'", 1).await;
    running.abort();
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
    assert_eq!(server.count("state <> 'idle'").await, 0);
}

#[tokio::test]
async fn an_abandoned_query_does_not_spoil_its_connection() {
    let source = open(&server(), "pool_size=1");
    let mut connection = source.connection().await.unwrap();
    for sql in ["select pg_sleep(60)", "select generate_series(1, 10000000)"] {
        for limit in [RowLimit::ALL, RowLimit { start: 9_000_000, max: Some(1) }] {
            let query = connection.query(sql, &[], limit);
            assert!(tokio::time::timeout(Duration::from_millis(30), query).await.is_err());
            serves(&mut connection).await;
        }
    }
}

/// A query that is dropped before it was sent can be overtaken by its own cancel request, which then cancels nothing.
#[tokio::test]
async fn a_query_dropped_at_once_does_not_run_on() {
    let source = open(&server(), "pool_size=1");
    scalar(&source, "select pg_sleep(0)", &[]).await;
    for seconds in [60, 61, 62, 63, 64] {
        for polls in 1..5 {
            let sql = format!("select pg_sleep({seconds})");
            let mut query = Box::pin(source.query(&sql, &[], RowLimit::ALL));
            for _ in 0..polls {
                assert!(futures::poll!(&mut query).is_pending());
            }
            drop(query);
            let next = tokio::time::timeout(Duration::from_secs(5), scalar(&source, "select 1", &[])).await;
            assert_eq!(next.unwrap(), Value::Int(1));
        }
    }
}

/// The stress that shows what one drop can't: whatever moment a query is dropped at, the pool comes back whole, no session
/// is lost, and no late cancel request hits a statement of somebody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_dropped_queries_leave_a_pool_of_five_whole() {
    let test = "t_stress";
    let source = fresh(test, "pool_size=5&acquire_timeout=60s").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let tasks: Vec<_> = (0..200u64)
        .map(|number| {
            let source = source.clone();
            tokio::spawn(async move {
                let patience = Duration::from_micros(number * 137 % 9000);
                let work = async {
                    let mut connection = source.connection().await.unwrap();
                    match number % 4 {
                        0 => drop(connection.query("select pg_sleep(30)", &[], RowLimit::ALL).await),
                        1 => {
                            connection.begin(None).await.unwrap();
                            connection.execute("insert into t values (1)", &[]).await.unwrap();
                            drop(connection.query("select pg_sleep(30)", &[], RowLimit::ALL).await);
                        }
                        2 => {
                            let limit = RowLimit { start: 0, max: Some(5_000_000) };
                            drop(connection.query("select generate_series(1, 5000000)", &[], limit).await);
                        }
                        _ => {
                            let mut rows = connection.query_stream("select generate_series(1, 5000000)", &[]);
                            while rows.next().await.is_some() {}
                        }
                    }
                };
                // The wait for a connection is not part of the patience: each must reach the server or be near it.
                let _ = tokio::time::timeout(Duration::from_millis(5) + patience, work).await;
            })
        })
        .collect();
    // Bystanders, of whose queries not one may fail.
    let bystanders: Vec<_> = (0..5)
        .map(|_| {
            let source = source.clone();
            tokio::spawn(async move {
                for _ in 0..20 {
                    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
                }
            })
        })
        .collect();
    for task in tasks.into_iter().chain(bystanders) {
        task.await.unwrap();
    }
    whole(&source).await;
    let status = source.status();
    assert!(status.size <= 5 && status.available == status.size && status.waiting == 0, "{status:?}");
    let server = Server::of(test);
    assert_eq!(server.count("state <> 'idle'").await, 0);
    assert!(server.count("true").await <= 5);
    let mut all = Vec::new();
    for _ in 0..5 {
        all.push(source.connection().await.unwrap());
    }
    for connection in &mut all {
        serves(connection).await;
    }
}

#[tokio::test]
async fn a_query_ends_with_its_time() {
    let test = "t_timeout";
    let source = fresh(test, "pool_size=1&query_timeout=100ms").await;
    let error = fails(&source, "select pg_sleep(60)", &[]).await;
    assert_eq!((error.kind(), error.state()), (ErrorKind::Timeout, Some("57014")));
    whole(&source).await;
    assert_eq!(Server::of(test).count("state = 'active'").await, 0);
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    connection.query("select pg_sleep(60)", &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("25P02"));
    serves(&mut connection).await;
}

#[tokio::test]
async fn an_exhausted_pool_says_so() {
    let source = open(&server(), "pool_size=1&acquire_timeout=30ms");
    let held = source.connection().await.unwrap();
    let error = fails(&source, "select 1", &[]).await;
    assert_eq!(error.kind(), ErrorKind::PoolExhausted);
    assert!(error.message().contains("all 1 connections") && error.hint().unwrap().contains("pool_size"));
    drop(held);
    scalar(&source, "select 1", &[]).await;
}

#[tokio::test]
async fn a_lost_session_is_replaced() {
    let test = "t_lost";
    let source = fresh(test, "pool_size=1").await;
    let server = Server::of(test);
    let running = tokio::spawn({
        let source = source.clone();
        async move { source.query("select pg_sleep(60)", &[], RowLimit::ALL).await }
    });
    server.until("state = 'active' and query like '%pg_sleep%'", 1).await;
    let kill =
        format!("select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{test}'");
    scalar(&server.0, &kill, &[]).await;
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
    assert!(error.message().contains("terminating connection"), "{error}");
    assert_eq!(scalar(&source, "select 1", &[]).await, Value::Int(1));
    // Also one that dies while nobody uses it.
    scalar(&server.0, &kill, &[]).await;
    server.until("true", 0).await;
    let begun = Instant::now();
    while let Err(error) = source.query("select 1", &[], RowLimit::ALL).await {
        assert!(begun.elapsed() < Duration::from_secs(5), "{error}");
    }
}

#[tokio::test]
async fn a_stream_gives_batches_with_back_pressure() {
    let test = "t_stream";
    let source = fresh(test, "pool_size=1").await;
    for in_transaction in [false, true] {
        let mut connection = source.connection().await.unwrap();
        if in_transaction {
            connection.begin(None).await.unwrap();
        }
        let rows = connection.query_stream("select generate_series(1, ?) as n", &[Value::Int(1000)]);
        let sizes: Vec<_> = rows.map(|batch| batch.unwrap().len()).collect().await;
        assert_eq!(sizes.iter().sum::<usize>(), 1000);
        assert!(sizes.iter().all(|size| *size <= 256), "{sizes:?}");
        serves(&mut connection).await;
        connection.rollback().await.unwrap();
    }
    // A batch that is just full is followed by nothing.
    let stream = source.query_stream("select generate_series(1, 341) as n", vec![]);
    assert_eq!(stream.map(|batch| batch.unwrap().len()).collect::<Vec<_>>().await, [1, 4, 16, 64, 256]);
    let mut failing =
        Box::pin(source.query_stream("select 1 / (1 - n) from generate_series(1, 9) n", vec![]));
    assert_eq!(failing.next().await.unwrap().unwrap_err().state(), Some("22012"));
    assert!(failing.next().await.is_none());
    drop(failing);
    scalar(&source, "select 1", &[]).await;
    assert_eq!(source.status().size, 1);
}

#[tokio::test]
async fn a_dropped_stream_leaves_nothing_behind() {
    let test = "t_stream_dropped";
    let source = fresh(test, "pool_size=1").await;
    let server = Server::of(test);
    let mut stream = Box::pin(source.query_stream("select generate_series(1, 100000000) as n", vec![]));
    stream.next().await.unwrap().unwrap();
    // Between two batches the server rests.
    server.until("state = 'idle in transaction'", 1).await;
    drop(stream);
    server.until("state = 'idle'", 1).await;
    whole(&source).await;
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    {
        let mut stream = connection.query_stream("select generate_series(1, 100000000) as n", &[]);
        stream.next().await.unwrap().unwrap();
    }
    // The transaction went with it; nothing else may take effect as if it were still there.
    assert_eq!(connection.execute("create table t (a int)", &[]).await.unwrap_err().state(), Some("25P02"));
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("25P02"));
    serves(&mut connection).await;
}

/// A page over a data source, which it finds as `db`.
fn page(source: &DataSource, body: &str) -> vespid_render::machine::PageStream {
    use std::sync::Arc;
    let head = "<%@ page session=\"false\" %><%@ taglib prefix=\"c\" uri=\"jakarta.tags.core\" %>\
                <%@ taglib prefix=\"sql\" uri=\"jakarta.tags.sql\" %>";
    let files: vespid_render::resources::MemoryResources =
        [("/page.jsp", format!("{head}{body}").into_bytes())].into_iter().collect();
    let mut registry = vespid_render::registry::Registry::new();
    vespid_sql_tags::register(&mut registry);
    let mut builder = vespid_render::application::Application::builder(Arc::new(files)).registry(registry);
    for library in vespid_sql_tags::libraries() {
        builder = builder.library(library);
    }
    let application = builder.build();
    let exchange = vespid_render::context::Exchange::builder(application.clone())
        .attribute("db", Value::new(source.clone()))
        .build();
    application.render("/page.jsp", exchange)
}

async fn text(mut page: vespid_render::machine::PageStream) -> String {
    let mut text = Vec::new();
    while let Some(chunk) = page.next().await {
        text.extend(chunk.unwrap());
    }
    String::from_utf8(text).unwrap()
}

#[tokio::test]
async fn pages_query_update_and_commit() {
    let source = fresh("t_page", "pool_size=1").await;
    let body = r#"<sql:setDataSource dataSource="${db}"/><sql:update sql="create table t (id bigint primary key, name text,
        price numeric(8,2), at date)"/><sql:transaction isolation="serializable"><sql:update var="n">
        insert into t values (?, ?, ?, {d '2024-02-29'})<sql:param value="7"/><sql:param>a 'quoted' name?</sql:param>
        <sql:param value="${4.5}"/></sql:update></sql:transaction><sql:query var="r">select * from t where id = ?
        <sql:param value="${7}"/></sql:query>${n} <c:forEach items="${r.rows}" var="row">${row.ID} ${row.name} ${row.price}
        ${row.at}</c:forEach>"#;
    let shown = text(page(&source, body)).await;
    assert_eq!(
        shown.split_whitespace().collect::<Vec<_>>().join(" "),
        "1 7 a 'quoted' name? 4.50 2024-02-29"
    );
}

#[tokio::test]
async fn a_page_dropped_mid_query_cancels_it_and_rolls_back() {
    let test = "t_page_dropped";
    let source = fresh(test, "pool_size=1").await;
    source.execute("create table t (a int)", &[]).await.unwrap();
    let server = Server::of(test);
    let body = r#"<sql:transaction dataSource="${db}"><sql:update sql="insert into t values (1)"/><sql:query var="r"
        sql="select pg_sleep(60)"/></sql:transaction>"#;
    let rendering = tokio::spawn(text(page(&source, body)));
    server.until("state = 'active' and query like '%pg_sleep%'", 1).await;
    rendering.abort();
    server.until("state <> 'idle'", 0).await;
    whole(&source).await;
    assert_eq!(scalar(&source, "select count(*) from t", &[]).await, Value::Long(0));
}
