//! `java.sql.Statement` and `PreparedStatement`.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::Weak;
use std::time::Duration;

use vespid_render::Result;
use vespid_render::value::CallFuture;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::connection::JdbcConnection;
use super::count;
use super::cursor::Cursor;
use super::failed;
use super::over_time;
use crate::connection::Connection;
use crate::connection::RowLimit;
use crate::error::ErrorKind;
use crate::error::SqlError;
use crate::result::ResultSet;
use crate::source::within;
use crate::statement::Dialect;
use crate::statement::Statement;

/// The most parameters that a statement has.
const MAX_PARAMETERS: usize = 65_535;

/// The most statements in a batch.
const MAX_BATCH: usize = 100_000;

/// Which columns of new rows `getGeneratedKeys` gives.
#[derive(Clone)]
pub(super) enum Keys {
    All,
    Named(Vec<String>),
}

impl Keys {
    /// Of the argument of `prepareStatement` and its like: a constant of `Statement`, or columns by name.
    ///
    /// # Errors
    /// Columns by index.
    pub(super) fn of(value: &Value) -> Result<Option<Self>> {
        let Some(list) = value.as_object().and_then(|object| object.as_list()) else {
            return Ok((*value == Value::Int(1)).then_some(Keys::All));
        };
        let names = (0..list.len()).filter_map(|index| list.get(index)).map(|name| match name {
            Value::Str(name) => Ok(name.to_string()),
            _ => Err(failed("0A000", "columns of generated keys are given by name")),
        });
        Ok(Some(Keys::Named(names.collect::<Result<_>>()?)))
    }

    /// The statement with a clause that gives them.
    fn added(&self, sql: &str, dialect: Dialect) -> String {
        if has_word(sql, "returning") || !has_word(sql, "insert") {
            return sql.to_owned();
        }
        let columns = match (self, dialect) {
            (Keys::Named(names), _) if !names.is_empty() => {
                let quoted = |name: &String| format!("\"{}\"", name.replace('"', "\"\""));
                names.iter().map(quoted).collect::<Vec<_>>().join(", ")
            }
            (_, Dialect::Postgres) => "*".into(),
            (_, Dialect::Sqlite) => "rowid AS last_insert_rowid".into(),
        };
        format!("{} RETURNING {columns}", sql.trim_end().trim_end_matches(';'))
    }
}

/// A statement of a script.
pub(crate) struct JdbcStatement {
    me: Weak<JdbcStatement>,
    connection: Arc<JdbcConnection>,
    /// What was prepared; `None`: each execution brings a statement along.
    sql: Option<String>,
    keys: Option<Keys>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    closed: bool,
    /// Counts executions: a result ends with the next one.
    execution: u64,
    params: Vec<Option<Value>>,
    batch: Vec<(String, Vec<Value>)>,
    max_rows: usize,
    timeout: Duration,
    fetch_size: i32,
    /// What the last execution gave: rows, and how many it changed.
    rows: Option<ResultSet>,
    changed: Option<u64>,
    keys: Option<ResultSet>,
}

