//! What goes wrong between a page and its database, and how pages see it.

use std::fmt;

use vespid_render::Error;
use vespid_render::error::class;
use vespid_render::value::Str;

/// Shorthand for results of database access.
pub type Result<T, E = SqlError> = std::result::Result<T, E>;

/// What kind of thing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The URL or an option of a data source is wrong, or it names something that this build can't do.
    Configuration,
    /// No connection could be made, or it was lost.
    Connection,
    /// The server refused the statement, or it failed there.
    Database,
    /// A parameter's value does not fit the type that the statement wants.
    Parameter,
    /// Every connection of the pool was in use for longer than the acquire time-out.
    PoolExhausted,
    /// The query time-out ended the statement.
    Timeout,
    /// A value of a type that can't be shown in a page.
    UnsupportedType,
}

/// A failed database access: Java's `java.sql.SQLException` with its SQLState.
///
/// `Display` gives the message with the SQLState; the wording may change. No message ever holds a password.
#[derive(Clone)]
pub struct SqlError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    state: Option<Box<str>>,
    message: String,
    hint: Option<String>,
    constraint: Option<Box<str>>,
}

impl SqlError {
    /// An error of a kind with a message for the page author.
    #[cold]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let state = match kind {
            ErrorKind::Configuration | ErrorKind::Database => None,
            ErrorKind::Connection => Some("08006"),
            ErrorKind::Parameter => Some("22023"),
            ErrorKind::PoolExhausted => Some("08004"),
            ErrorKind::Timeout => Some("57014"),
            ErrorKind::UnsupportedType => Some("0A000"),
        };
        SqlError(Box::new(Inner {
            kind,
            state: state.map(Into::into),
            message: message.into(),
            hint: None,
            constraint: None,
        }))
    }

    #[must_use]
    pub(crate) fn with_state(mut self, state: impl Into<Box<str>>) -> Self {
        self.0.state = Some(state.into());
        self
    }

    #[must_use]
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub(crate) fn with_constraint(mut self, constraint: impl Into<Box<str>>) -> Self {
        self.0.constraint = Some(constraint.into());
        self
    }

    /// What kind of thing failed.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The five characters of the SQLState, where there is one.
    pub fn state(&self) -> Option<&str> {
        self.0.state.as_deref()
    }

    /// The message without the SQLState.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// How to mend it, where that is known.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The constraint that the statement would have broken, where the server names it.
    pub fn constraint(&self) -> Option<&str> {
        self.0.constraint.as_deref()
    }

    /// An error that the PostgreSQL client reports; `server` names the data source without its password.
    #[cold]
    pub(crate) fn postgres(error: &tokio_postgres::Error, server: &str) -> Self {
        let Some(db) = error.as_db_error() else {
            return SqlError::new(ErrorKind::Connection, format!("{}: {}", server, root_causes(error)));
        };
        let mut message = db.message().to_owned();
        if let Some(detail) = db.detail() {
            message.push_str(". ");
            message.push_str(detail);
        }
        if let Some(tokio_postgres::error::ErrorPosition::Original(position)) = db.position() {
            message.push_str(&format!(" (at character {position} of the statement)"));
        }
        let code = db.code().code();
        let kind = match &code[..2.min(code.len())] {
            // The server shuts down, ran out of connections, or refuses the log-in.
            "08" | "28" | "3D" => ErrorKind::Connection,
            _ if matches!(code, "57P01" | "57P02" | "57P03" | "53300") => ErrorKind::Connection,
            _ => ErrorKind::Database,
        };
        if kind == ErrorKind::Connection {
            message = format!("{server}: {message}");
        }
        let mut result = SqlError::new(kind, message).with_state(code);
        if let Some(hint) = db.hint() {
            result = result.with_hint(hint);
        }
        if let Some(constraint) = db.constraint() {
            result = result.with_constraint(constraint);
        }
        result
    }

    /// An error that SQLite reports.
    #[cold]
    pub(crate) fn sqlite(error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let (code, message) = match error {
            rusqlite::Error::SqliteFailure(code, message) => (*code, message.clone()),
            rusqlite::Error::SqlInputError { error, msg, offset, .. } => {
                let place = if *offset >= 0 {
                    format!(" (at byte {offset} of the statement)")
                } else {
                    String::new()
                };
                (*error, Some(format!("{msg}{place}")))
            }
            other => return SqlError::new(ErrorKind::Database, other.to_string()).with_state("HY000"),
        };
        let message = message.unwrap_or_else(|| code.to_string());
        let (kind, state) = match code.code {
            ErrorCode::ConstraintViolation => (ErrorKind::Database, constraint_state(code.extended_code)),
            ErrorCode::CannotOpen | ErrorCode::NotADatabase | ErrorCode::PermissionDenied => {
                (ErrorKind::Connection, "08001")
            }
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => (ErrorKind::Database, "40001"),
            ErrorCode::OperationInterrupted => (ErrorKind::Database, "57014"),
            ErrorCode::ReadOnly => (ErrorKind::Database, "25006"),
            ErrorCode::TypeMismatch => (ErrorKind::Database, "22000"),
            ErrorCode::Unknown => (ErrorKind::Database, "42000"),
            _ => (ErrorKind::Database, "HY000"),
        };
        SqlError::new(kind, message).with_state(state)
    }
}

