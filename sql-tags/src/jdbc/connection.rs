//! `java.sql.Connection`.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;

use vespid_render::Result;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::failed;
use super::metadata::DatabaseMetaData;
use super::over_time;
use super::statement::JdbcStatement;
use super::statement::Keys;
use crate::connection::Connection;
use crate::connection::Isolation;
use crate::error::ErrorKind;
use crate::error::SqlError;
use crate::source::DataSource;
use crate::statement::Dialect;

/// A connection out of a pool, as scripts have it. Closing gives it back; so does the end of the request that opened it.
pub(crate) struct JdbcConnection {
    me: Weak<JdbcConnection>,
    source: DataSource,
    /// `None`: closed, or whoever worked with it was dropped meanwhile, and the connection with it.
    connection: tokio::sync::Mutex<Option<Connection>>,
    closed: AtomicBool,
    settings: Mutex<Settings>,
    savepoints: AtomicU32,
}

#[derive(Clone, Copy)]
struct Settings {
    auto_commit: bool,
    isolation: Option<Isolation>,
    read_only: bool,
}

/// What a request keeps of a connection that it opened.
struct CloseAtEnd(Weak<JdbcConnection>);

impl Drop for CloseAtEnd {
    fn drop(&mut self) {
        if let Some(connection) = self.0.upgrade() {
            connection.close();
        }
    }
}

impl JdbcConnection {
    /// Takes a connection out of the pool.
    pub(super) async fn open(source: DataSource) -> Result<Value, SqlError> {
        let connection = source.connection().await?;
        Ok(Value::Object(Arc::new_cyclic(|me| JdbcConnection {
            me: me.clone(),
            source,
            connection: tokio::sync::Mutex::new(Some(connection)),
            closed: AtomicBool::new(false),
            settings: Mutex::new(Settings { auto_commit: true, isolation: None, read_only: false }),
            savepoints: AtomicU32::new(0),
        })))
    }

    pub(super) fn source(&self) -> &DataSource {
        &self.source
    }

    fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the connection back; an open transaction is rolled back.
    fn close(&self) {
        self.closed.store(true, Ordering::Release);
        // Whoever works with it right now sees that it is closed when it is done.
        if let Ok(mut connection) = self.connection.try_lock() {
            drop(connection.take());
        }
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
            || self.connection.try_lock().is_ok_and(|connection| connection.is_none())
    }

    /// Works with the connection, as the only one. Without auto-commit, `transaction` opens one if there is none.
    ///
    /// # Cancel safety
    /// When it is dropped on the way, the connection goes with it and is cleaned in the background.
    pub(super) async fn with<T>(
        &self,
        transaction: bool,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let mut place = self.connection.lock().await;
        let mut connection =
            place.take().filter(|_| !self.closed.load(Ordering::Acquire)).ok_or_else(closed)?;
        let settings = *self.settings();
        let begun = if transaction && !settings.auto_commit && !connection.in_transaction() {
            connection.begin(settings.isolation).await
        } else {
            Ok(())
        };
        let result = match begun {
            Ok(()) => work(&mut connection).await,
            Err(error) => Err(error),
        };
        if !self.closed.load(Ordering::Acquire) {
            *place = Some(connection);
        }
        result
    }

    fn in_transaction(&self) -> bool {
        let connection = self.connection.try_lock();
        connection.is_ok_and(|connection| connection.as_ref().is_some_and(Connection::in_transaction))
    }

    async fn run(&self, sql: &str) -> Result<Value, SqlError> {
        self.with(true, async |connection| connection.execute_script(sql).await).await?;
        Ok(Value::Null)
    }

    fn level(&self) -> i32 {
        let default = match self.source.dialect() {
            Dialect::Postgres => Isolation::ReadCommitted,
            Dialect::Sqlite => Isolation::Serializable,
        };
        isolation_level(self.settings().isolation.unwrap_or(default))
    }

    fn statement(&self, sql: Option<&Value>, keys: Option<Keys>) -> Result<Value> {
        let me = self.me.upgrade().filter(|_| !self.is_closed()).ok_or_else(|| failed("08003", CLOSED))?;
        let sql = sql.map(|sql| coerce::to_text(sql).into_owned());
        Ok(JdbcStatement::value(me, sql, keys))
    }
}

const CLOSED: &str = "This connection has been closed.";

#[cold]
fn closed() -> SqlError {
    SqlError::new(ErrorKind::Connection, CLOSED)
        .with_state("08003")
        .with_hint("a connection is open until close() or the end of the request that opened it")
}

/// The number that `java.sql.Connection` has for a level.
pub(crate) fn isolation_level(isolation: Isolation) -> i32 {
    match isolation {
        Isolation::ReadUncommitted => 1,
        Isolation::ReadCommitted => 2,
        Isolation::RepeatableRead => 4,
        Isolation::Serializable => 8,
    }
}

/// The level of a number.
pub(crate) fn isolation_of(level: i32) -> Option<Isolation> {
    Some(match level {
        1 => Isolation::ReadUncommitted,
        2 => Isolation::ReadCommitted,
        4 => Isolation::RepeatableRead,
        8 => Isolation::Serializable,
        _ => return None,
    })
}

