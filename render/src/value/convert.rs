//! Between Rust's types and page values: what bean properties, tag attributes and methods are made of.

use std::borrow::Cow;
use std::sync::Arc;

use super::BigDecimal;
use super::BigInt;
use super::List;
use super::Obj;
use super::Object;
use super::Str;
use super::Value;
use super::coerce;
use crate::Result;
use crate::error::Error;
use crate::writer::TextSink;

/// A Rust type that pages can read.
///
/// Numbers become Java's type of the same width, unsigned ones the next wider. Shared objects are shared, text of a
/// [`Str`] too; other text and a `Vec` are copied, so that what pages read often is best kept as `Str`, `Arc<T>` and
/// `Arc<Vec<T>>`.
#[diagnostic::on_unimplemented(
    message = "pages can't read a `{Self}`",
    label = "no value for pages",
    note = "a bean inside another is shared as `Arc<T>`, or copied with `#[bean(clone)]` on `T`",
    note = "leave a field out with `#[bean(skip)]`"
)]
pub trait ToValue {
    /// The Java type in descriptions: `int`, `java.lang.String`, `java.lang.Object`.
    const JAVA_TYPE: &'static str;

    /// The value as pages see it.
    fn to_value(&self) -> Value;

    /// Writes the value's text as EL does; what need not make a value for that does not.
    ///
    /// # Errors
    /// What `out` reports.
    #[inline]
    fn write_to(&self, out: &mut TextSink<'_>) -> Result<()> {
        out.write_value(&self.to_value())
    }

    /// The object that the value is, where it lies; `None`: it is none, or not before [`to_value`](Self::to_value).
    #[inline]
    fn as_dyn_object(&self) -> Option<&dyn Object> {
        None
    }
}

/// A Rust type that a page value can be coerced to, by EL's rules (EL 6.1, 1.23 "Type Conversion").
///
/// The lifetime lets [`Cow`] and references look into the value instead of copying.
#[diagnostic::on_unimplemented(
    message = "a page's value can't become a `{Self}`",
    label = "not a type that pages can set",
    note = "mark a field that pages only read with `#[bean(readonly)]`"
)]
pub trait FromValue<'a>: Sized {
    /// The Java type in descriptions.
    const JAVA_TYPE: &'static str;

    /// Coerces the value.
    ///
    /// # Errors
    /// `ELException` where the rules allow no coercion.
    fn from_value(value: &'a Value) -> Result<Self>;

    /// Coerces a value that is not needed any more: what is shared changes hands without being counted.
    ///
    /// # Errors
    /// As [`from_value`](Self::from_value).
    #[inline]
    fn take_from(value: &'a mut Value) -> Result<Self> {
        Self::from_value(value)
    }
}

/// What a getter or method may return: a value, or a `Result` of one.
pub trait Returned {
    /// The Java type in descriptions.
    const JAVA_TYPE: &'static str;

    /// The value, or the error.
    ///
    /// # Errors
    /// The one returned.
    fn returned(self) -> Result<Value>;
}

impl<T: ToValue> Returned for T {
    const JAVA_TYPE: &'static str = T::JAVA_TYPE;

    fn returned(self) -> Result<Value> {
        Ok(self.to_value())
    }
}

impl<T: ToValue, E: Into<Error>> Returned for Result<T, E> {
    const JAVA_TYPE: &'static str = T::JAVA_TYPE;

    fn returned(self) -> Result<Value> {
        self.map(|value| value.to_value()).map_err(Into::into)
    }
}

