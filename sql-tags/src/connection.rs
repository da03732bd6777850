//! A connection checked out of a data source's pool.

use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use futures::Stream;
use vespid_render::value::Value;

use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::postgres::PgConnection;
use crate::result::ResultSet;
use crate::result::Rows;
use crate::sqlite::SqliteConnection;

/// How many rows a batch of a stream has at most.
pub(crate) const BATCH: usize = 256;

/// Which rows of a query a result takes (Jakarta Tags 3.1, 10.3 `maxRows` and `startRow`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowLimit {
    /// The first row, from 0.
    pub start: usize,
    /// How many; `None`: all.
    pub max: Option<usize>,
}

impl RowLimit {
    /// All rows.
    pub const ALL: RowLimit = RowLimit { start: 0, max: None };

    /// How many rows must be fetched: one beyond, which tells whether there were more. `None`: all.
    pub(crate) fn fetch(self) -> Option<usize> {
        Some(self.start.saturating_add(self.max?).saturating_add(1))
    }

    /// Whether the row with that index is taken.
    pub(crate) fn takes(self, index: usize) -> bool {
        index >= self.start && self.max.is_none_or(|max| index - self.start < max)
    }

    /// Whether a row with that index shows that there were more than wanted.
    pub(crate) fn is_beyond(self, index: usize) -> bool {
        self.max.is_some_and(|max| index >= self.start.saturating_add(max))
    }
}

/// Transaction isolation (`java.sql.Connection`'s levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// `read_uncommitted`; PostgreSQL takes it for `read_committed`.
    ReadUncommitted,
    /// `read_committed`
    ReadCommitted,
    /// `repeatable_read`
    RepeatableRead,
    /// `serializable`
    Serializable,
}

impl FromStr for Isolation {
    type Err = SqlError;

    /// The names that `sql:transaction` takes.
    fn from_str(name: &str) -> Result<Self> {
        match name {
            "read_uncommitted" => Ok(Isolation::ReadUncommitted),
            "read_committed" => Ok(Isolation::ReadCommitted),
            "repeatable_read" => Ok(Isolation::RepeatableRead),
            "serializable" => Ok(Isolation::Serializable),
            other => Err(SqlError::new(ErrorKind::Configuration, format!("'{other}' is no isolation level"))
                .with_hint("read_uncommitted, read_committed, repeatable_read or serializable")),
        }
    }
}

/// A stream of batches of rows that borrows its connection.
pub type RowStream<'a> = Pin<Box<dyn Stream<Item = Result<Arc<Rows>>> + Send + 'a>>;

/// A connection out of a pool. Dropping it gives it back.
///
/// # Cancel safety
/// Any future or stream of a connection may be dropped at any time: what runs on the server is cancelled, an open
/// transaction is rolled back, and the connection goes back into the pool only when it is clean again; until then it
/// counts as in use. All of that happens in the background.
pub struct Connection(Kind);

enum Kind {
    Postgres(Box<PgConnection>),
    Sqlite(Box<SqliteConnection>),
}

impl Connection {
    pub(crate) fn postgres(connection: PgConnection) -> Self {
        Connection(Kind::Postgres(Box::new(connection)))
    }

    pub(crate) fn sqlite(connection: SqliteConnection) -> Self {
        Connection(Kind::Sqlite(Box::new(connection)))
    }

    /// Runs a query and collects its rows. `?` stands for the parameters in turn.
    ///
    /// # Errors
    /// What the database reports; [`ErrorKind::Parameter`] for a value that can't be what the statement wants,
    /// [`ErrorKind::UnsupportedType`] for a column that can't be shown, [`ErrorKind::Timeout`].
    pub async fn query(&mut self, sql: &str, params: &[Value], limit: RowLimit) -> Result<ResultSet> {
        let started = Instant::now();
        let result = match &mut self.0 {
            Kind::Postgres(connection) => connection.query(sql, params, limit).await,
            Kind::Sqlite(connection) => connection.query(sql, params, limit).await,
        };
        match &result {
            Ok(rows) => tracing::debug!(sql, rows = rows.rows().len(), took = ?started.elapsed(), "query"),
            Err(error) => tracing::debug!(sql, %error, took = ?started.elapsed(), "query failed"),
        }
        result
    }

    /// Executes a statement and gives the number of rows that it changed; 0 for one that changes none by its nature.
    ///
    /// # Errors
    /// As [`query`](Self::query).
    pub async fn execute(&mut self, sql: &str, params: &[Value]) -> Result<u64> {
        let started = Instant::now();
        let result = match &mut self.0 {
            Kind::Postgres(connection) => connection.execute(sql, params).await,
            Kind::Sqlite(connection) => connection.execute(sql, params).await,
        };
        match &result {
            Ok(count) => tracing::debug!(sql, count, took = ?started.elapsed(), "update"),
            Err(error) => tracing::debug!(sql, %error, took = ?started.elapsed(), "update failed"),
        }
        result
    }

    /// Executes statements divided by semicolons, without parameters: a schema, a set-up.
    ///
    /// # Errors
    /// What the database reports; the statements before the failing one may have taken effect.
    pub async fn execute_script(&mut self, script: &str) -> Result<()> {
        match &mut self.0 {
            Kind::Postgres(connection) => connection.execute_script(script).await,
            Kind::Sqlite(connection) => connection.execute_script(script).await,
        }
    }

