//! Serde models as values: what a Rust service hands to a page without any derive of ours, and JSON read into values.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;
use serde::de;
use serde::ser;

use super::BigInt;
use super::List;
use super::Str;
use super::ToValue as _;
use super::Value;
use crate::Result;
use crate::error::Error;

/// See [`Value::from_serialize`].
pub(super) fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    value.serialize(Model)
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::illegal_argument(message.to_string())
    }
}

/// A whole number of any size: `long` if it fits.
fn whole<T: Copy + Into<BigInt>>(number: T) -> Value
where
    i64: TryFrom<T>,
{
    i64::try_from(number).map_or_else(|_| Value::BigInt(Arc::new(number.into())), Value::Long)
}

/// The serializer: Rust's data model to values.
struct Model;

macro_rules! plain {
    ($($method:ident($type:ty);)*) => {$(
        fn $method(self, value: $type) -> Result<Value> {
            Ok(value.to_value())
        }
    )*};
}

impl Serializer for Model {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Sequence;
    type SerializeTuple = Sequence;
    type SerializeTupleStruct = Sequence;
    type SerializeTupleVariant = Sequence;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    plain! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_str(&str);
    }

    fn serialize_i128(self, value: i128) -> Result<Value> {
        Ok(whole(value))
    }

    fn serialize_u128(self, value: u128) -> Result<Value> {
        Ok(whole(value))
    }

    /// A string, since serde has no other meaning for a character than a short text.
    fn serialize_char(self, value: char) -> Result<Value> {
        Ok(Value::Str(Str::from(value)))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value> {
        Ok(value.to_value())
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value> {
        Ok(Value::str(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value> {
        Ok(tagged(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Sequence> {
        Ok(Sequence::new(None, len.unwrap_or(0)))
    }

    fn serialize_tuple(self, len: usize) -> Result<Sequence> {
        Ok(Sequence::new(None, len))
    }

    fn serialize_tuple_struct(self, _name: &'static str, len: usize) -> Result<Sequence> {
        Ok(Sequence::new(None, len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Sequence> {
        Ok(Sequence::new(Some(variant), len))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Entries> {
        Ok(Entries::new(None))
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Entries> {
        Ok(Entries::new(None))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Entries> {
        Ok(Entries::new(Some(variant)))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<Value> {
        let mut text = Str::new();
        fmt::Write::write_fmt(&mut text, format_args!("{value}")).map_err(<Error as ser::Error>::custom)?;
        Ok(Value::Str(text))
    }
}

/// The data of an enum's variant under the variant's name; other data as it is.
fn tagged(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(variant) => Value::map([(Value::str(variant), value)]),
        None => value,
    }
}

/// A list on the way.
struct Sequence {
    variant: Option<&'static str>,
    items: Vec<Value>,
}

impl Sequence {
    fn new(variant: Option<&'static str>, len: usize) -> Self {
        // The announced length is only a hint, and not always an honest one.
        Sequence { variant, items: Vec::with_capacity(len.min(1024)) }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.items.push(value.serialize(Model)?);
        Ok(())
    }

    fn finish(self) -> Value {
        tagged(self.variant, Value::new(List::from(self.items)))
    }
}

macro_rules! sequence {
    ($($name:ident::$method:ident)*) => {$(
        impl ser::$name for Sequence {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.push(value)
            }

            fn end(self) -> Result<Value> {
                Ok(self.finish())
            }
        }
    )*};
}

sequence!(SerializeSeq::serialize_element SerializeTuple::serialize_element
          SerializeTupleStruct::serialize_field SerializeTupleVariant::serialize_field);

/// A map on the way.
struct Entries {
    variant: Option<&'static str>,
    entries: Vec<(Value, Value)>,
    key: Value,
}

impl Entries {
    fn new(variant: Option<&'static str>) -> Self {
        Entries { variant, entries: Vec::new(), key: Value::Null }
    }

    fn finish(self) -> Value {
        tagged(self.variant, Value::map(self.entries))
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = key.serialize(Model)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = std::mem::take(&mut self.key);
        self.entries.push((key, value.serialize(Model)?));
        Ok(())
    }

    fn end(self) -> Result<Value> {
        Ok(self.finish())
    }
}

macro_rules! fields {
    ($($name:ident)*) => {$(
        impl ser::$name for Entries {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.entries.push((Value::str(key), value.serialize(Model)?));
                Ok(())
            }

            fn end(self) -> Result<Value> {
                Ok(self.finish())
            }
        }
    )*};
}

fields!(SerializeStruct SerializeStructVariant);

/// A whole number of JSON and the like: `int` if it fits.
fn integer<T: Copy + Into<BigInt>>(number: T) -> Value
where
    i64: TryFrom<T>,
    i32: TryFrom<T>,
{
    i32::try_from(number).map_or_else(|_| whole(number), Value::Int)
}

/// Whole numbers become `int`, beyond its range `long`, beyond that `BigInteger`; others `double`. Objects become maps
/// in the order of their keys in the text, arrays lists.
///
/// ```
/// let value: vespid_render::Value = serde_json::from_str(r#"{"price": 4.5, "ids": [1, 3000000000]}"#).unwrap();
/// assert_eq!(value.to_string(), "{price=4.5, ids=[1, 3000000000]}");
/// ```
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// Takes whatever comes.
struct AnyValue;

macro_rules! take {
    ($($method:ident($name:ident: $type:ty) = $value:expr;)*) => {$(
        fn $method<E: de::Error>(self, $name: $type) -> std::result::Result<Value, E> {
            Ok($value)
        }
    )*};
}

impl<'de> de::Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    take! {
        visit_bool(value: bool) = Value::Bool(value);
        visit_i64(number: i64) = integer(number);
        visit_u64(number: u64) = integer(number);
        visit_i128(number: i128) = integer(number);
        visit_u128(number: u128) = integer(number);
        visit_f32(number: f32) = Value::Float(number);
        visit_f64(number: f64) = Value::Double(number);
        visit_str(text: &str) = Value::str(text);
        visit_bytes(bytes: &[u8]) = bytes.to_value();
    }

    fn visit_unit<E: de::Error>(self) -> std::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> std::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> std::result::Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::new(List::from(list)))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> std::result::Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(entry) = entries.next_entry::<Value, Value>()? {
            all.push(entry);
        }
        Ok(Value::map(all))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Meters(f64);

    #[derive(Serialize)]
    struct Pair(i32, &'static str);

    #[derive(Serialize)]
    enum Shape {
        Point,
        Circle(f64),
        Box(i32, i32),
        Named { name: String },
    }

    #[derive(Serialize)]
    struct Order {
        zip: Option<u16>,
        amount: u64,
        shapes: Vec<Shape>,
        by_id: BTreeMap<i32, char>,
    }

    #[test]
    fn models_become_values() {
        let list = |items: &[Value]| Value::list(items.iter().cloned());
        let map = |key: &str, value: Value| Value::map([(Value::str(key), value)]);
        macro_rules! cases {
            ($($model:expr => $value:expr;)*) => {$(
                assert_eq!(to_value(&$model).unwrap(), $value, "{}", stringify!($model));
            )*};
        }
        cases! {
            () => Value::Null;
            Unit => Value::Null;
            None::<i32> => Value::Null;
            Some(1i32) => Value::Int(1);
            true => Value::Bool(true);
            1i8 => Value::Byte(1);
            255u8 => Value::Short(255);
            -1i16 => Value::Short(-1);
            1u16 => Value::Int(1);
            1u32 => Value::Long(1);
            1i64 => Value::Long(1);
            1u64 => Value::Long(1);
            u64::MAX => Value::BigInt(Arc::new(BigInt::from(u64::MAX)));
            1i128 => Value::Long(1);
            u128::MAX => Value::BigInt(Arc::new(BigInt::from(u128::MAX)));
            0.5f32 => Value::Float(0.5);
            0.5f64 => Value::Double(0.5);
            'x' => Value::str("x");
            "text" => Value::str("text");
            format_args!("{}-{}", 1, 2) => Value::str("1-2");
            [1, 2] => list(&[Value::Int(1), Value::Int(2)]);
            (1, "a") => list(&[Value::Int(1), Value::str("a")]);
            Meters(1.5) => Value::Double(1.5);
            Pair(1, "a") => list(&[Value::Int(1), Value::str("a")]);
            Shape::Point => Value::str("Point");
            Shape::Circle(2.0) => map("Circle", Value::Double(2.0));
            Shape::Box(1, 2) => map("Box", list(&[Value::Int(1), Value::Int(2)]));
            Shape::Named { name: "n".into() } => map("Named", map("name", Value::str("n")));
        }
        let order =
            Order { zip: None, amount: 3, shapes: vec![Shape::Point], by_id: BTreeMap::from([(7, 'q')]) };
        let value = to_value(&order).unwrap();
        assert_eq!(value.to_string(), "{zip=null, amount=3, shapes=[Point], by_id={7=q}}");
    }

    #[test]
    fn a_model_that_fails_says_why() {
        struct Bad;
        impl Serialize for Bad {
            fn serialize<S: Serializer>(&self, _serializer: S) -> std::result::Result<S::Ok, S::Error> {
                Err(ser::Error::custom("the sensor is off"))
            }
        }
        assert_eq!(to_value(&[Bad]).unwrap_err().message(), "the sensor is off");
    }

    #[test]
    fn json_becomes_values() {
        for (json, value) in [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("2147483647", Value::Int(i32::MAX)),
            ("2147483648", Value::Long(1 << 31)),
            ("-2147483649", Value::Long(-2_147_483_649)),
            ("18446744073709551615", Value::BigInt(Arc::new(BigInt::from(u64::MAX)))),
            ("1.0", Value::Double(1.0)),
            ("1e3", Value::Double(1000.0)),
            (r#""a\u00e9""#, Value::str("aé")),
            ("[]", Value::list([])),
            (r#"{"a": 1, "a": 2}"#, Value::map([(Value::str("a"), Value::Int(2))])),
        ] {
            assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value, "{json}");
        }
        let value: Value = serde_json::from_str(r#"{"z": [1, {"y": null}], "a": "b"}"#).unwrap();
        assert_eq!(value.to_string(), "{z=[1, {y=null}], a=b}");
        assert!(serde_json::from_str::<Value>("{").is_err());
    }
}
