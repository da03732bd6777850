//! Data sources on embedded SQLite.

// Helpers of tests are tests too.
#![allow(clippy::unwrap_used)]

#[path = "support/pool.rs"]
mod pool;

use std::time::Duration;

use futures::StreamExt;
use pool::whole;
use vespid_render::Value;
use vespid_render::value::Object;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;
use vespid_sql_tags::Dialect;
use vespid_sql_tags::ErrorKind;
use vespid_sql_tags::Isolation;
use vespid_sql_tags::RowLimit;

/// A statement that never ends by itself.
const ENDLESS: &str =
    "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";
/// Endlessly many rows.
const ENDLESS_ROWS: &str = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n";

fn open(url: &str) -> DataSource {
    DataSource::connect(url, None, None, DataSourceOptions::default()).unwrap()
}

async fn shop() -> DataSource {
    let source = open("sqlite::memory:");
    let script =
        "create table item (id integer primary key, name text not null unique, price numeric(10, 2));
        insert into item values (1, 'Mug', 4.5), (2, 'Pot', 20), (3, 'Tea', null)";
    source.connection().await.unwrap().execute_script(script).await.unwrap();
    source
}

async fn count(source: &DataSource, table: &str) -> Value {
    source.query(&format!("select count(*) from {table}"), &[], RowLimit::ALL).await.unwrap().scalar()
}

#[tokio::test]
async fn rows_have_the_types_of_their_columns() {
    let source = open("sqlite::memory:");
    source
        .connection()
        .await
        .unwrap()
        .execute_script(
            "create table t (i integer, l bigint, n numeric(8, 3), b boolean, d date, x blob, s text)",
        )
        .await
        .unwrap();
    let changed = source
        .execute("insert into t values (1, 2, '3.5', 1, {d '2024-02-29'}, x'00ff', 'ä')", &[])
        .await
        .unwrap();
    assert_eq!(changed, 1);
    let result = source.query("select * from t", &[], RowLimit::ALL).await.unwrap();
    let classes: Vec<_> =
        result.rows().get(0).unwrap().iter().map(|value| value.class_name().unwrap()).collect();
    assert_eq!(
        classes,
        [
            "java.lang.Integer",
            "java.lang.Long",
            "java.math.BigDecimal",
            "java.lang.Boolean",
            "java.sql.Date",
            "[B",
            "java.lang.String"
        ]
    );
    assert_eq!(
        result.rows().row(0).unwrap().to_string(),
        "{b=true, d=2024-02-29, i=1, l=2, n=3.500, s=ä, x=\\x00ff}"
    );
}

#[tokio::test]
async fn the_connections_of_a_pool_share_a_database_in_memory() {
    let source = shop().await;
    let mut first = source.connection().await.unwrap();
    let mut second = source.connection().await.unwrap();
    first.execute("delete from item where id = ?", &[Value::Int(1)]).await.unwrap();
    let left = second.query("select count(*) from item", &[], RowLimit::ALL).await.unwrap();
    assert_eq!(left.scalar(), Value::Int(2));
    // Another data source has another database.
    let error = open("sqlite::memory:").query("select * from item", &[], RowLimit::ALL).await.unwrap_err();
    assert!(error.message().contains("no such table"), "{error}");
}

#[tokio::test]
async fn parameters_are_bound_never_spliced() {
    let source = shop().await;
    let evil = Value::str("x'; drop table item; --");
    let found = source
        .query("select * from item where name = ?", std::slice::from_ref(&evil), RowLimit::ALL)
        .await
        .unwrap();
    assert_eq!(found.rows().len(), 0);
    source.execute("insert into item (name) values (?)", std::slice::from_ref(&evil)).await.unwrap();
    let back = source.query("select name from item where id = 4", &[], RowLimit::ALL).await.unwrap();
    assert_eq!(back.scalar(), evil);
    // A text is a number where a number is meant.
    let found =
        source.query("select name from item where id = ?", &[Value::str("2")], RowLimit::ALL).await.unwrap();
    assert_eq!(found.scalar(), Value::str("Pot"));
}

#[tokio::test]
async fn limits_tell_whether_there_were_more_rows() {
    let source = shop().await;
    let mut seen = Vec::new();
    for (start, max) in
        [(0, None), (0, Some(2)), (1, Some(2)), (1, Some(1)), (5, Some(1)), (0, Some(0)), (2, None)]
    {
        let result =
            source.query("select id from item order by id", &[], RowLimit { start, max }).await.unwrap();
        seen.push((result.rows().len(), result.is_limited_by_max_rows()));
    }
    assert_eq!(seen, [(3, false), (2, true), (2, false), (1, true), (0, false), (0, true), (1, false)]);
}

