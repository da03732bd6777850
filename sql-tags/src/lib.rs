//! Databases for pages: data sources with their pools, queries whose rows stream, transactions, and the SQL tags of
//! Jakarta Tags over them.
//!
//! A [`DataSource`] is PostgreSQL or SQLite by its URL. A query never blocks a worker, and a page that is dropped while
//! one runs takes it along: the server is told, the transaction rolled back, the connection cleaned and given back.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use vespid_render::Value;
//! use vespid_sql_tags::{DataSource, DataSourceOptions, RowLimit};
//!
//! let shop = DataSource::connect("sqlite::memory:", None, None, DataSourceOptions::default())?;
//! shop.execute("create table item (name text, price numeric(10, 2))", &[]).await?;
//! shop.execute("insert into item values (?, ?)", &[Value::str("Mug"), Value::Double(4.5)]).await?;
//! let items = shop.query("select name, price from item", &[], RowLimit::ALL).await?;
//! assert_eq!(items.rows().row(0).unwrap().to_string(), "{name=Mug, price=4.50}");
//! # Ok::<(), vespid_sql_tags::SqlError>(()) }).unwrap();
//! ```

mod binary;
mod connection;
mod error;
mod jdbc;
mod json;
mod postgres;
mod result;
mod source;
mod sources;
mod sqlite;
mod statement;
pub mod tags;
mod temporal;
mod url;

pub use binary::Binary;
pub use connection::Connection;
pub use connection::Isolation;
pub use connection::RowLimit;
pub use connection::RowStream;
pub use error::ErrorKind;
pub use error::Result;
pub use error::SqlError;
pub use result::Columns;
pub use result::ResultSet;
pub use result::Rows;
pub use source::DataSource;
pub use source::DataSourceOptions;
pub use source::PoolStatus;
pub use sources::DataSources;
pub use statement::Dialect;
pub use tags::libraries;
pub use tags::register;
pub use temporal::Temporal;
pub use temporal::TemporalKind;
