//! `java.lang.String`

use std::borrow::Cow;

use super::regex;
use super::utf16;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Array;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

pub(super) const NAMES: &[&str] = &[
    "charAt",
    "codePointAt",
    "compareTo",
    "compareToIgnoreCase",
    "concat",
    "contains",
    "contentEquals",
    "endsWith",
    "equalsIgnoreCase",
    "indexOf",
    "intern",
    "isBlank",
    "isEmpty",
    "lastIndexOf",
    "length",
    "matches",
    "repeat",
    "replace",
    "replaceAll",
    "replaceFirst",
    "split",
    "startsWith",
    "strip",
    "stripLeading",
    "stripTrailing",
    "subSequence",
    "substring",
    "toCharArray",
    "toLowerCase",
    "toUpperCase",
    "trim",
];

/// Calls a method of a string; `None`: it has none of that name with so many arguments.
pub(super) fn call(text: &Str, method: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (method, args) {
        ("length", []) => int(utf16::len(text)),
        ("isEmpty", []) => Value::Bool(text.is_empty()),
        ("isBlank", []) => Value::Bool(text.chars().all(utf16::is_whitespace)),
        ("charAt", [index]) => {
            let index = coerce::to_int(index)?;
            let unit = usize::try_from(index).ok().and_then(|index| utf16::unit_at(text, index));
            Value::Char(unit.ok_or_else(|| outside(text, index))?)
        }
        ("codePointAt", [index]) => {
            let index = coerce::to_int(index)?;
            let point = usize::try_from(index).ok().and_then(|index| utf16::code_point_at(text, index));
            Value::Int(point.ok_or_else(|| outside(text, index))? as i32)
        }
        ("substring", [begin]) => substring(text, coerce::to_int(begin)?, None)?,
        ("substring" | "subSequence", [begin, end]) => {
            substring(text, coerce::to_int(begin)?, Some(coerce::to_int(end)?))?
        }
        ("indexOf", [search]) => {
            position(search_text(search)?.and_then(|search| utf16::index_of(text, &search, 0)))
        }
        ("indexOf", [search, from]) => {
            let from = usize::try_from(coerce::to_int(from)?).unwrap_or(0);
            position(search_text(search)?.and_then(|search| utf16::index_of(text, &search, from)))
        }
        ("lastIndexOf", [search]) => {
            position(search_text(search)?.and_then(|search| utf16::last_index_of(text, &search, usize::MAX)))
        }
        ("lastIndexOf", [search, from]) => match usize::try_from(coerce::to_int(from)?) {
            Ok(from) => {
                position(search_text(search)?.and_then(|search| utf16::last_index_of(text, &search, from)))
            }
            Err(_) => Value::Int(-1),
        },
        ("contains", [part]) => Value::Bool(text.contains(&*sequence(part)?)),
        ("contentEquals", [other]) => Value::Bool(**text == *sequence(other)?),
        ("startsWith", [prefix]) => Value::Bool(text.starts_with(&*coerce::to_text(prefix))),
        ("startsWith", [prefix, from]) => {
            let from = usize::try_from(coerce::to_int(from)?).ok();
            let rest = from.and_then(|from| utf16::slice(text, from, utf16::len(text)));
            Value::Bool(rest.is_some_and(|rest| rest.starts_with(&*coerce::to_text(prefix))))
        }
        ("endsWith", [suffix]) => Value::Bool(text.ends_with(&*coerce::to_text(suffix))),
        ("toUpperCase", []) => same_or(text, utf16::upper(text)),
        ("toLowerCase", []) => same_or(text, utf16::lower(text)),
        ("trim", []) => part(text, utf16::trim(text)),
        ("strip", []) => part(text, text.trim_matches(utf16::is_whitespace)),
        ("stripLeading", []) => part(text, text.trim_start_matches(utf16::is_whitespace)),
        ("stripTrailing", []) => part(text, text.trim_end_matches(utf16::is_whitespace)),
        ("concat", [other]) => {
            let other = coerce::to_text(other);
            if other.is_empty() {
                return Ok(Some(Value::Str(text.clone())));
            }
            super::check_text_length(text.len().saturating_add(other.len()))?;
            let mut joined = Str::with_capacity(text.len() + other.len());
            joined.push_str(text);
            joined.push_str(&other);
            Value::Str(joined)
        }
        ("repeat", [count]) => {
            let count = coerce::to_int(count)?;
            let times = usize::try_from(count)
                .map_err(|_| Error::illegal_argument(format!("a text can't be repeated {count} times")))?;
            super::check_text_length(text.len().saturating_mul(times))?;
            Value::str(text.repeat(times))
        }
        ("replace", [old, new]) => replace(text, &sequence(old)?, &sequence(new)?)?,
        ("replaceAll", [pattern, new]) => match literal(pattern)? {
            Some(pattern) => replace(text, &pattern, &replacement(new)?)?,
            None => replaced(text, pattern, new, true)?,
        },
        ("replaceFirst", [pattern, new]) => match literal(pattern)? {
            Some(pattern) => {
                let new = replacement(new)?;
                super::check_text_length(text.len().saturating_add(new.len()))?;
                Value::str(text.replacen(pattern.as_ref(), &new, 1))
            }
            None => replaced(text, pattern, new, false)?,
        },
        ("matches", [pattern]) => Value::Bool(match literal(pattern)? {
            Some(pattern) => **text == *pattern,
            None => regex::matches(&sequence(pattern)?, text)?,
        }),
        ("split", [pattern]) => split_by(text, pattern, 0)?,
        ("split", [pattern, limit]) => split_by(text, pattern, coerce::to_int(limit)?)?,
        ("compareTo", [other]) => Value::Int(utf16::compare(text, &coerce::to_text(other))),
        ("compareToIgnoreCase", [other]) => {
            Value::Int(utf16::compare_ignore_case(text, &coerce::to_text(other)))
        }
        ("equalsIgnoreCase", [other]) => {
            Value::Bool(!other.is_null() && utf16::equals_ignore_case(text, &coerce::to_text(other)))
        }
        ("intern", []) => Value::Str(text.clone()),
        ("toCharArray", []) => Value::new(Array::new("char", text.encode_utf16().map(Value::Char))),
        _ => return super::common(&Value::Str(text.clone()), method, args),
    }))
}

