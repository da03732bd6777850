//! `java.sql.ResultSet`: a row at a time of a result that was read whole.

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use vespid_render::Result;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Value;
use vespid_render::value::coerce;

use super::failed;
use super::metadata::ResultSetMetaData;
use super::statement::JdbcStatement;
use crate::binary::Binary;
use crate::result::ResultSet;
use crate::statement::Dialect;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// A result with the row at which it stands.
pub(crate) struct Cursor {
    rows: ResultSet,
    statement: Option<Arc<JdbcStatement>>,
    execution: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The row, from 1; 0 before the first, one more than there are behind the last.
    row: usize,
    was_null: bool,
    closed: bool,
}

impl Cursor {
    pub(super) fn new(rows: ResultSet, statement: Option<Arc<JdbcStatement>>, execution: u64) -> Self {
        Cursor { rows, statement, execution, state: Mutex::default() }
    }

    /// The rows, whichever is the current one.
    pub(crate) fn rows(&self) -> &ResultSet {
        &self.rows
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self) -> usize {
        self.rows.rows().len()
    }

    fn is_closed(&self) -> bool {
        self.state().closed || self.statement.as_ref().is_some_and(|statement| !statement.has(self.execution))
    }

    /// Goes to a row, from 1, or beyond either end; whether there is one.
    fn go_to(&self, row: i64) -> Value {
        let end = self.len() + 1;
        let row = usize::try_from(row).map_or(0, |row| row.min(end));
        self.state().row = row;
        Value::Bool(row > 0 && row < end)
    }

    fn row(&self) -> i64 {
        self.state().row as i64
    }

    /// The column of an argument: from 1, or by its name without regard to case.
    fn column(&self, column: &Value) -> Result<usize> {
        let columns = self.rows.rows().columns();
        if let Value::Str(name) = column {
            // The first column of a name counts here, and not the last as in a `Result`.
            let found = columns.names().iter().position(|own| own.eq_ignore_ascii_case(name));
            return found.or_else(|| columns.find(name)).ok_or_else(|| {
                failed("42703", format!("The column name {name} was not found in this ResultSet."))
            });
        }
        let index = coerce::to_int(column)?;
        usize::try_from(index)
            .ok()
            .and_then(|index| index.checked_sub(1))
            .filter(|index| *index < columns.len())
            .ok_or_else(|| {
                let count = columns.len();
                failed(
                    "22023",
                    format!("The column index is out of range: {index}, number of columns: {count}."),
                )
            })
    }

    fn value(&self, column: &Value) -> Result<Value> {
        let column = self.column(column)?;
        let mut state = self.state();
        let row = state.row.checked_sub(1).and_then(|row| self.rows.rows().get(row));
        let Some(row) = row else {
            let message = if state.row == 0 {
                "ResultSet not positioned properly, perhaps you need to call next."
            } else {
                "ResultSet is behind its last row."
            };
            return Err(failed("24000", message));
        };
        let value = row[column].clone();
        state.was_null = value.is_null();
        Ok(value)
    }

    /// The value of a getter.
    fn get(&self, getter: &str, column: &Value) -> Result<Option<Value>> {
        let temporal = match getter {
            "Date" => Some(TemporalKind::Date),
            "Time" => Some(TemporalKind::Time),
            "Timestamp" => Some(TemporalKind::Timestamp),
            _ => None,
        };
        if !matches!(
            getter,
            "String"
                | "NString"
                | "Object"
                | "Boolean"
                | "Byte"
                | "Short"
                | "Int"
                | "Long"
                | "Float"
                | "Double"
                | "BigDecimal"
                | "Bytes"
        ) && temporal.is_none()
        {
            return Ok(None);
        }
        let value = self.value(column)?;
        if value.is_null() {
            return Ok(Some(match getter {
                "Boolean" => Value::Bool(false),
                "Byte" => Value::Byte(0),
                "Short" => Value::Short(0),
                "Int" => Value::Int(0),
                "Long" => Value::Long(0),
                "Float" => Value::Float(0.0),
                "Double" => Value::Double(0.0),
                _ => Value::Null,
            }));
        }
        if let Some(kind) = temporal {
            let own = match &value {
                Value::Str(text) => Temporal::parse(kind, text),
                other => Temporal::from_value(other, kind)?,
            };
            return own.map(|own| Some(Value::new(own))).ok_or_else(|| bad(getter, &value));
        }
        Ok(Some(match getter {
            "Object" => value,
            "String" | "NString" => Value::str(self.text(&value)),
            "Bytes" => match &value {
                Value::Str(text) => Value::new(Binary(text.as_bytes().into())),
                other => other.clone(),
            },
            "Boolean" => Value::Bool(boolean(&value).ok_or_else(|| bad(getter, &value))?),
            _ => {
                let class = match getter {
                    "Int" => "Integer",
                    other => other,
                };
                let class = if class == "BigDecimal" {
                    "java.math.BigDecimal".into()
                } else {
                    format!("java.lang.{class}")
                };
                number(&value, &class).ok_or_else(|| bad(getter, &value))?
            }
        }))
    }

