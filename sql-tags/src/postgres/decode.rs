//! Columns: PostgreSQL's binary values as values of pages.

use std::fmt::Write;
use std::sync::Arc;

use deadpool_postgres::tokio_postgres;
use tokio_postgres::Column;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;
use tokio_postgres::types::Kind;
use tokio_postgres::types::Type;
use vespid_render::value::BigDecimal;
use vespid_render::value::BigInt;
use vespid_render::value::Str;
use vespid_render::value::Value;

use super::text;
use crate::binary::Binary;
use crate::error::ErrorKind;
use crate::error::Result;
use crate::error::SqlError;
use crate::result::Columns;
use crate::temporal::DAY;
use crate::temporal::Temporal;
use crate::temporal::TemporalKind;

/// How the columns of a statement are read.
pub(super) struct Decoders {
    columns: Arc<Columns>,
    types: Box<[Type]>,
    decoders: Box<[Decoder]>,
}

impl Decoders {
    /// Fails before the statement runs if a column can't be shown.
    pub(super) fn new(columns: &[Column]) -> Result<Self> {
        let decoders = columns.iter().map(|column| {
            Decoder::of(column.type_()).ok_or_else(|| {
                let name = column.name();
                SqlError::new(
                    ErrorKind::UnsupportedType,
                    format!("column '{name}' has the type {}, which pages can't show", column.type_()),
                )
                .with_hint(format!("select it as text: {name}::text"))
            })
        });
        Ok(Decoders {
            decoders: decoders.collect::<Result<_>>()?,
            columns: Arc::new(
                Columns::new(columns.iter().map(|column| Str::from(column.name())))
                    .with_types(columns.iter().map(|column| Str::from(column.type_().name()))),
            ),
            types: columns.iter().map(|column| column.type_().clone()).collect(),
        })
    }

    /// Whether they were made for columns like these.
    pub(super) fn fit(&self, columns: &[Column]) -> bool {
        let mine = self.columns.names().iter().zip(&self.types);
        self.types.len() == columns.len()
            && mine.zip(columns).all(|((name, of), column)| name == column.name() && of == column.type_())
    }

    pub(super) fn columns(&self) -> &Arc<Columns> {
        &self.columns
    }

    /// The values of a row.
    pub(super) fn row<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Result<Value>> + 'a {
        self.decoders.iter().enumerate().map(move |(index, decoder)| {
            let value = match row.try_get::<_, Option<Raw<'_>>>(index) {
                Ok(None) => Some(Value::Null),
                Ok(Some(raw)) => decoder.decode(raw.0),
                Err(_) => None,
            };
            value.ok_or_else(|| {
                let column = &row.columns()[index];
                SqlError::new(
                    ErrorKind::UnsupportedType,
                    format!(
                        "a value of column '{}' ({}) is beyond what pages can show",
                        column.name(),
                        column.type_()
                    ),
                )
                .with_hint(format!("select it as text: {}::text", column.name()))
            })
        })
    }
}

/// A column's bytes as they came.
struct Raw<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Raw(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// How values of one type are read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Decoder {
    Array(Box<Decoder>),
    Bits,
    Bool,
    /// `"char"`, one byte.
    Byte,
    Bytes,
    Composite(Box<[Decoder]>),
    Date,
    Double,
    Float,
    Inet,
    Int2,
    Int4,
    Int8,
    Interval,
    Json,
    /// Text behind a byte that tells the version of its form.
    Jsonb,
    Lsn,
    MacAddress,
    Money,
    Multirange(Box<Decoder>),
    Numeric,
    Oid,
    Point,
    Range(Box<Decoder>),
    /// A composite of no type, whose values tell theirs.
    Record,
    Text,
    Time,
    TimeTz,
    Timestamp,
    TimestampTz,
    Uuid,
    Void,
}