fn int(number: usize) -> Value {
    Value::Int(number as i32)
}

fn position(found: Option<usize>) -> Value {
    found.map_or(Value::Int(-1), int)
}

/// A changed text, or the string itself where nothing changed.
fn same_or(text: &Str, changed: Cow<'_, str>) -> Value {
    match changed {
        Cow::Borrowed(_) => Value::Str(text.clone()),
        Cow::Owned(changed) => Value::str(changed),
    }
}

/// Part of a text, or the string itself where that is all of it.
fn part(text: &Str, part: &str) -> Value {
    if part.len() == text.len() { Value::Str(text.clone()) } else { Value::str(part) }
}

/// An argument of the type `CharSequence`, which unlike `String` leaves null as it is.
fn sequence(value: &Value) -> Result<Cow<'_, str>> {
    if value.is_null() {
        return Err(Error::new(class::NULL_POINTER, "a text is needed, not null"));
    }
    Ok(coerce::to_text(value))
}

/// What to search for: a number is a character by its code point. `None`: no text holds it.
fn search_text(value: &Value) -> Result<Option<Cow<'_, str>>> {
    let point = match value {
        Value::Byte(_) | Value::Short(_) | Value::Int(_) | Value::Long(_) => coerce::to_int(value)?,
        Value::Char(unit) => i32::from(*unit),
        other => return Ok(Some(coerce::to_text(other))),
    };
    let char = u32::try_from(point).ok().and_then(char::from_u32);
    Ok(char.map(|char| Cow::Owned(char.into())))
}

fn substring(text: &Str, begin: i32, end: Option<i32>) -> Result<Value> {
    let from = usize::try_from(begin).ok();
    let cut = match end {
        None => from.and_then(|from| utf16::slice(text, from, utf16::len(text))),
        Some(end) => {
            from.zip(usize::try_from(end).ok()).and_then(|(from, end)| utf16::slice(text, from, end))
        }
    };
    match cut {
        Some(cut) => Ok(part(text, &cut)),
        None => {
            let end = end.map_or_else(|| "the end".to_owned(), |end| end.to_string());
            let len = utf16::len(text);
            Err(string_index(format!("a text of length {len} has no part from {begin} to {end}")))
        }
    }
}