/// The Java type of a getter's result; for the code that `#[derive(Bean)]` writes.
#[doc(hidden)]
pub fn returned_type<'a, T: 'a, R: Returned>(_getter: impl FnOnce(&'a T) -> R) -> &'static str {
    R::JAVA_TYPE
}

/// The class that holds a primitive type where null is possible.
const fn boxed(java_type: &'static str) -> &'static str {
    match java_type.as_bytes() {
        b"boolean" => "java.lang.Boolean",
        b"byte" => "java.lang.Byte",
        b"short" => "java.lang.Short",
        b"int" => "java.lang.Integer",
        b"long" => "java.lang.Long",
        b"float" => "java.lang.Float",
        b"double" => "java.lang.Double",
        b"char" => "java.lang.Character",
        _ => java_type,
    }
}

/// Types with a value kind of their own.
macro_rules! plain {
    ($($type:ty, $java:literal, $variant:ident, $coerce:ident;)*) => {$(
        impl ToValue for $type {
            const JAVA_TYPE: &'static str = $java;

            #[inline]
            fn to_value(&self) -> Value {
                Value::$variant(*self)
            }
        }

        impl FromValue<'_> for $type {
            const JAVA_TYPE: &'static str = $java;

            #[inline]
            fn from_value(value: &Value) -> Result<Self> {
                match value {
                    Value::$variant(value) => Ok(*value),
                    other => coerce::$coerce(other),
                }
            }
        }
    )*};
}

plain! {
    bool, "boolean", Bool, to_boolean;
    i8, "byte", Byte, to_byte;
    i16, "short", Short, to_short;
    i32, "int", Int, to_int;
    i64, "long", Long, to_long;
    f32, "float", Float, to_float;
    f64, "double", Double, to_double;
}

/// Unsigned types, which Java lacks.
macro_rules! widened {
    ($($type:ty, $wide:ty, $java:literal, $variant:ident;)*) => {$(
        impl ToValue for $type {
            const JAVA_TYPE: &'static str = $java;

            #[inline]
            fn to_value(&self) -> Value {
                Value::$variant(<$wide>::from(*self))
            }
        }

        impl FromValue<'_> for $type {
            const JAVA_TYPE: &'static str = $java;

            fn from_value(value: &Value) -> Result<Self> {
                unsigned(value)
            }
        }
    )*};
}

widened! {
    u8, i16, "short", Short;
    u16, i32, "int", Int;
    u32, i64, "long", Long;
}

/// Coerces to `long` and narrows without loss.
fn unsigned<T: TryFrom<i64>>(value: &Value) -> Result<T> {
    let number = coerce::to_long(value)?;
    T::try_from(number).map_err(|_| {
        Error::el(format!("{number} does not fit {}", std::any::type_name::<T>()))
            .with_hint("the bean, tag or method takes no such number")
    })
}

/// 64-bit unsigned types: `long`, and a `BigInteger` beyond.
macro_rules! widest {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            const JAVA_TYPE: &'static str = "long";

            fn to_value(&self) -> Value {
                i64::try_from(*self).map_or_else(|_| Value::BigInt(Arc::new(BigInt::from(*self))), Value::Long)
            }
        }

        impl FromValue<'_> for $type {
            const JAVA_TYPE: &'static str = "long";

            fn from_value(value: &Value) -> Result<Self> {
                if let Value::BigInt(number) = value {
                    return <$type>::try_from(&**number)
                        .map_err(|_| Error::el(format!("{number} does not fit {}", stringify!($type))));
                }
                unsigned(value)
            }
        }
    )*};
}

widest!(u64 usize);

/// `char`: one UTF-16 unit; a character beyond the Basic Multilingual Plane, which has two, becomes a string.
impl ToValue for char {
    const JAVA_TYPE: &'static str = "char";

    fn to_value(&self) -> Value {
        u16::try_from(u32::from(*self)).map_or_else(|_| Value::Str(Str::from(*self)), Value::Char)
    }
}

impl FromValue<'_> for char {
    const JAVA_TYPE: &'static str = "char";

    fn from_value(value: &Value) -> Result<Self> {
        if let Value::Str(text) = value
            && let Some(first) = text.chars().next()
        {
            return Ok(first);
        }
        let unit = coerce::to_char(value)?;
        Ok(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

/// Text that is copied when it is longer than 15 bytes.
macro_rules! text {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            const JAVA_TYPE: &'static str = "java.lang.String";

            fn to_value(&self) -> Value {
                Value::Str(Str::from(&**self))
            }

            #[inline]
            fn write_to(&self, out: &mut TextSink<'_>) -> Result<()> {
                out.write_str(self)
            }
        }
    )*};
}

text!(String Box<str> Arc<str> Cow<'_, str>);

impl ToValue for str {
    const JAVA_TYPE: &'static str = "java.lang.String";

    fn to_value(&self) -> Value {
        Value::Str(Str::from(self))
    }

    #[inline]
    fn write_to(&self, out: &mut TextSink<'_>) -> Result<()> {
        out.write_str(self)
    }
}

impl ToValue for Str {
    const JAVA_TYPE: &'static str = "java.lang.String";

    #[inline]
    fn to_value(&self) -> Value {
        Value::Str(self.clone())
    }

    #[inline]
    fn write_to(&self, out: &mut TextSink<'_>) -> Result<()> {
        out.write_str(self)
    }
}

impl FromValue<'_> for Str {
    const JAVA_TYPE: &'static str = "java.lang.String";

    #[inline]
    fn from_value(value: &Value) -> Result<Self> {
        match value {
            Value::Str(text) => Ok(text.clone()),
            other => coerce::to_str(other),
        }
    }
}

impl FromValue<'_> for String {
    const JAVA_TYPE: &'static str = "java.lang.String";

    fn from_value(value: &Value) -> Result<Self> {
        Cow::from_value(value).map(Cow::into_owned)
    }
}

/// Borrows the text of a string; of anything else a text is made.
impl<'a> FromValue<'a> for Cow<'a, str> {
    const JAVA_TYPE: &'static str = "java.lang.String";

    #[inline]
    fn from_value(value: &'a Value) -> Result<Self> {
        match value {
            Value::Str(text) => Ok(Cow::Borrowed(text)),
            other => coerce::to_str(other).map(|text| Cow::Owned(text.into())),
        }
    }
}