/// A savepoint's name within SQL.
fn savepoint_name(savepoint: &Value) -> String {
    match savepoint.downcast_ref::<Savepoint>() {
        Some(savepoint) => format!("\"{}\"", savepoint.name.replace('"', "\"\"")),
        None => "\"\"".into(),
    }
}

impl Object for JdbcConnection {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.sql.Connection", &["java.sql.Connection", "java.lang.AutoCloseable"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn kept_by_request(&self) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(CloseAtEnd(self.me.clone())))
    }

    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<CallFuture> {
        Some(match (method, args) {
            ("commit", []) => over_time(async move {
                self.with(false, async |connection| match connection.in_transaction() {
                    true => connection.commit().await,
                    false => Ok(()),
                })
                .await?;
                Ok(Value::Null)
            }),
            ("rollback", []) => over_time(async move {
                self.with(false, async |connection| connection.rollback().await).await?;
                Ok(Value::Null)
            }),
            ("rollback", [savepoint]) => {
                let name = savepoint_name(savepoint);
                over_time(async move {
                    self.with(false, async |connection| connection.rollback_to(&name).await).await?;
                    Ok(Value::Null)
                })
            }
            ("releaseSavepoint", [savepoint]) => {
                let sql = format!("RELEASE SAVEPOINT {}", savepoint_name(savepoint));
                over_time(async move { self.run(&sql).await })
            }
            ("setSavepoint", args) if args.len() < 2 => {
                let number = self.savepoints.fetch_add(1, Ordering::Relaxed);
                let name = args.first().map_or_else(
                    || format!("JDBC_SAVEPOINT_{number}"),
                    |name| coerce::to_text(name).into_owned(),
                );
                over_time(async move {
                    let savepoint = Value::new(Savepoint { name });
                    self.run(&format!("SAVEPOINT {}", savepoint_name(&savepoint))).await?;
                    Ok(savepoint)
                })
            }
            ("setAutoCommit", [on]) => {
                let on = *on == Value::Bool(true);
                over_time(async move {
                    // What was done so far takes effect with the change (JDBC 4.3, 10.1.1).
                    self.with(false, async |connection| match on && connection.in_transaction() {
                        true => connection.commit().await,
                        false => Ok(()),
                    })
                    .await?;
                    self.settings().auto_commit = on;
                    Ok(Value::Null)
                })
            }
            ("isValid", [_]) => over_time(async move {
                let answer = self
                    .with(false, async |connection| {
                        connection.query("select 1", &[], crate::RowLimit::ALL).await.map(drop)
                    })
                    .await;
                Ok(Value::Bool(answer.is_ok()))
            }),
            _ => return None,
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("createStatement", _) => self.statement(None, None)?,
            ("prepareStatement", [sql]) => self.statement(Some(sql), None)?,
            ("prepareStatement", [sql, keys]) => self.statement(Some(sql), Keys::of(keys)?)?,
            ("prepareStatement", [sql, _, _] | [sql, _, _, _]) => self.statement(Some(sql), None)?,
            ("close", []) | ("abort", [_]) => {
                self.close();
                Value::Null
            }
            ("isClosed", []) => Value::Bool(self.is_closed()),
            ("getAutoCommit", []) => Value::Bool(self.settings().auto_commit),
            ("getTransactionIsolation", []) => Value::Int(self.level()),
            ("setTransactionIsolation", [level]) => {
                let level = coerce::to_int(level)?;
                let isolation = isolation_of(level)
                    .ok_or_else(|| failed("0A000", format!("{level} is no isolation level")))?;
                if self.in_transaction() {
                    let message = "Cannot change transaction isolation level in the middle of a transaction.";
                    return Err(failed("25001", message));
                }
                self.settings().isolation = Some(isolation);
                Value::Null
            }
            ("isReadOnly", []) => Value::Bool(self.settings().read_only),
            ("setReadOnly", [on]) => {
                self.settings().read_only = *on == Value::Bool(true);
                Value::Null
            }
            ("getMetaData", []) => Value::new(DatabaseMetaData(self.source.clone())),
            ("nativeSQL", [sql]) => sql.clone(),
            // ResultSet.HOLD_CURSORS_OVER_COMMIT
            ("getHoldability", []) => Value::Int(1),
            ("getCatalog" | "getSchema" | "getWarnings" | "clearWarnings", []) => Value::Null,
            ("setHoldability" | "setCatalog" | "setSchema" | "setTypeMap", [_]) => Value::Null,
            ("isWrapperFor", [_]) => Value::Bool(false),
            _ => return Ok(None),
        }))
    }
}

/// `java.sql.Savepoint`
struct Savepoint {
    name: String,
}

impl Object for Savepoint {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("vespid.sql.Savepoint", &["java.sql.Savepoint"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, _: &[Value]) -> Result<Option<Value>> {
        Ok((method == "getSavepointName").then(|| Value::str(self.name.as_str())))
    }
}