    /// The text of a value as the database's driver gives it.
    fn text(&self, value: &Value) -> String {
        let dialect = self.statement.as_ref().map(|statement| statement.dialect());
        match (value, dialect) {
            (Value::Bool(on), Some(Dialect::Postgres)) => if *on { "t" } else { "f" }.into(),
            (Value::Bool(on), Some(Dialect::Sqlite)) => if *on { "1" } else { "0" }.into(),
            _ => coerce::to_text(value).into_owned(),
        }
    }
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::Str(text) => match text.trim().to_ascii_lowercase().as_str() {
            "t" | "true" | "1" | "y" | "yes" | "on" => Some(true),
            "f" | "false" | "0" | "n" | "no" | "off" => Some(false),
            _ => None,
        },
        other => coerce::to_double(other).ok().map(|number| number != 0.0),
    }
}

/// A number, or the text of one, as one of a class.
fn number(value: &Value, class: &str) -> Option<Value> {
    let value = match value {
        Value::Bool(on) => Value::Int((*on).into()),
        Value::Str(text) => Value::str(text.trim()),
        other => other.clone(),
    };
    let whole = !matches!(class, "java.math.BigDecimal" | "java.lang.Float" | "java.lang.Double");
    let value = match value {
        // The text of a fraction counts as a number that is cut off.
        Value::Str(text) if whole && text.parse::<i64>().is_err() => Value::Double(text.parse().ok()?),
        other => other,
    };
    if whole {
        let long = coerce::to_long(&value).ok()?;
        let range = match class {
            "java.lang.Byte" => i64::from(i8::MIN)..=i64::from(i8::MAX),
            "java.lang.Short" => i64::from(i16::MIN)..=i64::from(i16::MAX),
            "java.lang.Integer" => i64::from(i32::MIN)..=i64::from(i32::MAX),
            _ => i64::MIN..=i64::MAX,
        };
        return range.contains(&long).then(|| coerce::coerce(Value::Long(long), class).ok())?;
    }
    coerce::coerce(value, class).ok()
}

#[cold]
fn bad(getter: &str, value: &Value) -> vespid_render::Error {
    failed(
        "22003",
        format!("Bad value for type {} : {}", getter.to_ascii_lowercase(), coerce::to_text(value)),
    )
}

impl Object for Cursor {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("vespid.sql.ResultSet", &["java.sql.ResultSet", "java.lang.AutoCloseable"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match (method, args) {
            ("close", []) => {
                self.state().closed = true;
                return Ok(Some(Value::Null));
            }
            ("isClosed", []) => return Ok(Some(Value::Bool(self.is_closed()))),
            _ if self.is_closed() => return Err(failed("55000", "This ResultSet is closed.")),
            _ => {}
        }
        let len = self.len() as i64;
        Ok(Some(match (method, args) {
            ("next", []) => self.go_to(self.row() + 1),
            ("previous", []) => self.go_to(self.row() - 1),
            ("first", []) => self.go_to(1),
            ("last", []) => self.go_to(len),
            ("beforeFirst", []) => {
                self.go_to(0);
                Value::Null
            }
            ("afterLast", []) => {
                self.go_to(len + 1);
                Value::Null
            }
            ("absolute", [row]) => match i64::from(coerce::to_int(row)?) {
                row if row < 0 => self.go_to(len + 1 + row),
                row => self.go_to(row),
            },
            ("relative", [rows]) => self.go_to(self.row() + i64::from(coerce::to_int(rows)?)),
            ("isBeforeFirst", []) => Value::Bool(self.row() == 0 && len > 0),
            ("isAfterLast", []) => Value::Bool(self.row() > len && len > 0),
            ("isFirst", []) => Value::Bool(self.row() == 1 && len > 0),
            ("isLast", []) => Value::Bool(self.row() == len && len > 0),
            ("getRow", []) => Value::Int(if self.row() > len { 0 } else { self.row() as i32 }),
            ("wasNull", []) => Value::Bool(self.state().was_null),
            ("findColumn", [name]) => Value::Int(self.column(name)? as i32 + 1),
            ("getMetaData", []) => Value::new(ResultSetMetaData(self.rows.rows().columns().clone())),
            ("getStatement", []) => {
                self.statement.clone().map_or(Value::Null, |statement| Value::Object(statement))
            }
            // TYPE_SCROLL_INSENSITIVE, CONCUR_READ_ONLY, FETCH_FORWARD, HOLD_CURSORS_OVER_COMMIT
            ("getType", []) => Value::Int(1004),
            ("getConcurrency", []) => Value::Int(1007),
            ("getFetchDirection", []) => Value::Int(1000),
            ("getHoldability", []) => Value::Int(1),
            ("getFetchSize", []) => Value::Int(0),
            ("getWarnings" | "clearWarnings", []) | ("setFetchSize" | "setFetchDirection", [_]) => {
                Value::Null
            }
            (_, [column] | [column, _]) => match method.strip_prefix("get") {
                Some(getter) => return self.get(getter, column),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }
}
