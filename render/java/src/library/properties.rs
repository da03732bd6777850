//! `java.util.Properties`.

use std::fmt::Write;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::l10n::parse_properties;
use vespid_render::value::Class;
use vespid_render::value::MapView;
use vespid_render::value::coerce;
use vespid_render::value::java::Reader;

use super::collections::class_like;
use super::maps::Ordered;
use super::maps::table_order;
use super::table::Native;
use crate::vm::Cx;

/// How deep properties may have properties as their defaults.
const MAX_DEPTH: usize = 64;

/// The capacity of the `Hashtable` in which names are gathered.
const TABLE: usize = 11;

pub(super) const CLASSES: &[Native] = &[Native {
    supers: &["java.util.Hashtable"],
    methods: "getProperty/1,2:String setProperty/2:Object propertyNames:Enumeration stringPropertyNames:Set \
              load/1:void store/2:void list/1:void",
    make: Some(|_, args| {
        let defaults = match args {
            [] | [Value::Int(_)] => Value::Null,
            [defaults] => defaults.clone(),
            _ => return Ok(None),
        };
        Ok(Some(Value::new(Ordered::properties(&PROPERTIES, defaults))))
    }),
    call: Some(call),
    complete: true,
    ..Native::new("java.util.Properties")
}];

static PROPERTIES: LazyLock<Class> = LazyLock::new(|| class_like("java.util.Properties"));

/// What properties have of their own, and what stands behind them.
struct Lineage<'a>(Option<&'a Ordered>);

impl<'a> Iterator for Lineage<'a> {
    type Item = &'a Ordered;

    fn next(&mut self) -> Option<&'a Ordered> {
        let own = self.0?;
        self.0 = own.defaults().downcast_ref();
        Some(own)
    }
}

fn lineage(own: &Ordered) -> impl Iterator<Item = &Ordered> {
    Lineage(Some(own)).take(MAX_DEPTH)
}

fn property(own: &Ordered, key: &Value) -> Option<Value> {
    lineage(own).find_map(|own| own.get(key).filter(|value| matches!(value, Value::Str(_))))
}

fn entries(own: &Ordered) -> impl Iterator<Item = (Value, Value)> {
    (0..).map_while(|position| own.entry(position))
}

/// All keys, those of the last defaults first.
fn names(own: &Ordered) -> Vec<Value> {
    let mut names: Vec<Value> = Vec::new();
    let known = Ordered::properties(&PROPERTIES, Value::Null);
    for own in lineage(own).collect::<Vec<_>>().into_iter().rev() {
        for (key, _) in entries(own) {
            if known.get(&key).is_none() && MapView::put(&known, key.clone(), Value::Null).is_ok() {
                names.push(key);
            }
        }
    }
    names
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(own) = target.downcast_ref::<Ordered>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("getProperty", [key]) => property(own, key).unwrap_or_default(),
        ("getProperty", [key, other]) => property(own, key).unwrap_or_else(|| other.clone()),
        ("setProperty", [key, value]) => put(cx, own, key.clone(), value.clone())?.unwrap_or_default(),
        ("propertyNames", []) => super::iterators::enumeration(table_order(names(own), TABLE)),
        ("stringPropertyNames", []) => {
            let texts = |key: &Value| matches!(property(own, key), Some(Value::Str(_)));
            Value::set(names(own).into_iter().filter(|key| matches!(key, Value::Str(_)) && texts(key)))
        }
        ("load", [from]) => {
            let text = match super::bytes::rest_of(from) {
                Some(bytes) => super::io::decode(&bytes, "ISO-8859-1")?.into(),
                None => match from.downcast_ref::<Reader>() {
                    Some(reader) => reader.read_all()?,
                    None if from.is_null() => {
                        return Err(Error::new(class::NULL_POINTER, "there is nothing to load from"));
                    }
                    None => return Ok(None),
                },
            };
            for (key, value) in parse_properties(&text) {
                put(cx, own, Value::Str(key), Value::Str(value))?;
            }
            Value::Null
        }
        ("store", [to, comments]) => {
            let text = stored(own, comments)?;
            cx.invoke(to, "write", &[Value::str(text)])?;
            cx.invoke(to, "flush", &[])?
        }
        ("list", [to]) => {
            cx.invoke(to, "println", &[Value::str("-- listing properties --")])?;
            for key in names(own) {
                let value = property(own, &key).unwrap_or_default();
                cx.invoke(to, "println", &[Value::str(listed(&key, &value))])?;
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn put(cx: &mut Cx<'_, '_>, own: &Ordered, key: Value, value: Value) -> Result<Option<Value>> {
    if key.is_null() || value.is_null() {
        return Err(Error::new(class::NULL_POINTER, "properties hold no nulls"));
    }
    cx.allocate(64)?;
    MapView::put(own, key, value)
}

/// A line of `list`, where long values are cut.
fn listed(key: &Value, value: &Value) -> String {
    let value = coerce::to_text(value);
    match value.char_indices().nth(37) {
        Some((end, _)) if value.chars().count() > 40 => {
            format!("{}={}...", coerce::to_text(key), &value[..end])
        }
        _ => format!("{}={value}", coerce::to_text(key)),
    }
}

/// What `store` writes: comments, the time, the entries by their keys.
fn stored(own: &Ordered, comments: &Value) -> Result<String> {
    let mut out = String::new();
    if !comments.is_null() {
        for line in coerce::to_text(comments).lines() {
            if !line.starts_with(['#', '!']) {
                out.push('#');
            }
            out.push_str(line);
            out.push('\n');
        }
    }
    let now = super::dates::now();
    let _ = writeln!(out, "#{now}");
    let mut all: Vec<(Value, Value)> = entries(own).collect();
    all.sort_by_cached_key(|(key, _)| coerce::to_text(key).into_owned());
    for (key, value) in all {
        escape(&coerce::to_text(&key), true, &mut out);
        out.push('=');
        escape(&coerce::to_text(&value), false, &mut out);
        out.push('\n');
        if out.len() > super::MAX_TEXT_BYTES {
            return Err(super::too_long(out.len()));
        }
    }
    Ok(out)
}

/// A key or value as it is read back: blanks in keys, and where a value begins, need a backslash.
fn escape(text: &str, is_key: bool, out: &mut String) {
    for (at, char) in text.char_indices() {
        match char {
            ' ' if is_key || at == 0 => out.push_str("\\ "),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\x0c' => out.push_str("\\f"),
            '=' | ':' | '#' | '!' | '\\' => {
                out.push('\\');
                out.push(char);
            }
            other => out.push(other),
        }
    }
}
