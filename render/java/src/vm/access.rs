//! What instructions do with single values: items of arrays, texts, new arrays.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::ListView;
use vespid_render::value::Str;

use super::Cx;
use super::Instance;
use super::Kind;
use super::array::Array;
use super::array::MAX_LENGTH;
use super::array::array_name;
use super::array::outside;
use super::calls::no_cast;
use super::dynamic;
use crate::library;

pub(super) fn name(value: &Value) -> &Str {
    match value {
        Value::Str(name) => name,
        _ => unreachable!("the compiler keeps names as strings"),
    }
}

#[inline]
pub(super) fn instance(value: &Value) -> Result<&Instance> {
    value.downcast_ref().ok_or_else(|| {
        if value.is_null() {
            Error::new(class::NULL_POINTER, "a field of null can't be used")
        } else {
            no_cast(value, "a compiled class")
        }
    })
}

/// Writes the text of a value to the page, as Java's `String.valueOf` has it.
pub(super) fn print(cx: &mut Cx<'_, '_>, value: &Value) -> Result<()> {
    match value {
        Value::Object(_) => {
            let text = library::text(cx, value)?;
            cx.page()?.print(&Value::Str(text))
        }
        other => cx.page()?.print(other),
    }
}

/// Joins texts as `+` does.
pub(super) fn concat(cx: &mut Cx<'_, '_>, parts: &[Value]) -> Result<Value> {
    let mut text = Str::new();
    for part in parts {
        match part {
            Value::Str(part) => text.push_str(part),
            Value::Object(_) => text.push_str(&library::text(cx, part)?),
            other => {
                let _ = other.write_text(&mut text);
            }
        }
    }
    if text.len() > library::MAX_TEXT_BYTES {
        return Err(library::too_long(text.len()));
    }
    cx.allocate(text.len())?;
    Ok(Value::Str(text))
}

pub(super) fn length(value: &Value) -> Result<usize> {
    if let Some(array) = value.downcast_ref::<Array>() {
        return Ok(array.length());
    }
    match value.as_object().and_then(|object| object.as_list()) {
        Some(list) => Ok(list.len()),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "null has no length")),
        None => Err(no_cast(value, "an array")),
    }
}

pub(super) fn list(value: &Value) -> Result<&dyn ListView> {
    match value.as_object().and_then(|object| object.as_list()) {
        Some(list) => Ok(list),
        None if value.is_null() => Err(Error::new(class::NULL_POINTER, "null has no items")),
        None => Err(no_cast(value, "an array")),
    }
}

pub(super) fn load(value: &Value, index: i64) -> Result<Value> {
    let list = list(value)?;
    usize::try_from(index).ok().and_then(|index| list.get(index)).ok_or_else(|| outside(index, list.len()))
}

/// A primitive item of an array that holds objects, or of one of the host's.
pub(super) fn load_other(value: &Value, index: i64) -> Result<i64> {
    let item = load(value, index)?;
    dynamic::kind_of(&item).unwrap_or(Kind::Int).unbox(&item)
}

pub(super) fn store(value: &Value, index: i64, item: Value) -> Result<()> {
    let list = list(value)?;
    let at = usize::try_from(index).ok().filter(|index| *index < list.len());
    match at {
        Some(at) => list.set(at, item),
        None => Err(outside(index, list.len())),
    }
}

#[cold]
pub(super) fn no_item(value: &Value, index: i64) -> Error {
    match list(value) {
        Ok(list) => outside(index, list.len()),
        Err(error) => error,
    }
}

/// An array of arrays: `lengths` of the outer ones, the last of what holds the items.
pub(super) fn new_array(cx: &mut Cx<'_, '_>, component: &Str, lengths: &[i64]) -> Result<Value> {
    let Some((first, rest)) = lengths.split_first() else { return Ok(Value::Null) };
    let length = usize::try_from(*first)
        .map_err(|_| Error::new("java.lang.NegativeArraySizeException", first.to_string()))?;
    if length > MAX_LENGTH {
        return Err(Error::new(
            "java.lang.OutOfMemoryError",
            format!("an array of {length} items is too long"),
        )
        .with_supers([
            "java.lang.VirtualMachineError".into(),
            "java.lang.Error".into(),
            "java.lang.Throwable".into(),
        ]));
    }
    cx.allocate(64 + length * 24)?;
    if rest.is_empty() {
        return Ok(Value::new(Array::new(component, length)));
    }
    // `component` is that of the innermost array; each one around it adds a dimension.
    let mut inner = component.clone();
    for _ in rest {
        inner = array_name(&inner);
    }
    let array = Array::new(&inner, length);
    for index in 0..length {
        array.set(index, new_array(cx, component, rest)?)?;
    }
    Ok(Value::new(array))
}