/// SQLite's extended codes of broken constraints as PostgreSQL's states.
fn constraint_state(extended: i32) -> &'static str {
    match extended {
        rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
        | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        | rusqlite::ffi::SQLITE_CONSTRAINT_ROWID => "23505",
        rusqlite::ffi::SQLITE_CONSTRAINT_NOTNULL => "23502",
        rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY => "23503",
        rusqlite::ffi::SQLITE_CONSTRAINT_CHECK => "23514",
        _ => "23000",
    }
}

/// An error's text with those of its causes, each once.
fn root_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match &self.0.state {
            Some(state) => write!(f, " [SQLState {state}]"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for SqlError {}

/// Pages see a `java.sql.SQLException`, or its `SQLTimeoutException` where a time-out ended the statement.
impl From<SqlError> for Error {
    fn from(error: SqlError) -> Self {
        let timeout = matches!(error.kind(), ErrorKind::Timeout);
        let name = if timeout { "java.sql.SQLTimeoutException" } else { class::SQL };
        let mut result = Error::new(name, error.to_string()).with_supers(
            [class::SQL, "java.lang.Exception", "java.lang.Throwable"].into_iter().map(Str::from),
        );
        if let Some(state) = error.state() {
            result = result.with_code(state, 0);
        }
        if let Some(hint) = error.hint() {
            result = result.with_hint(hint);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_sees_an_sql_exception_with_the_state_in_its_text() {
        let error =
            SqlError::new(ErrorKind::Database, "no such table").with_state("42P01").with_hint("create it");
        let page: Error = error.into();
        assert_eq!(page.class_name(), "java.sql.SQLException");
        assert_eq!(page.to_string(), "no such table [SQLState 42P01]");
        assert_eq!(page.hint().map(Str::as_str), Some("create it"));
    }

    #[test]
    fn a_timeout_is_an_sql_exception_too_but_no_runtime_exception() {
        let page: Error = SqlError::new(ErrorKind::Timeout, "too slow").into();
        assert_eq!(page.class_name(), "java.sql.SQLTimeoutException");
        assert!(page.is_instance("java.sql.SQLException"));
    }

    #[test]
    fn sqlite_constraints_have_the_states_of_postgresql() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch("create table t (a integer primary key, b text not null)").unwrap();
        let state = |sql: &str| {
            SqlError::sqlite(&connection.execute(sql, []).unwrap_err()).state().unwrap().to_owned()
        };
        assert_eq!(state("insert into t values (1, null)"), "23502");
        connection.execute("insert into t values (1, 'x')", []).unwrap();
        assert_eq!(state("insert into t values (1, 'y')"), "23505");
        assert_eq!(state("insert into u values (1)"), "42000");
    }
}
