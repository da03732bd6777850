//! `java.sql` and `javax.sql` over data sources, for Java in pages.
//!
//! | file | what is there |
//! | --- | --- |
//! | `manager` | `DriverManager` and names of JNDI, as methods of [`DataSources`](crate::DataSources); `DataSource` |
//! | `connection` | `Connection` with its transactions |
//! | `statement` | `Statement`, `PreparedStatement` |
//! | `cursor` | `ResultSet` |
//! | `metadata` | `ResultSetMetaData`, `DatabaseMetaData` |
//! | `dates` | constructors and static methods of `Date`, `Time` and `Timestamp` |
//!
//! Scripts call methods by their names. What asks the database comes over time (`Object::call_async`), the rest at once.
//! A result is read whole, as `sql:query` does.

mod connection;
mod cursor;
mod dates;
mod manager;
mod metadata;
mod statement;

pub(crate) use connection::isolation_level;
use connection::isolation_of;
pub(crate) use cursor::Cursor;
pub(crate) use dates::register;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::error::class;
use vespid_render::value::CallFuture;
use vespid_render::value::Value;

use crate::error::SqlError;

/// An `SQLException` with its SQLState.
#[cold]
fn failed(state: &'static str, message: impl Into<String>) -> Error {
    Error::new(class::SQL, message.into())
        .with_supers(["java.lang.Exception".into(), "java.lang.Throwable".into()])
        .with_code(state, 0)
}

/// The result of a method that comes over time.
fn over_time(work: impl Future<Output = Result<Value, SqlError>> + Send + 'static) -> CallFuture {
    Box::pin(async { work.await.map_err(Error::from) })
}

/// The value that a method of Java's `long` gives, as the `int` of the older method.
fn count(count: u64) -> Value {
    Value::Int(i32::try_from(count).unwrap_or(i32::MAX))
}