impl Decoder {
    pub(super) fn of(ty: &Type) -> Option<Decoder> {
        Some(match *ty {
            Type::BOOL => Decoder::Bool,
            Type::BYTEA => Decoder::Bytes,
            Type::CHAR => Decoder::Byte,
            Type::DATE => Decoder::Date,
            Type::FLOAT4 => Decoder::Float,
            Type::FLOAT8 => Decoder::Double,
            Type::INET | Type::CIDR => Decoder::Inet,
            Type::INT2 => Decoder::Int2,
            Type::INT4 => Decoder::Int4,
            Type::INT8 => Decoder::Int8,
            Type::INTERVAL => Decoder::Interval,
            Type::BIT | Type::VARBIT => Decoder::Bits,
            Type::JSON => Decoder::Json,
            Type::JSONB => Decoder::Jsonb,
            Type::MACADDR | Type::MACADDR8 => Decoder::MacAddress,
            Type::MONEY => Decoder::Money,
            Type::PG_LSN => Decoder::Lsn,
            Type::POINT => Decoder::Point,
            Type::RECORD => Decoder::Record,
            Type::NUMERIC => Decoder::Numeric,
            Type::OID | Type::XID | Type::CID => Decoder::Oid,
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN | Type::XML => {
                Decoder::Text
            }
            Type::TIME => Decoder::Time,
            Type::TIMETZ => Decoder::TimeTz,
            Type::TIMESTAMP => Decoder::Timestamp,
            Type::TIMESTAMPTZ => Decoder::TimestampTz,
            Type::UUID => Decoder::Uuid,
            Type::VOID => Decoder::Void,
            _ => match ty.kind() {
                Kind::Array(item) => Decoder::Array(Box::new(Decoder::of(item)?)),
                Kind::Composite(fields) => Decoder::Composite(
                    fields.iter().map(|field| Decoder::of(field.type_())).collect::<Option<_>>()?,
                ),
                Kind::Domain(inner) => Decoder::of(inner)?,
                Kind::Enum(_) => Decoder::Text,
                Kind::Multirange(bound) => Decoder::Multirange(Box::new(Decoder::of(bound)?)),
                Kind::Range(bound) => Decoder::Range(Box::new(Decoder::of(bound)?)),
                Kind::Simple if ty.name() == "citext" => Decoder::Text,
                _ => return None,
            },
        })
    }

    /// A value; `None`: it is beyond what the page's type can hold, or not of that form.
    pub(super) fn decode(&self, raw: &[u8]) -> Option<Value> {
        Some(match self {
            Decoder::Array(item) => array(item, raw)?,
            Decoder::Bits => Value::str(text::bits(raw)?),
            Decoder::Bool => Value::Bool(raw != [0]),
            Decoder::Byte => Value::str(char::from(*raw.first()?).to_string()),
            Decoder::Bytes => Value::new(Binary(raw.into())),
            Decoder::Date => date(i32::from_be_bytes(raw.try_into().ok()?))?,
            Decoder::Double => Value::Double(f64::from_be_bytes(raw.try_into().ok()?)),
            Decoder::Float => Value::Float(f32::from_be_bytes(raw.try_into().ok()?)),
            Decoder::Inet => Value::str(inet(raw)?),
            // JDBC maps smallint to Integer.
            Decoder::Int2 => Value::Int(i16::from_be_bytes(raw.try_into().ok()?).into()),
            Decoder::Int4 => Value::Int(i32::from_be_bytes(raw.try_into().ok()?)),
            Decoder::Int8 => Value::Long(i64::from_be_bytes(raw.try_into().ok()?)),
            Decoder::Interval => Value::str(interval(raw)?),
            Decoder::Composite(fields) => Value::str(text::composite(Some(fields), raw)?),
            Decoder::Json => json(raw)?,
            Decoder::Jsonb => json(raw.strip_prefix(&[1])?)?,
            Decoder::Lsn => Value::str(text::lsn(raw)?),
            Decoder::MacAddress => Value::str(text::mac_address(raw)),
            Decoder::Money => Value::str(text::money(raw)?),
            Decoder::Multirange(bound) => Value::str(text::multirange(bound, raw)?),
            Decoder::Point => Value::str(text::point(raw)?),
            Decoder::Range(bound) => Value::str(text::range(bound, raw)?),
            Decoder::Record => Value::str(text::composite(None, raw)?),
            Decoder::Numeric => numeric(raw)?,
            Decoder::Oid => Value::Long(u32::from_be_bytes(raw.try_into().ok()?).into()),
            Decoder::Text => plain(raw)?,
            Decoder::Time => temporal(TemporalKind::Time, i64::from_be_bytes(raw.try_into().ok()?)),
            Decoder::TimeTz => {
                let (micros, west) = raw.split_at_checked(8)?;
                let micros = i64::from_be_bytes(micros.try_into().ok()?);
                let west = i64::from(i32::from_be_bytes(west.try_into().ok()?));
                temporal(TemporalKind::Time, micros.checked_add(west * 1_000_000)?)
            }
            Decoder::Timestamp | Decoder::TimestampTz => timestamp(i64::from_be_bytes(raw.try_into().ok()?))?,
            Decoder::Uuid => Value::str(uuid(raw)?),
            Decoder::Void => Value::Null,
        })
    }
}

