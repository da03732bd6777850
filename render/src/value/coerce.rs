//! EL's type conversion (Expression Language 6.1, "Type Conversion").
//!
//! The functions named after primitive types coerce to those: null becomes zero or false. [`TypeTag::coerce`] knows the
//! boxed types too, where null stays null.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Array;
use super::BigDecimal;
use super::Map;
use super::Obj;
use super::Str;
use super::Temporal;
use super::Value;
use super::number;
use super::temporal;
use crate::Error;
use crate::Result;

/// Appends what EL prints for a value: nothing for null, an enum's name, else Java's `toString`.
///
/// # Errors
/// Only what `out` reports.
pub fn write_el_text(value: &Value, out: &mut dyn fmt::Write) -> fmt::Result {
    match value {
        Value::Null => Ok(()),
        Value::Object(object) => match enum_name(object) {
            Some(name) => out.write_str(&name),
            None => object.write_text(out),
        },
        plain => plain.write_text(out),
    }
}

/// The value as a `String`, borrowed where it is one; null is empty.
pub fn to_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::Bool(true) => Cow::Borrowed("true"),
        Value::Bool(false) => Cow::Borrowed("false"),
        Value::Str(text) => Cow::Borrowed(text),
        other => {
            let mut text = String::new();
            // Writing to a string does not fail, and a failing object leaves what it had written.
            let _ = write_el_text(other, &mut text);
            Cow::Owned(text)
        }
    }
}

/// The value as a `String`; null is empty.
///
/// # Errors
/// `ELException` if an object can't say its text.
pub fn to_str(value: &Value) -> Result<Str> {
    match value {
        Value::Null => Ok(Str::new()),
        Value::Str(text) => Ok(text.clone()),
        other => {
            let mut text = Str::new();
            write_el_text(other, &mut text)
                .map_err(|_| Error::el(format!("{} has no text", describe(other))))?;
            Ok(text)
        }
    }
}

/// The value as a `boolean`: null and the empty text are false, a text is true if it says so in any case.
///
/// # Errors
/// `ELException` for anything else than booleans and texts.
#[inline]
pub fn to_boolean(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(value) => Ok(*value),
        Value::Null => Ok(false),
        Value::Str(text) => Ok(text.eq_ignore_ascii_case("true")),
        other => Err(cannot_convert(other, "boolean")),
    }
}

/// The value as a `char`: the first UTF-16 unit of a text, the unit with a number's low 16 bits; null and the empty
/// text are 0.
///
/// # Errors
/// `ELException` for anything else than characters, texts and numbers.
pub fn to_char(value: &Value) -> Result<u16> {
    match value {
        Value::Char(unit) => Ok(*unit),
        Value::Str(text) => Ok(text.encode_utf16().next().unwrap_or(0)),
        Value::Null => Ok(0),
        Value::Bool(_) | Value::Object(_) => Err(cannot_convert(value, "char")),
        number => to_short(number).map(|number| number as u16),
    }
}

