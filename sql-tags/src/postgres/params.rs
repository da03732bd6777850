//! Parameters: values of pages as what PostgreSQL's statements want.
//!
//! All go as text, which the server's own input functions read, whatever the type: exact for numbers of any size, and
//! right for types that nobody has thought of here. What can't be of the wanted type is refused before, with a message
//! that names the parameter; the rest of the checking is the server's.

use std::error::Error;
use std::fmt;

use bytes::BufMut;
use bytes::BytesMut;
use deadpool_postgres::tokio_postgres;
use tokio_postgres::types::Format;
use tokio_postgres::types::IsNull;
use tokio_postgres::types::Kind;
use tokio_postgres::types::ToSql;
use tokio_postgres::types::Type;
use tokio_postgres::types::to_sql_checked;
use vespid_render::value::ListView;
use vespid_render::value::Value;

use super::text::in_quotes;
use crate::binary::Binary;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::statement::wrong_count;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// A parameter ready to be sent; `None` is NULL.
pub(super) struct Param(Option<String>);

/// Clients may log their parameters, which are nobody's business.
impl fmt::Debug for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl ToSql for Param {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        Ok(match &self.0 {
            Some(text) => {
                out.put_slice(text.as_bytes());
                IsNull::No
            }
            None => IsNull::Yes,
        })
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        Format::Text
    }

    to_sql_checked!();
}

/// The values as parameters of these types.
pub(super) fn encode(values: &[Value], types: &[Type]) -> Result<Vec<Param>> {
    if values.len() != types.len() {
        return Err(wrong_count(types.len(), values.len()));
    }
    let pairs = values.iter().zip(types).enumerate();
    pairs
        .map(|(index, (value, wanted))| {
            text(value, wanted).map(Param).map_err(|reason| unfit(index, value, wanted, reason))
        })
        .collect()
}

/// Why a value can't be sent.
enum Unfit {
    /// Its class has nothing to do with the type.
    Class,
    /// The class would do, this value does not.
    Value,
    /// The page's own object threw.
    Thrown(vespid_render::Error),
}

fn unfit(index: usize, value: &Value, wanted: &Type, reason: Unfit) -> SqlError {
    let number = index + 1;
    let class = value.class_name().unwrap_or("null");
    let message = match reason {
        Unfit::Class => format!("parameter {number} is a {class}, which can't be a {wanted}"),
        // Numbers may be shown; they are what is wrong.
        Unfit::Value if !matches!(value, Value::Str(_) | Value::Object(_)) => {
            format!("parameter {number}, {value} ({class}), is no {wanted}")
        }
        Unfit::Value => format!("parameter {number} ({class}) is no {wanted}"),
        Unfit::Thrown(error) => format!("parameter {number} ({class}): {error}"),
    };
    SqlError::new(ErrorKind::Parameter, message)
}

