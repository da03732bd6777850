//! Values as pages see them: Java's primitive types, strings, numbers of any size, and objects.
//!
//! [`Value`] is what the machine's operand stack, attributes in scopes and tag attributes hold. Everything that is not a
//! plain datum is an [`Object`]: beans, lists, maps, dates, lambdas, the request, result rows.

mod bean;
mod class;
pub mod coerce;
mod collections;
mod convert;
mod enums;
pub mod java;
pub mod json;
pub mod methods;
pub mod number;
mod object;
pub mod ops;
mod serial;
mod temporal;
mod throwable;

use std::fmt;
use std::sync::Arc;

pub use bean::Bean;
pub use bean::BeanCell;
pub use bean::Change;
pub use bean::Receiver;
pub use class::Class;
pub use class::ClassCell;
pub use class::ClassId;
pub use class::Member;
pub use class::Property;
pub use collections::Array;
pub use collections::Entry;
pub use collections::List;
pub use collections::Map;
pub use collections::MapPart;
pub use collections::MapPartKind;
pub use collections::Set;
pub(crate) use collections::hash_code;
pub use collections::list_items;
pub use collections::map_entries;
pub use collections::release;
pub use convert::FromValue;
pub use convert::Returned;
pub use convert::ToValue;
pub use ecow::EcoString as Str;
pub use enums::EnumClass;
pub use enums::EnumConstant;
pub use num_bigint::BigInt;
pub use number::BigDecimal;
pub use object::AsyncItems;
pub use object::CallFuture;
pub use object::Items;
pub use object::ListView;
pub use object::MapView;
pub use object::Obj;
pub use object::Object;
pub use temporal::JavaDate;
pub use temporal::Temporal;
pub use throwable::Throwable;
pub use vespid_macros::Bean;

#[doc(hidden)]
pub use bean::{bean_hash, clone_bean, no_property, not_coerced, not_writable, wrong_arguments};
#[doc(hidden)]
pub use convert::returned_type;

/// A value of a page: what an EL expression gives, an attribute holds, a tag takes.
///
/// Cloning never copies text or collections of any length: strings are shared beyond 15 bytes, objects always.
/// The tag is a full machine word, which the machine's dispatch is measurably faster with.
#[derive(Clone, Default)]
#[repr(u64)]
pub enum Value {
    /// Java's `null`; prints as nothing in EL. An attribute set to null is removed.
    #[default]
    Null,
    /// `boolean`
    Bool(bool),
    /// `byte`
    Byte(i8),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// `char`: one UTF-16 unit.
    Char(u16),
    /// `java.lang.String`
    Str(Str),
    /// `java.math.BigInteger`
    BigInt(Arc<BigInt>),
    /// `java.math.BigDecimal`
    BigDecimal(Arc<BigDecimal>),
    /// Any other object.
    Object(Obj),
}

impl Value {
    /// Wraps a shared object.
    pub fn object<T: Object>(object: Arc<T>) -> Self {
        Value::Object(object)
    }

    /// Wraps an object.
    pub fn new<T: Object>(object: T) -> Self {
        Value::Object(Arc::new(object))
    }

    /// A string value.
    pub fn str(text: impl Into<Str>) -> Self {
        Value::Str(text.into())
    }

    /// A `java.util.List` (mutable, as `java.util.ArrayList`).
    pub fn list(items: impl IntoIterator<Item = Value>) -> Self {
        Value::new(List::from_iter(items))
    }

    /// A `java.util.Map` that keeps the order of insertion (as `java.util.LinkedHashMap`).
    pub fn map(entries: impl IntoIterator<Item = (Value, Value)>) -> Self {
        Value::new(Map::from_iter(entries))
    }

    /// A `java.util.Set` that keeps the order of insertion (as `java.util.LinkedHashSet`).
    pub fn set(items: impl IntoIterator<Item = Value>) -> Self {
        Value::new(Set::from_iter(items))
    }