/// The types of whole numbers: from which bits of a wider number they are taken, and how Java reads them.
macro_rules! integers {
    ($($(#[$doc:meta])* $name:ident -> $type:ty as $java:literal, via $narrow:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// A wider number loses its high bits; a fraction is cut off, and one beyond the range of `int` or `long` is
        /// first clamped to it, as Java does. Null and the empty text are 0.
        ///
        /// # Errors
        /// `ELException` for booleans, objects and texts that Java would not read as this type.
        pub fn $name(value: &Value) -> Result<$type> {
            match value {
                Value::Null => Ok(0),
                Value::Byte(value) => Ok(*value as $type),
                Value::Short(value) => Ok(*value as $type),
                Value::Int(value) => Ok(*value as $type),
                Value::Long(value) => Ok(*value as $type),
                Value::Float(value) => Ok(*value as $narrow as $type),
                Value::Double(value) => Ok(*value as $narrow as $type),
                Value::Char(unit) => Ok(*unit as i16 as $type),
                Value::BigInt(value) => Ok(number::low_bits(value) as $type),
                Value::BigDecimal(value) => Ok(value.to_long() as $type),
                Value::Str(text) if text.is_empty() => Ok(0),
                Value::Str(text) => text.parse().map_err(|_| cannot_convert(value, $java)),
                Value::Bool(_) | Value::Object(_) => Err(cannot_convert(value, $java)),
            }
        }
    )*};
}

integers! {
    /// The value as a `byte`.
    to_byte -> i8 as "byte", via i32;
    /// The value as a `short`.
    to_short -> i16 as "short", via i32;
    /// The value as an `int`.
    to_int -> i32 as "int", via i32;
    /// The value as a `long`.
    to_long -> i64 as "long", via i64;
}

/// The value as a `double`. Null and the empty text are 0.
///
/// # Errors
/// `ELException` for booleans, objects and texts that are no numbers.
pub fn to_double(value: &Value) -> Result<f64> {
    match value {
        Value::Null => Ok(0.0),
        Value::Byte(value) => Ok(f64::from(*value)),
        Value::Short(value) => Ok(f64::from(*value)),
        Value::Int(value) => Ok(f64::from(*value)),
        Value::Long(value) => Ok(*value as f64),
        Value::Float(value) => Ok(f64::from(*value)),
        Value::Double(value) => Ok(*value),
        Value::Char(unit) => Ok(f64::from(*unit as i16)),
        Value::BigInt(value) => Ok(value.to_f64().unwrap_or(f64::NAN)),
        Value::BigDecimal(value) => Ok(value.to_double()),
        Value::Str(text) if text.is_empty() => Ok(0.0),
        Value::Str(text) => number::parse_double(text).ok_or_else(|| cannot_convert(value, "double")),
        Value::Bool(_) | Value::Object(_) => Err(cannot_convert(value, "double")),
    }
}

/// The value as a `float`. Null and the empty text are 0.
///
/// # Errors
/// `ELException` for booleans, objects and texts that are no numbers.
pub fn to_float(value: &Value) -> Result<f32> {
    match value {
        Value::Float(value) => Ok(*value),
        Value::Long(value) => Ok(*value as f32),
        Value::Int(value) => Ok(*value as f32),
        Value::BigInt(value) => Ok(value.to_f32().unwrap_or(f32::NAN)),
        Value::BigDecimal(value) => Ok(value.to_float()),
        Value::Str(text) if !text.is_empty() => {
            number::parse_float(text).ok_or_else(|| cannot_convert(value, "float"))
        }
        Value::Bool(_) | Value::Object(_) => Err(cannot_convert(value, "float")),
        other => to_double(other).map(|value| value as f32),
    }
}

/// The value as a `BigInteger`: of other numbers the `long` that they coerce to, of a `BigDecimal` its whole part. Null
/// and the empty text are 0.
///
/// # Errors
/// `ELException` for booleans, objects, texts that are no whole numbers, and too many digits.
pub fn to_big_int(value: &Value) -> Result<BigInt> {
    match value {
        Value::BigInt(value) => Ok((**value).clone()),
        Value::BigDecimal(decimal) => decimal
            .to_big_integer()
            .map_err(|cause| cannot_convert(value, "java.math.BigInteger").with_cause(cause)),
        Value::Str(text) if !text.is_empty() => {
            number::parse_big_integer(text).ok_or_else(|| cannot_convert(value, "java.math.BigInteger"))
        }
        Value::Bool(_) | Value::Object(_) => Err(cannot_convert(value, "java.math.BigInteger")),
        other => to_long(other).map(BigInt::from),
    }
}

/// The value as a `BigDecimal`: of other numbers the exact `double` that they coerce to, of a `BigInteger` itself. Null
/// and the empty text are 0.
///
/// # Errors
/// `ELException` for booleans, objects, NaN, infinities and texts that are no numbers.
pub fn to_big_decimal(value: &Value) -> Result<BigDecimal> {
    let decimal = match value {
        Value::BigDecimal(value) => return Ok((**value).clone()),
        Value::BigInt(value) => return Ok(BigDecimal::from((**value).clone())),
        Value::Str(text) if !text.is_empty() => BigDecimal::parse(text),
        Value::Bool(_) | Value::Object(_) => None,
        other => BigDecimal::from_double(to_double(other)?),
    };
    decimal.ok_or_else(|| cannot_convert(value, "java.math.BigDecimal"))
}

/// Java's types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum NumberKind {
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
    BigInteger,
    BigDecimal,
}