/// `()`: a method without a result gives null.
impl ToValue for () {
    const JAVA_TYPE: &'static str = "void";

    fn to_value(&self) -> Value {
        Value::Null
    }
}

impl ToValue for Value {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    #[inline]
    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl FromValue<'_> for Value {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    #[inline]
    fn from_value(value: &Value) -> Result<Self> {
        Ok(value.clone())
    }

    #[inline]
    fn take_from(value: &mut Value) -> Result<Self> {
        Ok(std::mem::take(value))
    }
}

impl<'a> FromValue<'a> for &'a Value {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    #[inline]
    fn from_value(value: &'a Value) -> Result<Self> {
        Ok(value)
    }
}

/// Null for `None`.
impl<T: ToValue> ToValue for Option<T> {
    const JAVA_TYPE: &'static str = boxed(T::JAVA_TYPE);

    #[inline]
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

/// `None` for null, where the bare type takes null as 0, false or the empty string.
impl<'a, T: FromValue<'a>> FromValue<'a> for Option<T> {
    const JAVA_TYPE: &'static str = boxed(T::JAVA_TYPE);

    #[inline]
    fn from_value(value: &'a Value) -> Result<Self> {
        if value.is_null() { Ok(None) } else { T::from_value(value).map(Some) }
    }

    #[inline]
    fn take_from(value: &'a mut Value) -> Result<Self> {
        if value.is_null() { Ok(None) } else { T::take_from(value).map(Some) }
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    const JAVA_TYPE: &'static str = T::JAVA_TYPE;

    #[inline]
    fn to_value(&self) -> Value {
        T::to_value(self)
    }
}

/// The object itself, shared.
impl<T: Object> ToValue for Arc<T> {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    #[inline]
    fn to_value(&self) -> Value {
        Value::Object(self.clone())
    }

    #[inline]
    fn as_dyn_object(&self) -> Option<&dyn Object> {
        Some(&**self)
    }
}

/// An object of exactly that Rust type.
impl<T: Object> FromValue<'_> for Arc<T> {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    fn from_value(value: &Value) -> Result<Self> {
        let object = value.as_object().filter(|object| object.as_any().is::<T>());
        let any = object.map(|object| object.clone() as Arc<dyn std::any::Any + Send + Sync>);
        any.and_then(|any| any.downcast().ok())
            .ok_or_else(|| coerce::cannot_convert(value, std::any::type_name::<T>()))
    }
}

impl ToValue for Obj {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    #[inline]
    fn to_value(&self) -> Value {
        Value::Object(self.clone())
    }

    #[inline]
    fn as_dyn_object(&self) -> Option<&dyn Object> {
        Some(&**self)
    }
}

/// Any object: no number, text or null.
impl FromValue<'_> for Obj {
    const JAVA_TYPE: &'static str = "java.lang.Object";

    fn from_value(value: &Value) -> Result<Self> {
        value.as_object().cloned().ok_or_else(|| coerce::cannot_convert(value, "an object"))
    }
}

impl<T: ToValue> ToValue for [T] {
    const JAVA_TYPE: &'static str = "java.util.List";

    fn to_value(&self) -> Value {
        Value::new(List::from_iter(self.iter().map(ToValue::to_value)))
    }
}

/// A new `java.util.ArrayList` of the items; an `Arc<Vec<T>>` is a list without copying.
impl<T: ToValue> ToValue for Vec<T> {
    const JAVA_TYPE: &'static str = "java.util.List";

    fn to_value(&self) -> Value {
        self.as_slice().to_value()
    }
}

/// The items of any collection, each coerced.
impl<T: for<'b> FromValue<'b>> FromValue<'_> for Vec<T> {
    const JAVA_TYPE: &'static str = "java.util.List";

    fn from_value(value: &Value) -> Result<Self> {
        let items = value.as_object().and_then(|object| object.clone().iterate());
        items
            .ok_or_else(|| coerce::cannot_convert(value, "java.util.List"))?
            .map(|item| T::from_value(&item?))
            .collect()
    }
}

macro_rules! big {
    ($($type:ident, $java:literal, $coerce:ident;)*) => {$(
        impl ToValue for $type {
            const JAVA_TYPE: &'static str = $java;

            fn to_value(&self) -> Value {
                Value::$type(Arc::new(self.clone()))
            }
        }

        impl FromValue<'_> for $type {
            const JAVA_TYPE: &'static str = $java;

            fn from_value(value: &Value) -> Result<Self> {
                match value {
                    Value::$type(number) => Ok((**number).clone()),
                    other => coerce::$coerce(other),
                }
            }
        }
    )*};
}

big! {
    BigInt, "java.math.BigInteger", to_big_int;
    BigDecimal, "java.math.BigDecimal", to_big_decimal;
}

#[cfg(test)]
mod tests;
