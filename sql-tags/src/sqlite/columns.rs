//! Values of SQLite as values of pages, and back.
//!
//! SQLite's columns hold what they are given; the type that the table declares tells what is meant. A value that does
//! not look like its column's type is shown as what it is.

use std::sync::Arc;

use rusqlite::types::ValueRef;
use vespid_render::value::BigDecimal;
use vespid_render::value::Str;
use vespid_render::value::Value;
use vespid_render::value::number::RoundingMode;

use crate::binary::Binary;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::result::Columns;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// How the columns of a statement are read.
pub(super) struct Decoders {
    columns: Arc<Columns>,
    declared: Box<[Declared]>,
}

impl Decoders {
    pub(super) fn new(statement: &rusqlite::Statement<'_>) -> Self {
        let columns = statement.columns();
        Decoders {
            columns: Arc::new(
                Columns::new(columns.iter().map(|column| Str::from(column.name())))
                    .with_types(columns.iter().map(|column| column.decl_type().unwrap_or("").into())),
            ),
            declared: columns
                .iter()
                .map(|column| Declared::parse(column.decl_type().unwrap_or("")))
                .collect(),
        }
    }

    pub(super) fn columns(&self) -> &Arc<Columns> {
        &self.columns
    }

    /// The values of a row.
    pub(super) fn row<'a>(&'a self, row: &'a rusqlite::Row<'_>) -> impl Iterator<Item = Result<Value>> + 'a {
        self.declared.iter().enumerate().map(move |(index, declared)| {
            row.get_ref(index).map(|value| declared.decode(value)).map_err(|error| SqlError::sqlite(&error))
        })
    }
}

/// What a table declares a column to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    Bool,
    Long,
    /// NUMERIC(p, s) and DECIMAL(p, s), with the scale if one is declared.
    Decimal(Option<i32>),
    Temporal(TemporalKind),
    Json,
    Real,
    /// Nothing, or what says no more than the value itself.
    Other,
}

impl Declared {
    fn parse(declared: &str) -> Self {
        let (name, arguments) = declared.split_once('(').unwrap_or((declared, ""));
        match name.trim().to_ascii_uppercase().as_str() {
            "BOOL" | "BOOLEAN" => Declared::Bool,
            "BIGINT" | "INT8" | "UNSIGNED BIG INT" => Declared::Long,
            "NUMERIC" | "DECIMAL" => {
                let scale =
                    arguments.trim_end_matches(')').split_once(',').map(|(_, scale)| scale.trim().parse());
                Declared::Decimal(match scale {
                    Some(scale) => scale.ok().filter(|scale| (0..=1000).contains(scale)),
                    None if arguments.is_empty() => None,
                    None => Some(0),
                })
            }
            "JSON" | "JSONB" => Declared::Json,
            "DATE" => Declared::Temporal(TemporalKind::Date),
            "TIME" => Declared::Temporal(TemporalKind::Time),
            "DATETIME" | "TIMESTAMP" | "TIMESTAMPTZ" | "TIMESTAMP WITH TIME ZONE" => {
                Declared::Temporal(TemporalKind::Timestamp)
            }
            "REAL" | "DOUBLE" | "DOUBLE PRECISION" | "FLOAT" => Declared::Real,
            _ => Declared::Other,
        }
    }

    fn decode(self, value: ValueRef<'_>) -> Value {
        match (value, self) {
            (ValueRef::Null, _) => Value::Null,
            (ValueRef::Integer(number @ (0 | 1)), Declared::Bool) => Value::Bool(number == 1),
            (ValueRef::Integer(number), Declared::Long) => Value::Long(number),
            (ValueRef::Integer(number), Declared::Real) => Value::Double(number as f64),
            (ValueRef::Integer(number), Declared::Decimal(scale)) => {
                decimal(BigDecimal::new(number, 0), scale)
            }
            // JDBC drivers store points in time as milliseconds.
            (ValueRef::Integer(millis), Declared::Temporal(kind)) => match millis.checked_mul(1000) {
                Some(micros) => Value::new(Temporal::from_micros(kind, micros)),
                None => Value::Long(millis),
            },
            (ValueRef::Integer(number), _) => i32::try_from(number).map_or(Value::Long(number), Value::Int),
            (ValueRef::Real(number), Declared::Decimal(scale)) => match BigDecimal::value_of_double(number) {
                Some(number) => decimal(number, scale),
                None => Value::Double(number),
            },
            (ValueRef::Real(number), _) => Value::Double(number),
            (ValueRef::Text(text), _) => self.text(&String::from_utf8_lossy(text)),
            (ValueRef::Blob(bytes), _) => Value::new(Binary(bytes.into())),
        }
    }

    fn text(self, text: &str) -> Value {
        let meant = match self {
            Declared::Temporal(kind) => Temporal::parse(kind, text).map(Value::new),
            Declared::Decimal(scale) => BigDecimal::parse(text).map(|number| decimal(number, scale)),
            Declared::Json => crate::json::parse(text),
            Declared::Bool if text.eq_ignore_ascii_case("true") => Some(Value::Bool(true)),
            Declared::Bool if text.eq_ignore_ascii_case("false") => Some(Value::Bool(false)),
            _ => None,
        };
        meant.unwrap_or_else(|| Value::str(text))
    }
}