    /// Runs a query and gives its rows in batches of at most 256 as they come, with back-pressure: the database
    /// computes or sends no more than one or two batches ahead of the reader.
    ///
    /// The query time-out holds for each batch. Dropping the stream early cancels the query; the connection can be used
    /// again at once.
    pub fn query_stream<'a>(&'a mut self, sql: &'a str, params: &'a [Value]) -> RowStream<'a> {
        match &mut self.0 {
            Kind::Postgres(connection) => Box::pin(connection.query_stream(sql, params)),
            Kind::Sqlite(connection) => Box::pin(connection.query_stream(sql, params)),
        }
    }

    /// Begins a transaction; without `isolation` at the level that the database is set to.
    ///
    /// # Errors
    /// [`ErrorKind::Database`] with SQLState 25001 if one is open already; what the database reports.
    pub async fn begin(&mut self, isolation: Option<Isolation>) -> Result<()> {
        match &mut self.0 {
            Kind::Postgres(connection) => connection.begin(isolation).await,
            Kind::Sqlite(connection) => connection.begin(isolation).await,
        }
    }

    /// Commits the transaction. One in which a statement failed is rolled back, which is an error.
    ///
    /// # Errors
    /// What the database reports; SQLState 25P01 if none is open, 25P02 if it was rolled back instead.
    pub async fn commit(&mut self) -> Result<()> {
        match &mut self.0 {
            Kind::Postgres(connection) => connection.commit().await,
            Kind::Sqlite(connection) => connection.commit().await,
        }
    }

    /// Rolls the transaction back; does nothing if none is open.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn rollback(&mut self) -> Result<()> {
        match &mut self.0 {
            Kind::Postgres(connection) => connection.rollback().await,
            Kind::Sqlite(connection) => connection.rollback().await,
        }
    }

    /// Rolls back to a savepoint, whose name is quoted where it needs to be: a statement that failed since counts no more.
    ///
    /// # Errors
    /// What the database reports; SQLState 25P01 if no transaction is open, 25P02 if it was rolled back as a whole.
    pub async fn rollback_to(&mut self, savepoint: &str) -> Result<()> {
        match &mut self.0 {
            Kind::Postgres(connection) => connection.rollback_to(savepoint).await,
            Kind::Sqlite(connection) => connection.rollback_to(savepoint).await,
        }
    }

    /// Whether a transaction is open.
    pub fn in_transaction(&self) -> bool {
        match &self.0 {
            Kind::Postgres(connection) => connection.transaction().is_open(),
            Kind::Sqlite(connection) => connection.transaction().is_open(),
        }
    }
}

/// What a connection knows of its transaction.
#[derive(Clone, Debug, Default)]
pub(crate) enum Transaction {
    /// Every statement stands for itself.
    #[default]
    None,
    /// Open, or being opened or closed.
    Open,
    /// Open, but a statement failed in it, with that message: it can only be rolled back.
    Failed(String),
    /// Rolled back by the database for that reason, of which the page does not know yet.
    Gone(String),
}

impl Transaction {
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self, Transaction::None)
    }

    /// Refuses to begin one within another.
    pub(crate) fn may_begin(&self) -> Result<()> {
        if self.is_open() {
            return Err(
                SqlError::new(ErrorKind::Database, "a transaction is open already").with_state("25001")
            );
        }
        Ok(())
    }

    /// Refuses statements in one that can only be rolled back: they would be refused by the server, or, where the
    /// transaction is gone, take effect by themselves.
    pub(crate) fn may_run(&self) -> Result<()> {
        match self {
            Transaction::None | Transaction::Open => Ok(()),
            Transaction::Failed(cause) | Transaction::Gone(cause) => Err(SqlError::new(
                ErrorKind::Database,
                format!("the transaction can only be rolled back, since a statement in it failed: {cause}"),
            )
            .with_state("25P02")),
        }
    }

    /// Refuses to roll back to a savepoint in none, or in one that is gone.
    pub(crate) fn may_roll_back(&self) -> Result<()> {
        match self {
            Transaction::None => Err(Transaction::not_open()),
            Transaction::Open | Transaction::Failed(_) => Ok(()),
            Transaction::Gone(cause) => Err(Transaction::rolled_back(cause)),
        }
    }

    pub(crate) fn not_open() -> SqlError {
        SqlError::new(ErrorKind::Database, "no transaction is open").with_state("25P01")
    }

    /// What a commit of a failed transaction says.
    pub(crate) fn rolled_back(cause: &str) -> SqlError {
        SqlError::new(
            ErrorKind::Database,
            format!("the transaction was rolled back, since a statement in it had failed: {cause}"),
        )
        .with_state("25P02")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_fetches_one_more_row_to_see_whether_there_is_one() {
        let limit = RowLimit { start: 2, max: Some(3) };
        assert_eq!(limit.fetch(), Some(6));
        assert_eq!((0..6).filter(|row| limit.takes(*row)).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(limit.is_beyond(5) && !limit.is_beyond(4));
        assert_eq!(RowLimit::ALL.fetch(), None);
        assert!(RowLimit { start: 1, max: None }.takes(1_000_000));
        assert!(RowLimit { start: 0, max: Some(0) }.is_beyond(0));
    }

    #[test]
    fn isolation_levels_are_named_as_in_the_tag() {
        assert_eq!("repeatable_read".parse::<Isolation>().unwrap(), Isolation::RepeatableRead);
        assert!("chaos".parse::<Isolation>().unwrap_err().to_string().contains("'chaos'"));
    }
}