/// The value as a number of that type; null and the empty text are 0.
///
/// # Errors
/// As the function for the type.
pub fn to_number(value: &Value, kind: NumberKind) -> Result<Value> {
    Ok(match (kind, value) {
        (NumberKind::BigInteger, Value::BigInt(_)) | (NumberKind::BigDecimal, Value::BigDecimal(_)) => {
            value.clone()
        }
        (NumberKind::Byte, value) => Value::Byte(to_byte(value)?),
        (NumberKind::Short, value) => Value::Short(to_short(value)?),
        (NumberKind::Int, value) => Value::Int(to_int(value)?),
        (NumberKind::Long, value) => Value::Long(to_long(value)?),
        (NumberKind::Float, value) => Value::Float(to_float(value)?),
        (NumberKind::Double, value) => Value::Double(to_double(value)?),
        (NumberKind::BigInteger, value) => Value::BigInt(Arc::new(to_big_int(value)?)),
        (NumberKind::BigDecimal, value) => Value::BigDecimal(Arc::new(to_big_decimal(value)?)),
    })
}

/// A Java type by name, read once, so that coercing to it compares no strings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeTag {
    /// `java.lang.Object`: everything stays as it is.
    Object,
    /// `java.lang.String`
    Str,
    /// `boolean`
    Bool,
    /// `java.lang.Boolean`
    BoxedBool,
    /// `char`
    Char,
    /// `java.lang.Character`
    BoxedChar,
    /// `int`, `double`, …
    Number(NumberKind),
    /// `java.lang.Integer`, `java.math.BigDecimal`, …
    BoxedNumber(NumberKind),
    /// `java.lang.Number`: any of them.
    AnyNumber,
    /// Any other class or interface.
    Class(Str),
}

impl TypeTag {
    /// The type of that name. Classes of `java.lang` may go without the package.
    pub fn parse(java_type: &str) -> Self {
        use NumberKind::*;
        let java_type = java_type.trim();
        match java_type.strip_prefix("java.lang.").unwrap_or(java_type) {
            "Object" => TypeTag::Object,
            "String" => TypeTag::Str,
            "boolean" => TypeTag::Bool,
            "Boolean" => TypeTag::BoxedBool,
            "char" => TypeTag::Char,
            "Character" => TypeTag::BoxedChar,
            "byte" => TypeTag::Number(Byte),
            "short" => TypeTag::Number(Short),
            "int" => TypeTag::Number(Int),
            "long" => TypeTag::Number(Long),
            "float" => TypeTag::Number(Float),
            "double" => TypeTag::Number(Double),
            "Byte" => TypeTag::BoxedNumber(Byte),
            "Short" => TypeTag::BoxedNumber(Short),
            "Integer" => TypeTag::BoxedNumber(Int),
            "Long" => TypeTag::BoxedNumber(Long),
            "Float" => TypeTag::BoxedNumber(Float),
            "Double" => TypeTag::BoxedNumber(Double),
            "java.math.BigInteger" => TypeTag::BoxedNumber(BigInteger),
            "java.math.BigDecimal" => TypeTag::BoxedNumber(BigDecimal),
            "Number" => TypeTag::AnyNumber,
            _ => TypeTag::Class(java_type.into()),
        }
    }

