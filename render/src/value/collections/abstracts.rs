//! What Java's abstract collections give all of theirs: text, equality and hash code.

use std::fmt;
use std::sync::Arc;

use super::depth;
use crate::value::ListView;
use crate::value::Object;
use crate::value::Value;
use crate::value::number;

/// What is printed in place of a collection that lies too deep.
const TOO_DEEP: &str = "...";

/// Java's `hashCode`; 0 for null, as `Objects.hashCode`.
pub(crate) fn hash_code(value: &Value) -> i32 {
    match value {
        Value::Null => 0,
        Value::Bool(true) => 1231,
        Value::Bool(false) => 1237,
        Value::Byte(value) => i32::from(*value),
        Value::Short(value) => i32::from(*value),
        Value::Int(value) => *value,
        Value::Long(value) => fold(*value as u64),
        Value::Float(value) => number::float_bits(*value) as i32,
        Value::Double(value) => fold(number::double_bits(*value)),
        Value::Char(unit) => i32::from(*unit),
        Value::Str(text) => {
            text.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
        }
        Value::BigInt(value) => number::big_integer_hash(value),
        Value::BigDecimal(value) => value.hash_code(),
        Value::Object(object) => object.hash_code(),
    }
}

/// `Long.hashCode`: both halves of the bits.
fn fold(bits: u64) -> i32 {
    (bits ^ (bits >> 32)) as i32
}

/// Whether a value is that very object, of which a collection prints only that it is itself.
fn is_same(value: &Value, own: *const ()) -> bool {
    value.as_object().is_some_and(|object| Arc::as_ptr(object).cast::<()>() == own)
}

/// `AbstractCollection.toString`.
pub(super) fn write_items(
    own: *const (),
    len: usize,
    mut items: impl FnMut(usize) -> Option<Value>,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let Some(_level) = depth::text(len) else { return out.write_str(TOO_DEEP) };
    out.write_char('[')?;
    let mut index = 0;
    while let Some(item) = items(index) {
        if index > 0 {
            out.write_str(", ")?;
        }
        if is_same(&item, own) {
            out.write_str("(this Collection)")?;
        } else {
            item.write_text(out)?;
        }
        index += 1;
    }
    out.write_char(']')
}

/// `AbstractMap.toString`.
pub(super) fn write_entries(
    own: *const (),
    entries: impl ExactSizeIterator<Item = (Value, Value)>,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let Some(_level) = depth::text(entries.len()) else { return out.write_str(TOO_DEEP) };
    out.write_char('{')?;
    for (index, (key, value)) in entries.enumerate() {
        if index > 0 {
            out.write_str(", ")?;
        }
        if is_same(&key, own) {
            out.write_str("(this Map)")?;
        } else {
            key.write_text(out)?;
        }
        out.write_char('=')?;
        if is_same(&value, own) { out.write_str("(this Map)")? } else { value.write_text(out)? }
    }
    out.write_char('}')
}

/// `AbstractList.hashCode`.
pub(super) fn list_hash(list: &dyn ListView) -> i32 {
    let Some(_level) = depth::hash(list.len()) else { return 0 };
    (0..)
        .map_while(|index| list.get(index))
        .fold(1i32, |hash, item| hash.wrapping_mul(31).wrapping_add(hash_code(&item)))
}

/// `AbstractMap.hashCode`, and with `()` as values `AbstractSet.hashCode`.
pub(super) fn entries_hash(entries: impl ExactSizeIterator<Item = (Value, Value)>) -> i32 {
    let Some(_level) = depth::hash(entries.len()) else { return 0 };
    entries.fold(0i32, |sum, (key, value)| sum.wrapping_add(hash_code(&key) ^ hash_code(&value)))
}

/// `AbstractList.equals`: another list with equal items in the same order.
pub(super) fn list_equals(list: &dyn ListView, other: &Value) -> bool {
    let Some(object) = other.as_object() else { return false };
    let Some(others) = object.as_list().filter(|_| object.class().is_a("java.util.List")) else {
        return false;
    };
    if list.len() != others.len() {
        return false;
    }
    let Some(_level) = depth::equals(list.len()) else { return false };
    let mut index = 0;
    loop {
        match (list.get(index), others.get(index)) {
            (Some(a), Some(b)) if a == b => index += 1,
            (None, None) => return true,
            _ => return false,
        }
    }
}

/// `AbstractMap.equals`: another map with the same keys and equal values.
pub(super) fn map_equals(entries: impl ExactSizeIterator<Item = (Value, Value)>, other: &Value) -> bool {
    let Some(others) = other.as_object().and_then(|object| object.as_map()) else { return false };
    if entries.len() != others.len() {
        return false;
    }
    let Some(_level) = depth::equals(entries.len()) else { return false };
    let mut entries = entries;
    entries.all(|(key, value)| others.get(&key) == Some(value))
}

/// The address by which an object recognises itself among its items.
pub(super) fn address<T: Object>(object: &T) -> *const () {
    std::ptr::from_ref(object).cast()
}