#[cold]
fn outside(text: &str, index: i32) -> Error {
    string_index(format!("index {index} is outside a text of length {}", utf16::len(text)))
}

#[cold]
fn string_index(message: String) -> Error {
    Error::new("java.lang.StringIndexOutOfBoundsException", message)
        .with_supers([class::INDEX_OUT_OF_BOUNDS.into()])
}

fn replace(text: &Str, old: &str, new: &str) -> Result<Value> {
    let count = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() };
    if count == 0 {
        return Ok(Value::Str(text.clone()));
    }
    super::check_text_length(text.len().saturating_add(new.len().saturating_mul(count)))?;
    Ok(Value::str(text.replace(old, new)))
}

/// The text that a pattern stands for; `None`: it has operators.
fn literal(pattern: &Value) -> Result<Option<Cow<'_, str>>> {
    let pattern = sequence(pattern)?;
    if !pattern.contains(['\\', '[', '(', ')', '{', '.', '*', '+', '?', '^', '$', '|']) {
        return Ok(Some(pattern));
    }
    let mut literal = String::new();
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('t') => literal.push('\t'),
                Some('n') => literal.push('\n'),
                Some('r') => literal.push('\r'),
                Some(escaped) if !escaped.is_alphanumeric() => literal.push(escaped),
                _ => return Ok(None),
            },
            // One character in brackets stands for itself.
            '[' => match (chars.next(), chars.next()) {
                (Some(char), Some(']')) if !matches!(char, '^' | '\\' | ']' | '[') => literal.push(char),
                _ => return Ok(None),
            },
            '(' | ')' | '{' | '.' | '*' | '+' | '?' | '^' | '$' | '|' => return Ok(None),
            char => literal.push(char),
        }
    }
    Ok(Some(Cow::Owned(literal)))
}

/// Replaces what a pattern with operators finds.
fn replaced(text: &Str, pattern: &Value, new: &Value, all: bool) -> Result<Value> {
    Ok(match regex::replaced(&sequence(pattern)?, text, &sequence(new)?, all)? {
        Cow::Borrowed(_) => Value::Str(text.clone()),
        Cow::Owned(replaced) => Value::str(replaced),
    })
}

/// `String.split` by any pattern.
fn split_by(text: &Str, pattern: &Value, limit: i32) -> Result<Value> {
    match literal(pattern)? {
        Some(separator) => Ok(split(text, &separator, limit)),
        None => {
            let parts = regex::parts(&sequence(pattern)?, text, limit)?;
            Ok(Value::new(Array::new("java.lang.String", parts.into_iter().map(Value::str))))
        }
    }
}

/// The replacement of `replaceAll`, where `\` escapes and `$` would name a group.
fn replacement(value: &Value) -> Result<Cow<'_, str>> {
    let text = sequence(value)?;
    if !text.contains(['\\', '$']) {
        return Ok(text);
    }
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '$' => {
                return Err(Error::illegal_argument(
                    "the replacement names a group, but the pattern has none",
                ));
            }
            '\\' => plain.push(
                chars.next().ok_or_else(|| Error::illegal_argument("the replacement ends with a lone \\"))?,
            ),
            char => plain.push(char),
        }
    }
    Ok(Cow::Owned(plain))
}

/// `String.split(text, limit)`: with limit 0 without the empty parts at the end, with a positive one at most so many
/// parts.
fn split(text: &Str, separator: &str, limit: i32) -> Value {
    let most = usize::try_from(limit).ok().filter(|limit| *limit > 0).unwrap_or(usize::MAX);
    let mut parts: Vec<&str> = if text.is_empty() {
        vec![""]
    } else if separator.is_empty() {
        split_characters(text, most)
    } else {
        text.splitn(most, separator).collect()
    };
    if limit == 0 && parts.len() > 1 {
        let kept = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        parts.truncate(kept);
    }
    Value::new(Array::new("java.lang.String", parts.into_iter().map(Value::str)))
}

/// Splitting by the empty text: after every character, and with an empty part behind the last.
fn split_characters(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next().filter(|_| parts.len() + 1 < most) {
        let (first, others) = rest.split_at(char.len_utf8());
        parts.push(first);
        rest = others;
    }
    parts.push(rest);
    parts
}