fn plain(raw: &[u8]) -> Option<Value> {
    std::str::from_utf8(raw).ok().map(Value::str)
}

/// What can't be read as JSON here is shown as it is.
fn json(raw: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(raw).ok()?;
    Some(crate::json::parse(text).unwrap_or_else(|| Value::str(text)))
}

fn temporal(kind: TemporalKind, micros: i64) -> Value {
    Value::new(Temporal::from_micros(kind, micros))
}

/// PostgreSQL counts from 2000-01-01; days from 1970 until then.
const EPOCH_DAYS: i64 = 10_957;

fn date(days: i32) -> Option<Value> {
    let micros = match days {
        i32::MAX => i64::MAX,
        i32::MIN => i64::MIN,
        _ => (i64::from(days) + EPOCH_DAYS).checked_mul(DAY)?,
    };
    Some(temporal(TemporalKind::Date, micros))
}

fn timestamp(micros: i64) -> Option<Value> {
    let micros = match micros {
        i64::MAX | i64::MIN => micros,
        _ => micros.checked_add(EPOCH_DAYS * DAY)?,
    };
    Some(temporal(TemporalKind::Timestamp, micros))
}

fn u16_at(raw: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(raw.get(at..at + 2)?.try_into().ok()?))
}

pub(super) fn i32_at(raw: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_be_bytes(raw.get(at..at + 4)?.try_into().ok()?))
}

/// A numeric: a count of digits to the base of 10,000, the weight of the first, sign, decimal places shown, the digits.
fn numeric(raw: &[u8]) -> Option<Value> {
    let count = usize::from(u16_at(raw, 0)?);
    let weight = i64::from(u16_at(raw, 2)? as i16);
    let sign = u16_at(raw, 4)?;
    let scale = i64::from(u16_at(raw, 6)?);
    match sign {
        0xc000 => return Some(Value::Double(f64::NAN)),
        0xd000 => return Some(Value::Double(f64::INFINITY)),
        0xf000 => return Some(Value::Double(f64::NEG_INFINITY)),
        _ => {}
    }
    let digits =
        raw.get(8..8 + 2 * count)?.chunks_exact(2).map(|digit| u16::from_be_bytes([digit[0], digit[1]]));
    // The digits as one integer stand `places` decimal places before the point; the wanted integer stands `scale`.
    let places = 4 * (count as i64 - 1 - weight);
    let shift = scale - places;
    let small =
        (count <= 9).then(|| digits.clone().fold(0i128, |number, digit| number * 10_000 + i128::from(digit)));
    let mut unscaled = match small.and_then(|number| scaled(number, shift)) {
        Some(number) => BigInt::from(number),
        None => {
            let mut bytes = Vec::with_capacity(4 * count);
            for digit in digits {
                bytes.extend(
                    [digit / 1000, digit / 100 % 10, digit / 10 % 10, digit % 10].map(|digit| digit as u8),
                );
            }
            let number = BigInt::from_radix_be(num_bigint::Sign::Plus, &bytes, 10)?;
            let power = BigInt::from(10).pow(shift.unsigned_abs().try_into().ok()?);
            if shift >= 0 { number * power } else { number / power }
        }
    };
    if sign == 0x4000 {
        unscaled = -unscaled;
    }
    Some(Value::BigDecimal(Arc::new(BigDecimal::new(unscaled, scale as i32))))
}