/// A number with the declared scale, where that loses nothing but noise behind it.
fn decimal(number: BigDecimal, scale: Option<i32>) -> Value {
    let scaled = scale.and_then(|scale| number.with_scale(scale, RoundingMode::HalfEven).ok());
    Value::BigDecimal(Arc::new(scaled.unwrap_or(number)))
}

/// The values as parameters.
pub(super) fn encode(values: &[Value]) -> Result<Vec<rusqlite::types::Value>> {
    use rusqlite::types::Value as Sql;
    let one = |(index, value): (usize, &Value)| {
        Ok(match value {
            Value::Null => Sql::Null,
            Value::Bool(value) => Sql::Integer((*value).into()),
            Value::Byte(value) => Sql::Integer((*value).into()),
            Value::Short(value) => Sql::Integer((*value).into()),
            Value::Int(value) => Sql::Integer((*value).into()),
            Value::Long(value) => Sql::Integer(*value),
            Value::Float(value) => Sql::Real((*value).into()),
            Value::Double(value) => Sql::Real(*value),
            // Text compares and computes as a number where a number is meant, and loses no digits where it is kept.
            Value::Char(_) | Value::Str(_) | Value::BigInt(_) | Value::BigDecimal(_) => {
                Sql::Text(value.to_string())
            }
            Value::Object(object) => {
                if let Some(bytes) = value.downcast_ref::<Binary>() {
                    return Ok(Sql::Blob(bytes.0.to_vec()));
                }
                if let Some(temporal) = value.downcast_ref::<Temporal>() {
                    return Ok(Sql::Text(temporal.sql()));
                }
                let unfit = |reason: String| {
                    let class = object.class().name();
                    SqlError::new(ErrorKind::Parameter, format!("parameter {} ({class}) {reason}", index + 1))
                };
                match Temporal::from_value(value, TemporalKind::Timestamp) {
                    Ok(Some(temporal)) => Sql::Text(temporal.sql()),
                    Ok(None) if object.class().is_a("java.lang.Enum") => Sql::Text(value.to_string()),
                    // SQLite's own functions take JSON as text.
                    Ok(None) if object.as_map().is_some() || object.as_list().is_some() => {
                        let text = vespid_render::value::json::text(value);
                        Sql::Text(text.ok_or_else(|| unfit("can't be written as JSON".to_owned()))?)
                    }
                    Ok(None) => return Err(unfit("can't be a value of SQLite".to_owned())),
                    Err(error) => return Err(unfit(error.to_string())),
                }
            }
        })
    };
    values.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(declared: &str, value: ValueRef<'_>) -> String {
        let value = Declared::parse(declared).decode(value);
        format!("{} {value}", value.class_name().unwrap_or("null").rsplit('.').next().unwrap_or(""))
    }

    #[test]
    fn the_declared_type_tells_what_is_meant() {
        assert_eq!(read("NUMERIC(10,2)", ValueRef::Real(12.5)), "BigDecimal 12.50");
        assert_eq!(read("decimal(10, 2)", ValueRef::Integer(5)), "BigDecimal 5.00");
        assert_eq!(read("NUMERIC", ValueRef::Real(0.1)), "BigDecimal 0.1");
        assert_eq!(read("boolean", ValueRef::Integer(1)), "Boolean true");
        assert_eq!(read("BIGINT", ValueRef::Integer(1)), "Long 1");
        assert_eq!(read("REAL", ValueRef::Integer(1)), "Double 1.0");
        assert_eq!(read("DATE", ValueRef::Text(b"2024-02-29")), "Date 2024-02-29");
        assert_eq!(
            read("TIMESTAMP", ValueRef::Text(b"2024-02-29 10:11:12")),
            "Timestamp 2024-02-29 10:11:12.0"
        );
        assert_eq!(read("TIMESTAMP", ValueRef::Integer(1000)), "Timestamp 1970-01-01 00:00:01.0");
    }

    #[test]
    fn what_does_not_look_like_it_is_shown_as_it_is() {
        assert_eq!(read("DATE", ValueRef::Text(b"soon")), "String soon");
        assert_eq!(read("BOOLEAN", ValueRef::Integer(7)), "Integer 7");
        assert_eq!(read("NUMERIC(10,2)", ValueRef::Text(b"n/a")), "String n/a");
        assert_eq!(read("", ValueRef::Integer(1 << 40)), "Long 1099511627776");
        assert_eq!(read("TEXT", ValueRef::Null), "null null");
        assert_eq!(read("INTEGER", ValueRef::Blob(&[1])), "[B \\x01");
    }

    #[test]
    fn lists_and_maps_are_json() {
        let list = Value::list([Value::Int(1), Value::map([(Value::str("a"), Value::Null)])]);
        let sent = encode(&[list]).unwrap();
        assert_eq!(sent, [rusqlite::types::Value::Text(r#"[1, {"a": null}]"#.to_owned())]);
        let error = encode(&[Value::Int(1), Value::list([Value::Double(f64::NAN)])]).unwrap_err();
        assert!(error.message().starts_with("parameter 2 (java.util.ArrayList)"), "{error}");
    }
}