    /// The Java name.
    pub fn name(&self) -> &str {
        use NumberKind::*;
        match self {
            TypeTag::Object => "java.lang.Object",
            TypeTag::Str => "java.lang.String",
            TypeTag::Bool => "boolean",
            TypeTag::BoxedBool => "java.lang.Boolean",
            TypeTag::Char => "char",
            TypeTag::BoxedChar => "java.lang.Character",
            TypeTag::Number(Byte) => "byte",
            TypeTag::Number(Short) => "short",
            TypeTag::Number(Int) => "int",
            TypeTag::Number(Long) => "long",
            TypeTag::Number(Float) => "float",
            TypeTag::Number(Double) => "double",
            TypeTag::BoxedNumber(Byte) => "java.lang.Byte",
            TypeTag::BoxedNumber(Short) => "java.lang.Short",
            TypeTag::BoxedNumber(Int) => "java.lang.Integer",
            TypeTag::BoxedNumber(Long) => "java.lang.Long",
            TypeTag::BoxedNumber(Float) => "java.lang.Float",
            TypeTag::BoxedNumber(Double) => "java.lang.Double",
            TypeTag::Number(BigInteger) | TypeTag::BoxedNumber(BigInteger) => "java.math.BigInteger",
            TypeTag::Number(BigDecimal) | TypeTag::BoxedNumber(BigDecimal) => "java.math.BigDecimal",
            TypeTag::AnyNumber => "java.lang.Number",
            TypeTag::Class(name) => name,
        }
    }

    /// Coerces a value to this type (Expression Language 6.1, "To Coerce a Value X to Type Y").
    ///
    /// # Errors
    /// `ELException` where the specification allows no conversion.
    #[inline]
    pub fn coerce(&self, value: Value) -> Result<Value> {
        match (self, value) {
            (TypeTag::Object, value) => Ok(value),
            (TypeTag::Str, value @ Value::Str(_)) => Ok(value),
            (TypeTag::Bool | TypeTag::BoxedBool, value @ Value::Bool(_)) => Ok(value),
            (_, value) => self.convert(value),
        }
    }

    /// [`coerce`](Self::coerce), with nothing moved where the value is of the type already.
    ///
    /// # Errors
    /// As [`coerce`](Self::coerce); the value is gone then.
    #[inline]
    pub fn coerce_in_place(&self, value: &mut Value) -> Result<()> {
        if self.fits(value) { Ok(()) } else { self.convert_in_place(value) }
    }

    /// Whether a value is of this type as it is, as far as a look at both tells.
    #[inline(always)]
    pub(crate) fn fits(&self, value: &Value) -> bool {
        use NumberKind::*;
        match (self, value) {
            (TypeTag::Object, _)
            | (TypeTag::Str, Value::Str(_))
            | (TypeTag::Bool | TypeTag::BoxedBool, Value::Bool(_))
            | (TypeTag::Number(Int) | TypeTag::BoxedNumber(Int), Value::Int(_))
            | (TypeTag::Number(Long) | TypeTag::BoxedNumber(Long), Value::Long(_))
            | (TypeTag::Number(Double) | TypeTag::BoxedNumber(Double), Value::Double(_)) => true,
            (TypeTag::Class(class), Value::Object(object)) => object.class().name() == class,
            _ => false,
        }
    }

    #[inline(never)]
    fn convert_in_place(&self, value: &mut Value) -> Result<()> {
        *value = self.convert(std::mem::take(value))?;
        Ok(())
    }

    fn convert(&self, value: Value) -> Result<Value> {
        if value.is_null()
            && !matches!(self, TypeTag::Str | TypeTag::Bool | TypeTag::Char | TypeTag::Number(_))
        {
            return Ok(value);
        }
        match self {
            TypeTag::Object => Ok(value),
            TypeTag::Str => to_str(&value).map(Value::Str),
            TypeTag::Bool | TypeTag::BoxedBool => to_boolean(&value).map(Value::Bool),
            TypeTag::Char | TypeTag::BoxedChar => to_char(&value).map(Value::Char),
            TypeTag::Number(kind) | TypeTag::BoxedNumber(kind) => to_number(&value, *kind),
            TypeTag::AnyNumber => match value {
                Value::Char(unit) => Ok(Value::Short(unit as i16)),
                Value::Str(text) if text.is_empty() => Ok(Value::Long(0)),
                number if number.is_instance("java.lang.Number") => Ok(number),
                other => Err(cannot_convert(&other, self.name())),
            },
            TypeTag::Class(class) if value.is_instance(class) => Ok(value),
            TypeTag::Class(class) => to_class(&value, class),
        }
    }
}