impl JdbcStatement {
    pub(super) fn value(connection: Arc<JdbcConnection>, sql: Option<String>, keys: Option<Keys>) -> Value {
        Value::Object(Arc::new_cyclic(|me| JdbcStatement {
            me: me.clone(),
            connection,
            sql,
            keys,
            state: Mutex::default(),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.connection.source().dialect()
    }

    /// Whether the result of that execution can still be read.
    pub(super) fn has(&self, execution: u64) -> bool {
        let state = self.state();
        !state.closed && state.execution == execution
    }

    fn cursor(&self, rows: ResultSet) -> Value {
        let execution = self.state().execution;
        Value::new(Cursor::new(rows, self.me.upgrade(), execution))
    }

    /// The statement of an execution and its parameters.
    fn ready(&self, sql: Option<&Value>) -> Result<(String, Vec<Value>), SqlError> {
        let state = self.state();
        if state.closed {
            return Err(
                SqlError::new(ErrorKind::Database, "This statement has been closed.").with_state("55000")
            );
        }
        match (&self.sql, sql) {
            (Some(sql), None) => {
                let markers = Statement::parse(sql, self.dialect()).markers;
                Ok((sql.clone(), values(&state.params, markers)?))
            }
            (None, Some(sql)) => Ok((coerce::to_text(sql).into_owned(), Vec::new())),
            (Some(_), Some(_)) => Err(SqlError::new(
                ErrorKind::Parameter,
                "Can't use query methods that take a query string on a PreparedStatement.",
            )
            .with_state("42809")),
            (None, None) => Err(SqlError::new(ErrorKind::Parameter, "there is no statement to execute")),
        }
    }

    /// Runs one statement and notes what it gave. `None`: whether it gives rows is told by its text.
    async fn execute(
        &self,
        sql: String,
        params: Vec<Value>,
        query: Option<bool>,
        keys: Option<Keys>,
    ) -> Result<(), SqlError> {
        let (limit, timeout) = {
            let mut state = self.state();
            (state.rows, state.changed, state.keys) = (None, None, None);
            state.execution += 1;
            let limit = RowLimit { start: 0, max: Some(state.max_rows).filter(|max| *max > 0) };
            (limit, Some(state.timeout).filter(|timeout| !timeout.is_zero()))
        };
        let query = query.unwrap_or_else(|| gives_rows(&sql));
        let sql = match keys.or_else(|| self.keys.clone()) {
            Some(keys) if !query => keys.added(&sql, self.dialect()),
            _ => sql,
        };
        let with_keys = !query && has_word(&sql, "returning");
        // The time is over for the statement, not for the connection.
        let work = async |connection: &mut Connection| {
            within(timeout, async {
                if query || with_keys {
                    let limit = if query { limit } else { RowLimit::ALL };
                    connection.query(&sql, &params, limit).await.map(|rows| (Some(rows), None))
                } else {
                    connection.execute(&sql, &params).await.map(|changed| (None, Some(changed)))
                }
            })
            .await
        };
        let (rows, changed) = self.connection.with(true, work).await?;
        let mut state = self.state();
        if with_keys {
            state.changed = rows.as_ref().map(|rows| rows.rows().len() as u64);
            state.keys = rows;
        } else {
            (state.rows, state.changed) = (rows, changed);
        }
        Ok(())
    }

    /// What `execute` and its kin give, by their names.
    async fn run(
        self: Arc<Self>,
        method: &str,
        sql: Option<Value>,
        keys: Option<Keys>,
    ) -> Result<Value, SqlError> {
        let (sql, params) = self.ready(sql.as_ref())?;
        let query = match method {
            "executeQuery" => Some(true),
            "execute" => None,
            _ => Some(false),
        };
        self.execute(sql, params, query, keys).await?;
        let mut state = self.state();
        let changed = state.changed.unwrap_or(0);
        let rows = if method == "executeQuery" { state.rows.take() } else { None };
        let has_rows = state.rows.is_some();
        drop(state);
        Ok(match method {
            "executeQuery" => rows.map_or(Value::Null, |rows| self.cursor(rows)),
            "execute" => Value::Bool(has_rows),
            "executeLargeUpdate" => Value::Long(i64::try_from(changed).unwrap_or(i64::MAX)),
            _ => count(changed),
        })
    }

    /// Runs the batch, whose statements stand for themselves; gives how many rows each changed.
    async fn run_batch(self: Arc<Self>) -> Result<Value, SqlError> {
        let batch = std::mem::take(&mut self.state().batch);
        let mut counts = Vec::with_capacity(batch.len());
        for (sql, params) in batch {
            self.execute(sql, params, Some(false), None).await?;
            counts.push(count(self.state().changed.unwrap_or(0)));
        }
        Ok(Value::list(counts))
    }

    fn set(&self, index: &Value, value: Value) -> Result<Value> {
        let index = coerce::to_int(index)?;
        let place = usize::try_from(index).ok().filter(|index| (1..=MAX_PARAMETERS).contains(index));
        let place = place.ok_or_else(|| failed("22023", format!("there is no parameter {index}")))?;
        let mut state = self.state();
        if state.params.len() < place {
            state.params.resize(place, None);
        }
        state.params[place - 1] = Some(value);
        Ok(Value::Null)
    }

    fn add_batch(&self, sql: Option<&Value>) -> Result<Value> {
        let entry = self.ready(sql)?;
        let mut state = self.state();
        if state.batch.len() >= MAX_BATCH {
            return Err(failed("54000", format!("a batch has {MAX_BATCH} statements at the most")));
        }
        state.batch.push(entry);
        Ok(Value::Null)
    }
}

/// Parameters, of which there must be one for each marker.
fn values(params: &[Option<Value>], markers: usize) -> Result<Vec<Value>, SqlError> {
    let given = (0..params.len().max(markers)).map(|index| {
        params.get(index).cloned().flatten().ok_or_else(|| {
            let message = format!("No value specified for parameter {}.", index + 1);
            SqlError::new(ErrorKind::Parameter, message).with_state("22023")
        })
    });
    given.collect()
}

/// Whether a statement has that word outside of quotes and comments.
fn has_word(sql: &str, word: &str) -> bool {
    words(sql).any(|own| own.eq_ignore_ascii_case(word))
}

/// Whether a statement gives rows, by its first word.
fn gives_rows(sql: &str) -> bool {
    let first = words(sql).next().unwrap_or("").to_ascii_lowercase();
    matches!(
        first.as_str(),
        "select" | "values" | "with" | "show" | "explain" | "table" | "pragma" | "fetch" | "describe"
    ) || has_word(sql, "returning")
}

/// The words of a statement outside of literals, quoted names and comments.
fn words(sql: &str) -> impl Iterator<Item = &str> {
    let mut rest = sql;
    std::iter::from_fn(move || {
        loop {
            let first = rest.chars().next()?;
            let end = match first {
                '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
                '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
                '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                char if char.is_alphabetic() || char == '_' => {
                    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_');
                    let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
                    rest = behind;
                    return Some(word);
                }
                char => char.len_utf8(),
            };
            rest = &rest[end..];
        }
    })
}

impl Object for JdbcStatement {
    fn class(&self) -> &Class {
        static PLAIN: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.sql.Statement", &["java.sql.Statement", "java.lang.AutoCloseable"])
        });
        static PREPARED: LazyLock<Class> = LazyLock::new(|| {
            let supers = ["java.sql.PreparedStatement", "java.sql.Statement", "java.lang.AutoCloseable"];
            Class::new("vespid.sql.PreparedStatement", &supers)
        });
        if self.sql.is_some() { &PREPARED } else { &PLAIN }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call_async(self: Arc<Self>, method: &str, args: &[Value]) -> Option<CallFuture> {
        let name = match method {
            "executeQuery" | "executeUpdate" | "executeLargeUpdate" | "execute" if args.len() < 3 => {
                method.to_owned()
            }
            "executeBatch" if args.is_empty() => return Some(over_time(self.run_batch())),
            _ => return None,
        };
        let sql = args.first().cloned();
        let keys = match args.get(1).map(Keys::of).transpose() {
            Ok(keys) => keys.flatten(),
            Err(error) => return Some(Box::pin(async { Err(error) })),
        };
        Some(over_time(async move { self.run(&name, sql, keys).await }))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("setNull", [index, ..]) => self.set(index, Value::Null)?,
            (
                "setString" | "setInt" | "setLong" | "setShort" | "setByte" | "setDouble" | "setFloat"
                | "setBoolean" | "setBigDecimal" | "setBytes" | "setDate" | "setTime" | "setTimestamp"
                | "setObject" | "setNString",
                [index, value, ..],
            ) if args.len() < 5 => self.set(index, value.clone())?,
            ("clearParameters", []) => {
                self.state().params.clear();
                Value::Null
            }
            ("addBatch", []) => self.add_batch(None)?,
            ("addBatch", [sql]) => self.add_batch(Some(sql))?,
            ("clearBatch", []) => {
                self.state().batch.clear();
                Value::Null
            }
            ("getResultSet", []) => {
                let rows = self.state().rows.take();
                rows.map_or(Value::Null, |rows| self.cursor(rows))
            }
            ("getUpdateCount", []) => {
                let changed = self.state().changed.take();
                changed.map_or(Value::Int(-1), count)
            }
            ("getMoreResults", _) => {
                let mut state = self.state();
                (state.rows, state.changed) = (None, None);
                Value::Bool(false)
            }
            ("getGeneratedKeys", []) => {
                let keys = self.state().keys.take();
                match keys {
                    Some(keys) => self.cursor(keys),
                    None => self.cursor(ResultSet::empty()),
                }
            }
            ("setMaxRows", [max]) => {
                self.state().max_rows = usize::try_from(coerce::to_int(max)?).unwrap_or(0);
                Value::Null
            }
            ("getMaxRows", []) => Value::Int(i32::try_from(self.state().max_rows).unwrap_or(i32::MAX)),
            ("setQueryTimeout", [seconds]) => {
                let seconds = u64::try_from(coerce::to_int(seconds)?).unwrap_or(0);
                self.state().timeout = Duration::from_secs(seconds);
                Value::Null
            }
            ("getQueryTimeout", []) => Value::Int(self.state().timeout.as_secs() as i32),
            ("setFetchSize", [size]) => {
                self.state().fetch_size = coerce::to_int(size)?;
                Value::Null
            }
            ("getFetchSize", []) => Value::Int(self.state().fetch_size),
            ("getConnection", []) => Value::Object(self.connection.clone()),
            ("close", []) => {
                *self.state() = State { closed: true, ..State::default() };
                Value::Null
            }
            ("isClosed", []) => Value::Bool(self.state().closed),
            ("getWarnings" | "clearWarnings" | "cancel" | "closeOnCompletion", [])
            | (
                "setEscapeProcessing"
                | "setFetchDirection"
                | "setPoolable"
                | "setCursorName"
                | "setMaxFieldSize",
                [_],
            ) => Value::Null,
            _ => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_rows_is_told_by_its_words() {
        for sql in [
            "select 1",
            " -- update\n Select 1",
            "(values (1))",
            "/* x */ with a as (select 1) select * from a",
        ] {
            assert!(gives_rows(sql), "{sql}");
        }
        assert!(gives_rows("insert into t values (1) returning id"));
        for sql in
            ["update t set a = 'returning'", "insert into t select 1", "create table \"select\" (a int)", ""]
        {
            assert!(!gives_rows(sql), "{sql}");
        }
    }

    #[test]
    fn generated_keys_are_asked_for_once() {
        let all = Keys::All;
        assert_eq!(
            all.added("insert into t values (1);", Dialect::Postgres),
            "insert into t values (1) RETURNING *"
        );
        assert_eq!(
            all.added("insert into t values (1) returning a", Dialect::Postgres),
            "insert into t values (1) returning a"
        );
        assert_eq!(all.added("delete from t", Dialect::Postgres), "delete from t");
        let named = Keys::Named(vec!["id".into()]);
        assert_eq!(
            named.added("insert into t values (1)", Dialect::Sqlite),
            "insert into t values (1) RETURNING \"id\""
        );
    }
}