    /// Anything that serde can serialise, as beans-by-name: structs and maps become maps, sequences lists, unit and
    /// `None` null, enums their variant name (or a map of one entry for variants with data).
    ///
    /// # Errors
    /// What the type's own `Serialize` reports.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Item { name: String, price: f64 }
    /// let value = vespid_render::Value::from_serialize(&Item { name: "Mug".into(), price: 4.5 }).unwrap();
    /// assert_eq!(value.to_string(), "{name=Mug, price=4.5}");
    /// ```
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> crate::Result<Self> {
        serial::to_value(value)
    }

    /// Whether this is Java's `null`.
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Whether there is nothing behind the value that dropping it must let go.
    #[inline]
    fn is_plain(&self) -> bool {
        !matches!(self, Value::Str(_) | Value::BigInt(_) | Value::BigDecimal(_) | Value::Object(_))
    }

    /// Drops the value; for a plain one that is a comparison and no call, which the machine's loop is measurably faster
    /// with.
    #[inline]
    pub(crate) fn discard(self) {
        match self {
            // Most texts are short and lie in the value itself, which is seen at once.
            Value::Str(text) => drop(text),
            plain if plain.is_plain() => std::mem::forget(plain),
            shared => drop(shared),
        }
    }

    /// Drops the value where it lies and leaves null.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.is_plain() {
            *self = Value::Null;
        }
    }

    /// Puts another value in the place of this one.
    ///
    /// # Implementation
    /// A value that was made a moment ago lies in the processor's queue of writes in the pieces in which it was written.
    /// To copy it in other pieces, as a move does, has to wait until they are in the cache: some 15 cycles, and a page
    /// moves some thousand values. So values are moved kind by kind, looked at and dropped where they were made
    /// ([`clear`](Self::clear)), and copied right to where they are to lie ([`copy_to`](Self::copy_to)).
    #[inline(always)]
    pub(crate) fn replace_with(&mut self, mut value: Value) {
        value.move_to(self);
        std::mem::forget(value);
    }

    /// Moves the value to the place of another one and leaves null.
    #[inline(always)]
    pub(crate) fn move_to(&mut self, place: &mut Value) {
        place.clear();
        match self {
            Value::Null => *place = Value::Null,
            Value::Int(number) => place.write(Value::Int(*number)),
            Value::Bool(truth) => place.write(Value::Bool(*truth)),
            Value::Object(_) => {
                if let Value::Object(object) = std::mem::take(self) {
                    place.write(Value::Object(object));
                }
            }
            other => place.write(std::mem::take(other)),
        }
    }

    /// Puts a copy in the place of another value: as `*place = self.clone()`, which makes the copy somewhere else first.
    #[inline(always)]
    pub fn copy_to(&self, place: &mut Value) {
        place.clear();
        match self {
            Value::Null => *place = Value::Null,
            Value::Int(number) => place.write(Value::Int(*number)),
            Value::Bool(truth) => place.write(Value::Bool(*truth)),
            Value::Str(text) => place.write(Value::Str(text.clone())),
            Value::Object(object) => place.write(Value::Object(Arc::clone(object))),
            other => place.write(other.clone()),
        }
    }

    /// Over a value with nothing behind it.
    #[inline(always)]
    fn write(&mut self, value: Value) {
        std::mem::forget(std::mem::replace(self, value));
    }

    /// The text, where this is a string.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The object, where this is one.
    #[inline]
    pub fn as_object(&self) -> Option<&Obj> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The Rust value inside, where this is an object of the type `T`.
    pub fn downcast_ref<T: Object>(&self) -> Option<&T> {
        self.as_object()?.as_any().downcast_ref()
    }

    /// The Java class name: `java.lang.Integer` for an int; `None` for null.
    pub fn class_name(&self) -> Option<&str> {
        Some(match self {
            Value::Null => return None,
            Value::Bool(_) => "java.lang.Boolean",
            Value::Byte(_) => "java.lang.Byte",
            Value::Short(_) => "java.lang.Short",
            Value::Int(_) => "java.lang.Integer",
            Value::Long(_) => "java.lang.Long",
            Value::Float(_) => "java.lang.Float",
            Value::Double(_) => "java.lang.Double",
            Value::Char(_) => "java.lang.Character",
            Value::Str(_) => "java.lang.String",
            Value::BigInt(_) => "java.math.BigInteger",
            Value::BigDecimal(_) => "java.math.BigDecimal",
            Value::Object(object) => object.class().name(),
        })
    }

    /// Whether a Java `instanceof` of that class or interface name holds.
    pub fn is_instance(&self, class: &str) -> bool {
        let Some(own) = self.class_name() else { return false };
        if own == class || class == "java.lang.Object" {
            return true;
        }
        match self {
            Value::Object(object) => object.class().is_a(class),
            Value::Str(_) => {
                matches!(class, "java.lang.CharSequence" | "java.lang.Comparable" | "java.io.Serializable")
            }
            Value::Bool(_) | Value::Char(_) => {
                matches!(class, "java.lang.Comparable" | "java.io.Serializable")
            }
            _ => matches!(class, "java.lang.Number" | "java.lang.Comparable" | "java.io.Serializable"),
        }
    }

    /// Appends what Java's `toString` gives (`null` for null; see [`coerce::write_el_text`] for EL's empty text).
    ///
    /// # Errors
    /// Only what `out` reports.
    pub fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Value::Null => out.write_str("null"),
            Value::Bool(value) => out.write_str(if *value { "true" } else { "false" }),
            Value::Byte(value) => out.write_str(itoa::Buffer::new().format(*value)),
            Value::Short(value) => out.write_str(itoa::Buffer::new().format(*value)),
            Value::Int(value) => out.write_str(itoa::Buffer::new().format(*value)),
            Value::Long(value) => out.write_str(itoa::Buffer::new().format(*value)),
            Value::Float(value) => number::write_float(*value, out),
            Value::Double(value) => number::write_double(*value, out),
            Value::Char(unit) => out.write_char(char::from_u32(u32::from(*unit)).unwrap_or('\u{fffd}')),
            Value::Str(text) => out.write_str(text),
            Value::BigInt(value) => write!(out, "{value}"),
            Value::BigDecimal(value) => write!(out, "{value}"),
            Value::Object(object) => object.write_text(out),
        }
    }
}

