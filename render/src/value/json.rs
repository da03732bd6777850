//! JSON of values, spaced as PostgreSQL spaces it.

use std::fmt::Write;

use super::Items;
use super::ListView;
use super::MapView;
use super::Obj;
use super::Value;

/// How deep a value may lie that becomes JSON: one that holds itself must come to an end.
const MAX_DEPTH: usize = 128;

/// Enough for a small object, which then does not move while it grows.
const EXPECTED_BYTES: usize = 256;

/// The JSON of a value; `None`: something in it has no form there, or lies too deep.
///
/// Maps become objects, collections arrays, dates and constants of enums strings, other objects their bean properties.
pub fn text(value: &Value) -> Option<String> {
    let mut out = String::with_capacity(EXPECTED_BYTES);
    write_at(value, &mut out, 0).then_some(out)
}

/// The JSON of a list, as [`text`].
pub fn list_text(list: &dyn ListView) -> Option<String> {
    let mut out = String::new();
    write_list(list, &mut out, 0).then_some(out)
}

/// The JSON of a map, as [`text`].
pub fn map_text(map: &dyn MapView) -> Option<String> {
    let mut out = String::new();
    write_map(map, &mut out, 0).then_some(out)
}

fn write_at(value: &Value, out: &mut String, depth: usize) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Str(_) | Value::Char(_) => quote_value(value, out),
        Value::Float(number) if !number.is_finite() => return false,
        Value::Double(number) if !number.is_finite() => return false,
        Value::Object(object) => {
            if let Some(map) = object.as_map() {
                return write_map(map, out, depth);
            } else if let Some(list) = object.as_list() {
                return write_list(list, out, depth);
            } else if object.class().is_a("java.util.Date") || object.class().is_a("java.lang.Enum") {
                quote_value(value, out);
            } else if let Some(items) = object.clone().iterate() {
                return write_items(items, out, depth);
            } else {
                return write_bean(object, out, depth);
            }
        }
        // Java's text of numbers is JSON's.
        _ => _ = value.write_text(out),
    }
    true
}

fn write_map(map: &dyn MapView, out: &mut String, depth: usize) -> bool {
    out.push('{');
    for position in 0..map.len() {
        let Some((key, member)) = map.entry(position) else { break };
        if position > 0 {
            out.push_str(", ");
        }
        quote_value(&key, out);
        out.push_str(": ");
        if !write_at(&member, out, depth + 1) {
            return false;
        }
    }
    out.push('}');
    true
}

fn write_list(list: &dyn ListView, out: &mut String, depth: usize) -> bool {
    out.push('[');
    for index in 0..list.len() {
        if index > 0 {
            out.push_str(", ");
        }
        if !write_at(&list.get(index).unwrap_or_default(), out, depth + 1) {
            return false;
        }
    }
    out.push(']');
    true
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    // What stands as it is is copied in runs.
    let mut run = 0;
    for (at, byte) in text.bytes().enumerate() {
        if !is_escaped(byte) {
            continue;
        }
        out.push_str(&text[run..at]);
        run = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            // Writing to a String can't fail.
            control => _ = write!(out, "\\u{control:04x}"),
        }
    }
    out.push_str(&text[run..]);
    out.push('"');
}

/// A value's text as a string.
fn quote_value(value: &Value, out: &mut String) {
    if let Value::Str(text) = value {
        return quote(text, out);
    }
    // Most are dates and names of constants, which stand as they are.
    let start = out.len();
    out.push('"');
    let _ = value.write_text(out);
    if out[start + 1..].bytes().any(is_escaped) {
        let text = out.split_off(start + 1);
        out.truncate(start);
        return quote(&text, out);
    }
    out.push('"');
}

/// Whether a byte can't stand in a string as it is.
fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn write_items(items: Items, out: &mut String, depth: usize) -> bool {
    out.push('[');
    for (index, item) in items.enumerate() {
        let Ok(item) = item else { return false };
        if index > 0 {
            out.push_str(", ");
        }
        if !write_at(&item, out, depth + 1) {
            return false;
        }
    }
    out.push(']');
    true
}

/// An object by its properties; one without any is none that JSON knows.
fn write_bean(object: &Obj, out: &mut String, depth: usize) -> bool {
    let properties = object.class().properties();
    out.push('{');
    for (index, property) in properties.iter().enumerate() {
        let Ok(value) = object.property(index) else { return false };
        if index > 0 {
            out.push_str(", ");
        }
        quote(&property.name, out);
        out.push_str(": ");
        if !write_at(&value, out, depth + 1) {
            return false;
        }
    }
    out.push('}');
    !properties.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_lists_and_texts() {
        let value = Value::map([
            (Value::str("a"), Value::list([Value::Double(1.5), Value::Null, Value::Bool(true)])),
            (Value::Int(7), Value::str("x\"\\\n\u{1}ä")),
        ]);
        assert_eq!(text(&value).unwrap(), r#"{"a": [1.5, null, true], "7": "x\"\\\n\u0001ä"}"#);
        assert_eq!(text(&Value::set([Value::Int(1)])).unwrap(), "[1]");
    }

    #[test]
    fn what_json_has_no_form_for_is_refused() {
        assert_eq!(text(&Value::Double(f64::NAN)), None);
        let mut deep = Value::Null;
        for _ in 0..1000 {
            deep = Value::list([deep]);
        }
        assert_eq!(text(&deep), None);
    }
}