/// The text of a value for a type; `None`: NULL.
fn text(value: &Value, wanted: &Type) -> Result<Option<String>, Unfit> {
    if let Kind::Domain(inner) = wanted.kind() {
        return text(value, inner);
    }
    let text = match (value, family(wanted)) {
        (Value::Null, _) => return Ok(None),
        (Value::Str(text), Family::Integer | Family::Decimal | Family::Float) => number(text)?,
        // The server reads text for anything, and says what is wrong with it.
        (Value::Str(text), _) => text.to_string(),
        (_, Family::Json) => vespid_render::value::json::text(value).ok_or(Unfit::Class)?,
        (Value::Bool(value), Family::Boolean | Family::Text) => value.to_string(),
        (Value::Int(0 | 1) | Value::Long(0 | 1), Family::Boolean) => value.to_string(),
        (_, Family::Integer) if is_integer(value) => value.to_string(),
        (_, Family::Integer) => integral(value)?,
        (_, Family::Decimal | Family::Float) if is_number(value) => value.to_string(),
        (Value::Char(_), _) => value.to_string(),
        (_, Family::Text) if is_number(value) => value.to_string(),
        (Value::Object(object), family) => {
            let kind = match family {
                Family::Date => Some(TemporalKind::Date),
                Family::Time => Some(TemporalKind::Time),
                Family::Timestamp => Some(TemporalKind::Timestamp),
                _ => None,
            };
            if let Some(kind) = kind {
                return match Temporal::from_value(value, kind) {
                    Ok(Some(temporal)) => Ok(Some(temporal.sql())),
                    Ok(None) => Err(Unfit::Class),
                    Err(error) => Err(Unfit::Thrown(error)),
                };
            }
            if let Some(bytes) = value.downcast_ref::<Binary>() {
                return if matches!(family, Family::Bytes) {
                    Ok(Some(bytes.hex()))
                } else {
                    Err(Unfit::Class)
                };
            }
            match (family, object.as_list(), wanted.kind()) {
                (Family::Array, Some(list), Kind::Array(item)) => array(list, item)?,
                (Family::Bytes, Some(list), _) => byte_list(list)?,
                (Family::Text, None, _)
                    if object.class().is_a("java.util.Date") || object.class().is_a("java.lang.Enum") =>
                {
                    value.to_string()
                }
                _ => return Err(Unfit::Class),
            }
        }
        _ => return Err(Unfit::Class),
    };
    // PostgreSQL's text can't hold it, and its message speaks of bytes and encodings.
    if text.contains('\0') { Err(Unfit::Value) } else { Ok(Some(text)) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Boolean,
    Integer,
    Decimal,
    Float,
    Text,
    Date,
    Time,
    Timestamp,
    Bytes,
    Array,
    Json,
    /// Read from text only.
    Other,
}

fn family(wanted: &Type) -> Family {
    match *wanted {
        Type::BOOL => Family::Boolean,
        Type::INT2 | Type::INT4 | Type::INT8 | Type::OID => Family::Integer,
        Type::NUMERIC | Type::MONEY => Family::Decimal,
        Type::FLOAT4 | Type::FLOAT8 => Family::Float,
        Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::CHAR | Type::UNKNOWN => Family::Text,
        Type::DATE => Family::Date,
        Type::TIME | Type::TIMETZ => Family::Time,
        Type::TIMESTAMP | Type::TIMESTAMPTZ => Family::Timestamp,
        Type::BYTEA => Family::Bytes,
        Type::JSON | Type::JSONB => Family::Json,
        _ => match wanted.kind() {
            Kind::Array(_) => Family::Array,
            Kind::Enum(_) => Family::Text,
            // An extension's text type such as citext is told by no more than its name.
            _ if wanted.name() == "citext" => Family::Text,
            _ => Family::Other,
        },
    }
}

fn is_integer(value: &Value) -> bool {
    matches!(value, Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) | Value::BigInt(_))
}

fn is_number(value: &Value) -> bool {
    is_integer(value) || matches!(value, Value::Float(_) | Value::Double(_) | Value::BigDecimal(_))
}

/// A number written as text: blanks around it do not matter, and an empty text is none.
fn number(text: &str) -> Result<String, Unfit> {
    let text = text.trim();
    if text.is_empty() { Err(Unfit::Value) } else { Ok(text.to_owned()) }
}

/// A number with a fraction part that is zero, as EL's arithmetic gives it.
fn integral(value: &Value) -> Result<String, Unfit> {
    match value {
        Value::Float(_) | Value::Double(_) => {
            let number = match value {
                Value::Float(number) => f64::from(*number),
                Value::Double(number) => *number,
                _ => f64::NAN,
            };
            // Beyond 2^63 no integer type of the server takes it.
            if number.fract() == 0.0 && number.abs() < 9.3e18 {
                Ok(format!("{number:.0}"))
            } else {
                Err(Unfit::Value)
            }
        }
        Value::BigDecimal(number) => {
            let text = number.to_plain_string().map_err(Unfit::Thrown)?;
            match text.split_once('.') {
                None => Ok(text),
                Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => {
                    Ok(whole.to_owned())
                }
                Some(_) => Err(Unfit::Value),
            }
        }
        _ => Err(Unfit::Class),
    }
}

/// A list as PostgreSQL writes arrays.
fn array(list: &dyn ListView, item: &Type) -> Result<String, Unfit> {
    let mut out = String::from("{");
    for index in 0..list.len() {
        if index > 0 {
            out.push(',');
        }
        let value = list.get(index).unwrap_or_default();
        // An array of arrays has the same type as a flat one.
        let inner = value.as_object().and_then(|object| object.as_list());
        if let Some(inner) = inner.filter(|_| value.downcast_ref::<Binary>().is_none()) {
            out.push_str(&array(inner, item)?);
            continue;
        }
        match text(&value, item)? {
            None => out.push_str("NULL"),
            Some(text) => in_quotes(&text, &mut out),
        }
    }
    out.push('}');
    Ok(out)
}

/// A list of numbers from -128 to 255 as bytes.
fn byte_list(list: &dyn ListView) -> Result<String, Unfit> {
    let bytes: Option<Box<[u8]>> = (0..list.len())
        .map(|index| match list.get(index)? {
            Value::Byte(byte) => Some(byte as u8),
            Value::Int(number) if (-128..256).contains(&number) => Some(number as u8),
            Value::Long(number) if (-128..256).contains(&number) => Some(number as u8),
            _ => None,
        })
        .collect();
    bytes.map(|bytes| Binary(bytes).hex()).ok_or(Unfit::Value)
}