#[tokio::test]
async fn updates_count_what_they_change() {
    let source = shop().await;
    assert_eq!(source.execute("update item set price = 1", &[]).await.unwrap(), 3);
    assert_eq!(source.execute("create table u (a)", &[]).await.unwrap(), 0);
    assert_eq!(source.execute("delete from item where id = 99", &[]).await.unwrap(), 0);
    assert_eq!(source.execute("insert into u values (1), (2) returning a", &[]).await.unwrap(), 2);
}

#[tokio::test]
async fn errors_have_states_and_say_what_is_wrong() {
    let source = shop().await;
    let error = source.execute("insert into item values (9, 'Mug', 1)", &[]).await.unwrap_err();
    assert_eq!((error.kind(), error.state()), (ErrorKind::Database, Some("23505")));
    let error = source.query("This Will Fail", &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!(error.state(), Some("42000"));
    assert!(error.message().contains("near \"This\""), "{error}");
    let error = source.query("select ?", &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!(error.message(), "the statement has 1 parameter but 0 values were given");
    let error =
        source.query("select ?", &[Value::list([Value::Double(f64::NAN)])], RowLimit::ALL).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parameter);
    let error = open("sqlite:/no/such/folder/x.db").query("select 1", &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!((error.kind(), error.state()), (ErrorKind::Connection, Some("08001")));
    assert!(error.message().contains("/no/such/folder/x.db"), "{error}");
}

#[tokio::test]
async fn transactions_commit_and_roll_back() {
    let source = shop().await;
    let mut connection = source.connection().await.unwrap();
    connection.begin(Some(Isolation::Serializable)).await.unwrap();
    assert_eq!(connection.begin(None).await.unwrap_err().state(), Some("25001"));
    connection.execute("delete from item", &[]).await.unwrap();
    connection.rollback().await.unwrap();
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("25P01"));
    connection.begin(None).await.unwrap();
    connection.execute("delete from item where id = 1", &[]).await.unwrap();
    // A failed statement does not end a transaction of SQLite.
    connection.execute("insert into item values (2, 'Pan', 1)", &[]).await.unwrap_err();
    connection.commit().await.unwrap();
    assert!(!connection.in_transaction());
    assert_eq!(count(&source, "item").await, Value::Int(2));
}

#[tokio::test]
async fn a_commit_that_fails_rolls_back() {
    let source = open("sqlite::memory:?foreign_keys=on");
    let mut connection = source.connection().await.unwrap();
    connection
        .execute_script(
            "create table a (id integer primary key);
            create table b (a integer references a deferrable initially deferred)",
        )
        .await
        .unwrap();
    connection.begin(None).await.unwrap();
    connection.execute("insert into b values (1)", &[]).await.unwrap();
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("23503"));
    assert!(!connection.in_transaction());
    drop(connection);
    assert_eq!(count(&source, "b").await, Value::Int(0));
}

#[tokio::test]
async fn a_dropped_transaction_rolls_back() {
    let source = shop().await;
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    connection.execute("delete from item", &[]).await.unwrap();
    drop(connection);
    whole(&source).await;
    assert_eq!(count(&source, "item").await, Value::Int(3));
    // The lock is free too.
    source.execute("delete from item", &[]).await.unwrap();
}

#[tokio::test]
async fn a_dropped_query_is_interrupted() {
    let source = open("sqlite::memory:?pool_size=2");
    for _ in 0..20 {
        let query = source.query(ENDLESS, &[], RowLimit::ALL);
        assert!(tokio::time::timeout(Duration::from_millis(2), query).await.is_err());
    }
    whole(&source).await;
    assert!(source.status().size <= 2);
    source.query("select 1", &[], RowLimit::ALL).await.unwrap();
}

#[tokio::test]
async fn a_connection_can_be_used_after_an_abandoned_query() {
    let source = open("sqlite::memory:?pool_size=1");
    let mut connection = source.connection().await.unwrap();
    let query = connection.query(ENDLESS, &[], RowLimit::ALL);
    assert!(tokio::time::timeout(Duration::from_millis(20), query).await.is_err());
    assert_eq!(connection.query("select 7", &[], RowLimit::ALL).await.unwrap().scalar(), Value::Int(7));
}

