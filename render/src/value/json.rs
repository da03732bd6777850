//! JSON of values, spaced as PostgreSQL spaces it.

use std::fmt::Write;

use super::Items;
use super::ListView;
use super::MapView;
use super::Obj;
use super::Value;

/// How deep a value may lie that becomes JSON: one that holds itself must come to an end.
const MAX_DEPTH: usize = 128;

/// The JSON of a value; `None`: something in it has no form there, or lies too deep.
///
/// Maps become objects, collections arrays, dates and constants of enums strings, other objects their bean properties.
pub fn text(value: &Value) -> Option<String> {
    let mut out = String::new();
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
        Value::Str(text) => quote(text, out),
        Value::Char(_) => quote(&value.to_string(), out),
        Value::Float(number) if !number.is_finite() => return false,
        Value::Double(number) if !number.is_finite() => return false,
        Value::Object(object) => {
            if let Some(map) = object.as_map() {
                return write_map(map, out, depth);
            } else if let Some(list) = object.as_list() {
                return write_list(list, out, depth);
            } else if object.class().is_a("java.util.Date") || object.class().is_a("java.lang.Enum") {
                quote(&value.to_string(), out);
            } else if let Some(items) = object.clone().iterate() {
                return write_items(items, out, depth);
            } else {
                return write_bean(object, out, depth);
            }
        }
        // Java's text of numbers is JSON's.
        _ => {
            let _ = write!(out, "{value}");
        }
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
        quote(&key.to_string(), out);
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
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a String can't fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
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