/// The type that JDBC would tell for a value's class; `unknown` leaves it to the server.
pub(super) fn type_of_class(value: &Value) -> Type {
    match value {
        Value::Null => Type::UNKNOWN,
        Value::Bool(_) => Type::BOOL,
        Value::Byte(_) | Value::Short(_) => Type::INT2,
        Value::Int(_) => Type::INT4,
        Value::Long(_) => Type::INT8,
        Value::Float(_) => Type::FLOAT4,
        Value::Double(_) => Type::FLOAT8,
        Value::BigInt(_) | Value::BigDecimal(_) => Type::NUMERIC,
        Value::Char(_) | Value::Str(_) => Type::TEXT,
        Value::Object(object) => match value.downcast_ref::<Temporal>().map(Temporal::kind) {
            Some(TemporalKind::Date) => Type::DATE,
            Some(TemporalKind::Time) => Type::TIME,
            Some(TemporalKind::Timestamp) => Type::TIMESTAMP,
            None if object.class().is_a("java.util.Date") => Type::TIMESTAMP,
            None if value.downcast_ref::<Binary>().is_some() => Type::BYTEA,
            None => Type::UNKNOWN,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(value: Value, wanted: Type) -> String {
        match encode(&[value], &[wanted]) {
            Ok(params) => params[0].0.clone().unwrap_or_else(|| "NULL".to_owned()),
            Err(error) => format!("! {}", error.message()),
        }
    }

    #[test]
    fn numbers_keep_all_their_digits() {
        assert_eq!(sent(Value::Long(i64::MIN), Type::INT8), "-9223372036854775808");
        assert_eq!(sent(Value::str(" 12 "), Type::INT4), "12");
        assert_eq!(sent(Value::Double(3.0), Type::INT4), "3");
        assert_eq!(sent(Value::Double(0.1), Type::NUMERIC), "0.1");
        assert_eq!(sent(Value::Int(5), Type::TEXT), "5");
    }

    #[test]
    fn null_is_null_for_every_type() {
        assert_eq!(sent(Value::Null, Type::INT4), "NULL");
        assert_eq!(sent(Value::Null, Type::JSONB), "NULL");
    }

    #[test]
    fn dates_go_as_what_the_statement_wants() {
        let point = Temporal::parse(TemporalKind::Timestamp, "2024-02-29 13:14:15.5").unwrap();
        assert_eq!(sent(Value::new(point), Type::DATE), "2024-02-29");
        assert_eq!(sent(Value::new(point), Type::TIME), "13:14:15.5");
        assert_eq!(sent(Value::new(point), Type::TIMESTAMPTZ), "2024-02-29 13:14:15.5");
        assert_eq!(sent(Value::new(point), Type::TEXT), "2024-02-29 13:14:15.5");
        assert_eq!(sent(Value::str("yesterday"), Type::DATE), "yesterday");
    }

    #[test]
    fn lists_become_arrays_and_bytes() {
        let list = Value::list([Value::str("a\"b\\c"), Value::Null, Value::str("NULL"), Value::str("{}")]);
        assert_eq!(sent(list, Type::TEXT_ARRAY), r#"{"a\"b\\c",NULL,"NULL","{}"}"#);
        let nested = Value::list([Value::list([Value::Int(1)]), Value::list([Value::Int(2)])]);
        assert_eq!(sent(nested, Type::INT4_ARRAY), r#"{{"1"},{"2"}}"#);
        assert_eq!(sent(Value::list([Value::Int(-1), Value::Int(16)]), Type::BYTEA), "\\xff10");
        assert_eq!(sent(Value::new(Binary([1].into())), Type::BYTEA), "\\x01");
    }

    #[test]
    fn what_does_not_fit_names_parameter_class_and_type() {
        assert_eq!(
            sent(Value::Bool(true), Type::INT4),
            "! parameter 1 is a java.lang.Boolean, which can't be a int4"
        );
        assert_eq!(sent(Value::Double(1.5), Type::INT4), "! parameter 1, 1.5 (java.lang.Double), is no int4");
        assert_eq!(sent(Value::str(""), Type::INT4), "! parameter 1 (java.lang.String) is no int4");
        assert_eq!(sent(Value::str("a\0b"), Type::TEXT), "! parameter 1 (java.lang.String) is no text");
        assert!(sent(Value::list([]), Type::TEXT).contains("can't be a text"));
        assert!(sent(Value::Int(1), Type::DATE).contains("can't be a date"));
        let error = encode(&[Value::Null], &[]).map(|_| ()).unwrap_err();
        assert_eq!(error.message(), "the statement has 0 parameters but 1 value was given");
    }

    #[test]
    fn parameters_show_nothing_of_themselves() {
        let params = encode(&[Value::str("secret")], &[Type::TEXT]).unwrap();
        assert!(!format!("{params:?}").contains("secret"));
    }
}