#[tokio::test]
async fn a_query_ends_with_its_time() {
    let source = open("sqlite::memory:?pool_size=1&query_timeout=50ms");
    let error = source.query(ENDLESS, &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!((error.kind(), error.state()), (ErrorKind::Timeout, Some("57014")));
    assert!(error.hint().unwrap().contains("query_timeout"));
    let mut connection = source.connection().await.unwrap();
    connection.begin(None).await.unwrap();
    connection.query(ENDLESS, &[], RowLimit::ALL).await.unwrap_err();
    assert_eq!(connection.execute("create table t (a)", &[]).await.unwrap_err().state(), Some("25P02"));
    assert_eq!(connection.commit().await.unwrap_err().state(), Some("25P02"));
    connection.begin(None).await.unwrap();
    connection.execute("create table t (a)", &[]).await.unwrap();
    connection.commit().await.unwrap();
}

#[tokio::test]
async fn an_exhausted_pool_says_so_and_how_to_raise_it() {
    let source = open("sqlite::memory:?pool_size=2&acquire_timeout=20ms");
    let held = (source.connection().await.unwrap(), source.connection().await.unwrap());
    let error = source.connection().await.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::PoolExhausted);
    assert!(error.message().contains("all 2 connections"), "{error}");
    assert!(error.hint().unwrap().contains("pool_size"));
    drop(held);
    source.connection().await.unwrap();
}

#[tokio::test]
async fn a_stream_gives_batches_and_ends() {
    let source = open("sqlite::memory:");
    let sql = "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select i from n";
    let stream = source.query_stream(sql, vec![Value::Int(1000)]);
    let batches: Vec<_> = stream.map(|batch| batch.unwrap()).collect().await;
    assert_eq!(batches.iter().map(|batch| batch.len()).collect::<Vec<_>>(), [256, 256, 256, 232]);
    assert_eq!(batches[3].row(231).unwrap().to_string(), "{i=1000}");
    assert_eq!(source.status().available, 1);
    let mut failing = Box::pin(source.query_stream("select * from nothing", vec![]));
    assert!(failing.next().await.unwrap().is_err());
}

#[tokio::test]
async fn a_dropped_stream_frees_its_connection() {
    let source = open("sqlite::memory:?pool_size=1");
    let mut stream = Box::pin(source.query_stream(ENDLESS_ROWS, vec![]));
    assert_eq!(stream.next().await.unwrap().unwrap().len(), 256);
    drop(stream);
    whole(&source).await;
    let mut connection = source.connection().await.unwrap();
    {
        let mut stream = connection.query_stream(ENDLESS_ROWS, &[]);
        stream.next().await.unwrap().unwrap();
    }
    assert_eq!(connection.query("select 7", &[], RowLimit::ALL).await.unwrap().scalar(), Value::Int(7));
}

#[tokio::test]
async fn a_file_outlives_its_data_source_and_can_be_read_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a shop?.db");
    let url = format!("sqlite:{}", path.display().to_string().replace('?', "%3F"));
    open(&format!("{url}?journal_mode=wal")).execute("create table t (a)", &[]).await.unwrap();
    assert!(path.exists());
    let reader = open(&format!("{url}?mode=ro"));
    assert_eq!(count(&reader, "t").await, Value::Int(0));
    assert_eq!(reader.execute("insert into t values (1)", &[]).await.unwrap_err().state(), Some("25006"));
}

#[tokio::test]
async fn a_data_source_is_an_object_that_hides_its_login() {
    let source =
        DataSource::connect("postgres://ann@db/shop", None, Some("hush"), DataSourceOptions::default())
            .unwrap();
    assert_eq!(source.class().name(), "javax.sql.DataSource");
    assert_eq!(source.dialect(), Dialect::Postgres);
    let shown = format!("{source:?} {}", Value::new(source.clone()));
    assert!(shown.contains("db:5432/shop") && !shown.contains("hush"), "{shown}");
    assert_eq!(Value::new(source.clone()), Value::new(source));
}

#[test]
fn a_data_source_may_outlive_its_runtime() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let source = open("sqlite::memory:");
    let first = runtime();
    first.block_on(source.execute("create table t (a)", &[])).unwrap();
    let held = first.block_on(source.connection()).unwrap();
    let mut within = first.block_on(source.connection()).unwrap();
    first.block_on(within.begin(None)).unwrap();
    drop(first);
    drop(held);
    drop(within);
    // The database is still there, and so is its lock.
    runtime().block_on(source.execute("insert into t values (1)", &[])).unwrap();
    assert_eq!(runtime().block_on(count(&source, "t")), Value::Int(1));
    drop(source);
}
