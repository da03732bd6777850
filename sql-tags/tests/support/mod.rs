//! What the tests on a real PostgreSQL server share.

// Each test program uses a part of it.
#![allow(dead_code, unreachable_pub)]

mod pool;

pub(crate) use pool::whole;

use std::time::Duration;
use std::time::Instant;

use vespid_render::Value;
use vespid_sql_tags::Connection;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;
use vespid_sql_tags::RowLimit;
use vespid_sql_tags::SqlError;

/// The server's URL.
pub fn server() -> String {
    std::env::var("VESPID_TEST_POSTGRES").expect(
        "this test needs PostgreSQL, and VESPID_TEST_POSTGRES is not set: run it by ci/test, or by \
         `ci/with-services cargo test -p vespid-sql-tags`",
    )
}

pub fn open(url: &str, options: &str) -> DataSource {
    let mark = if url.contains('?') { '&' } else { '?' };
    DataSource::connect(&format!("{url}{mark}{options}"), None, None, DataSourceOptions::default()).unwrap()
}

/// A data source with an empty schema of its own, named after the test, as its sessions are.
pub async fn fresh(test: &str, options: &str) -> DataSource {
    let setup = open(&server(), "pool_size=1");
    let script = format!("drop schema if exists {test} cascade; create schema {test}");
    setup.connection().await.unwrap().execute_script(&script).await.unwrap();
    open(&server(), &format!("currentSchema={test}&application_name={test}&{options}"))
}

/// An observer of what the server does for a test.
pub struct Server(pub DataSource, String);

impl Server {
    pub fn of(test: &str) -> Self {
        Server(open(&server(), "pool_size=1&application_name=observer"), test.to_owned())
    }

    /// How many of the test's sessions are in that state.
    pub async fn count(&self, condition: &str) -> i64 {
        let sql = format!("select count(*) from pg_stat_activity where application_name = ? and {condition}");
        match self.0.query(&sql, &[Value::str(self.1.as_str())], RowLimit::ALL).await.unwrap().scalar() {
            Value::Long(count) => count,
            other => panic!("{other:?} is no count"),
        }
    }

    /// Waits until so many of the test's sessions are in that state.
    pub async fn until(&self, condition: &str, count: i64) {
        let begun = Instant::now();
        while self.count(condition).await != count {
            assert!(begun.elapsed() < Duration::from_secs(10), "never {count} sessions with {condition}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

pub async fn scalar(source: &DataSource, sql: &str, params: &[Value]) -> Value {
    source.query(sql, params, RowLimit::ALL).await.unwrap_or_else(|error| panic!("{sql}: {error:?}")).scalar()
}

pub async fn fails(source: &DataSource, sql: &str, params: &[Value]) -> SqlError {
    source.query(sql, params, RowLimit::ALL).await.unwrap_err()
}

pub async fn serves(connection: &mut Connection) {
    let result = connection.query("select 7", &[], RowLimit::ALL).await.unwrap();
    assert_eq!(result.scalar(), Value::Int(7));
}