/// Java's `toString`; null prints as `null`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(f)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Str(text) => write!(f, "{text:?}"),
            Value::Null => f.write_str("null"),
            other => write!(f, "{}({other})", other.class_name().unwrap_or("null")),
        }
    }
}

/// Java's `equals`: same class and same value; `1` and `1L` differ. EL's `==` is [`ops::equals`].
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Byte(a), Value::Byte(b)) => a == b,
            (Value::Short(a), Value::Short(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Long(a), Value::Long(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => number::float_bits(*a) == number::float_bits(*b),
            (Value::Double(a), Value::Double(b)) => number::double_bits(*a) == number::double_bits(*b),
            (Value::Char(a), Value::Char(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::BigInt(a), Value::BigInt(b)) => a == b,
            (Value::BigDecimal(a), Value::BigDecimal(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => Arc::ptr_eq(a, b) || a.equals(other),
            _ => false,
        }
    }
}

impl Eq for Value {}

/// Consistent with `equals`; the value itself is not Java's `hashCode`.
impl std::hash::Hash for Value {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Value::Null => 0u8.hash(state),
            Value::Bool(value) => value.hash(state),
            Value::Byte(value) => value.hash(state),
            Value::Short(value) => value.hash(state),
            Value::Int(value) => value.hash(state),
            Value::Long(value) => value.hash(state),
            Value::Float(value) => number::float_bits(*value).hash(state),
            Value::Double(value) => number::double_bits(*value).hash(state),
            Value::Char(value) => value.hash(state),
            Value::Str(value) => value.as_str().hash(state),
            Value::BigInt(value) => value.hash(state),
            Value::BigDecimal(value) => value.hash(state),
            Value::Object(object) => object.hash_code().hash(state),
        }
    }
}