/// A number with so many decimal places more. Digits behind those shown are zeros that fill up the last group of four.
fn scaled(number: i128, places: i64) -> Option<i128> {
    let power = 10i128.checked_pow(places.unsigned_abs().try_into().ok()?)?;
    if places >= 0 { number.checked_mul(power) } else { Some(number / power) }
}

fn uuid(raw: &[u8]) -> Option<String> {
    if raw.len() != 16 {
        return None;
    }
    let mut out = String::with_capacity(36);
    for (index, byte) in raw.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            out.push('-');
        }
        write!(out, "{byte:02x}").ok()?;
    }
    Some(out)
}

/// An address: family, prefix length, whether it is a network, length of the address, the address.
fn inet(raw: &[u8]) -> Option<String> {
    let (&[_, prefix, network, _], address) = raw.split_first_chunk::<4>()?;
    let (address, full) = match address.len() {
        4 => (std::net::IpAddr::from(<[u8; 4]>::try_from(address).ok()?), 32),
        16 => (std::net::IpAddr::from(<[u8; 16]>::try_from(address).ok()?), 128),
        _ => return None,
    };
    Some(if prefix == full && network == 0 { address.to_string() } else { format!("{address}/{prefix}") })
}

/// An interval, as PostgreSQL prints it by default: `1 year 2 mons -3 days 04:05:06.7`.
fn interval(raw: &[u8]) -> Option<String> {
    let micros = i64::from_be_bytes(raw.get(..8)?.try_into().ok()?);
    let days = i32_at(raw, 8)?;
    let months = i32_at(raw, 12)?;
    let mut out = String::new();
    let mut before_negative = false;
    let parts = [(months / 12, "year"), (months % 12, "mon"), (days, "day")];
    for (number, unit) in parts.into_iter().filter(|(number, _)| *number != 0) {
        let blank = if out.is_empty() { "" } else { " " };
        let plus = if before_negative && number > 0 { "+" } else { "" };
        let plural = if number == 1 { "" } else { "s" };
        write!(out, "{blank}{plus}{number} {unit}{plural}").ok()?;
        before_negative = number < 0;
    }
    if micros != 0 || out.is_empty() {
        let blank = if out.is_empty() { "" } else { " " };
        let sign = match micros {
            ..0 => "-",
            _ if before_negative => "+",
            _ => "",
        };
        let micros = micros.unsigned_abs();
        let seconds = micros / 1_000_000;
        write!(out, "{blank}{sign}{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
            .ok()?;
        if micros % 1_000_000 != 0 {
            let fraction = format!("{:06}", micros % 1_000_000);
            write!(out, ".{}", fraction.trim_end_matches('0')).ok()?;
        }
    }
    Some(out)
}

/// How many dimensions PostgreSQL's arrays may have.
const MAX_DIMENSIONS: i32 = 6;

/// An array: dimensions, whether it holds nulls, type, the length and first index of each dimension, the items.
fn array(item: &Decoder, raw: &[u8]) -> Option<Value> {
    let dimensions = i32_at(raw, 0).filter(|count| (0..=MAX_DIMENSIONS).contains(count))? as usize;
    if dimensions == 0 {
        return Some(Value::list([]));
    }
    let lengths: Option<Vec<usize>> =
        (0..dimensions).map(|index| usize::try_from(i32_at(raw, 12 + 8 * index)?).ok()).collect();
    let mut rest = raw.get(12 + 8 * dimensions..)?;
    items(item, &lengths?, &mut rest)
}

fn items(item: &Decoder, lengths: &[usize], rest: &mut &[u8]) -> Option<Value> {
    let (length, inner) = lengths.split_first()?;
    let mut list = Vec::with_capacity((*length).min(rest.len() / 4));
    for _ in 0..*length {
        if !inner.is_empty() {
            list.push(items(item, inner, rest)?);
            continue;
        }
        let size = i32_at(rest, 0)?;
        *rest = &rest[4..];
        list.push(match usize::try_from(size) {
            Err(_) => Value::Null,
            Ok(size) => {
                let (value, after) = rest.split_at_checked(size)?;
                *rest = after;
                item.decode(value)?
            }
        });
    }
    Some(Value::list(list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporal::days_from_civil;

    fn number(digits: &[u16], weight: i16, sign: u16, scale: u16) -> String {
        let mut raw = Vec::new();
        for part in [digits.len() as u16, weight as u16, sign, scale].iter().chain(digits) {
            raw.extend(part.to_be_bytes());
        }
        numeric(&raw).map_or("-".into(), |value| value.to_string())
    }

    #[test]
    fn numerics_keep_their_scale() {
        assert_eq!(number(&[12, 3400], 0, 0, 2), "12.34");
        assert_eq!(number(&[12, 3400], 0, 0, 4), "12.3400");
        assert_eq!(number(&[], 0, 0, 3), "0.000");
        assert_eq!(number(&[1], 1, 0x4000, 0), "-10000");
        assert_eq!(number(&[5000], -1, 0, 1), "0.5");
        assert_eq!(number(&[1], -2, 0, 8), "1E-8");
        assert_eq!(number(&[1, 2345, 6789], 2, 0, 0), "123456789");
        assert_eq!(number(&[9999; 12], 8, 0, 12), format!("{}.{}", "9".repeat(36), "9".repeat(12)));
        assert_eq!(number(&[], 0, 0xc000, 0), "NaN");
    }

    #[test]
    fn cut_off_bytes_are_refused() {
        let numeric = [0, 3, 0, 0, 0, 0, 0, 0, 0, 1];
        for decoder in [
            Decoder::Numeric,
            Decoder::Int4,
            Decoder::Uuid,
            Decoder::Inet,
            Decoder::Interval,
            Decoder::TimeTz,
        ] {
            assert!(decoder.decode(&numeric[..3]).is_none(), "{decoder:?}");
        }
        assert!(Decoder::Numeric.decode(&numeric).is_none());
        let array = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1];
        assert!(Decoder::Array(Box::new(Decoder::Int4)).decode(&array).is_none());
    }

    #[test]
    fn intervals_print_as_the_server_does() {
        let show = |months: i32, days: i32, micros: i64| {
            let mut raw = micros.to_be_bytes().to_vec();
            raw.extend(days.to_be_bytes());
            raw.extend(months.to_be_bytes());
            interval(&raw).unwrap()
        };
        assert_eq!(show(14, 3, 14_706_700_000), "1 year 2 mons 3 days 04:05:06.7");
        assert_eq!(show(0, 0, 0), "00:00:00");
        assert_eq!(show(-1, 1, 0), "-1 mons +1 day");
        assert_eq!(show(0, 0, -1_000_000), "-00:00:01");
    }

    #[test]
    fn dates_count_from_2000() {
        assert_eq!(date(0).unwrap().to_string(), "2000-01-01");
        assert_eq!(days_from_civil(2000, 1, 1), EPOCH_DAYS);
        assert_eq!(date(i32::MAX).unwrap().to_string(), "infinity");
        assert_eq!(timestamp(-1).unwrap().to_string(), "1999-12-31 23:59:59.999999");
        assert!(date(i32::MAX - 1).is_none());
    }
}