/// What is left when a value is no instance of the class.
fn to_class(value: &Value, class: &Str) -> Result<Value> {
    match value {
        Value::Str(text) if text.is_empty() => Ok(Value::Null),
        // `{}` is both the empty set and the empty map.
        Value::Object(object)
            if class == "java.util.Map"
                && object.size() == Some(0)
                && object.class().is_a("java.util.Set") =>
        {
            Ok(Value::new(Map::from_iter([])))
        }
        // "Coerce A to functional interface method invocation": who gets the lambda calls it.
        Value::Object(object)
            if is_functional_interface(class) && object.class().is_a("jakarta.el.LambdaExpression") =>
        {
            Ok(value.clone())
        }
        _ => match class.as_str() {
            "java.time.Instant" => {
                Ok(temporal::to_instant(value)?
                    .map_or(Value::Null, |time| Value::new(Temporal::Instant(time))))
            }
            "java.util.Date" => {
                Ok(temporal::to_instant(value)?.map_or(Value::Null, |time| Value::new(Temporal::date(time))))
            }
            array => match array.strip_suffix("[]") {
                Some(component) => to_array(value, component),
                None => Err(cannot_convert(value, class)),
            },
        },
    }
}

/// Whether EL has rules for coercing to a class of that name.
pub(crate) fn is_known_class(name: &str) -> bool {
    matches!(name, "java.time.Instant" | "java.util.Date")
        || is_functional_interface(name)
        || name.strip_suffix("[]").is_some_and(|component| match TypeTag::parse(component) {
            TypeTag::Class(component) => is_known_class(&component),
            _ => true,
        })
}

/// Interfaces of Java's library with one method, which lambdas are taken for.
fn is_functional_interface(name: &str) -> bool {
    name.starts_with("java.util.function.")
        || matches!(name, "java.util.Comparator" | "java.lang.Runnable" | "java.util.concurrent.Callable")
}

/// An array with every item coerced to the component type (Expression Language 6.1, "Coerce A to an array of Type T").
fn to_array(value: &Value, component: &str) -> Result<Value> {
    let array = value.as_object().filter(|object| !object.class().is_a("java.util.List"));
    let Some(items) = array.and_then(|object| object.as_list()) else {
        return Err(cannot_convert(value, &format!("{component}[]")));
    };
    let tag = TypeTag::parse(component);
    let items =
        (0..).map_while(|index| items.get(index)).map(|item| tag.coerce(item)).collect::<Result<Vec<_>>>()?;
    Ok(Value::new(Array::new(tag.name(), items)))
}

/// Coerces to the type of that name; where the same name serves often, keep a [`TypeTag`].
///
/// # Errors
/// As [`TypeTag::coerce`].
pub fn coerce(value: Value, java_type: &str) -> Result<Value> {
    TypeTag::parse(java_type).coerce(value)
}

/// The name of an enum's constant; `None`: it is no enum. An enum's class has `java.lang.Enum` among its super types,
/// and its constants answer the method `name`.
pub(crate) fn enum_name(object: &Obj) -> Option<Str> {
    if !object.class().is_a("java.lang.Enum") {
        return None;
    }
    match object.call("name", &[]) {
        Ok(Some(Value::Str(name))) => Some(name),
        _ => None,
    }
}

/// The failure of a conversion.
#[cold]
pub(crate) fn cannot_convert(value: &Value, java_type: &str) -> Error {
    Error::el(format!("{} can't be converted to {java_type}", describe(value)))
}

/// A value in words, for messages.
pub(crate) fn describe(value: &Value) -> String {
    const LONGEST: usize = 40;
    match value {
        Value::Null => "null".into(),
        Value::Str(text) => match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("the text '{}…'", &text[..end]),
            None => format!("the text '{text}'"),
        },
        Value::Object(object) => format!("an object of the class {}", object.class().name()),
        plain => format!("{plain} ({})", plain.class_name().unwrap_or("null")),
    }
}

#[cfg(test)]
#[path = "coerce_tests.rs"]
pub(crate) mod tests;
