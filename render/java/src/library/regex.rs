//! Methods of strings that take regular expressions, with the arrays of programs.

use std::borrow::Cow;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Str;
use vespid_render::value::methods::regex;

use crate::vm::Array;

/// `String.replaceAll` and `replaceFirst`
///
/// # Errors
/// The pattern is none.
pub(super) fn replace(pattern: &str, text: &Str, new: &str, all: bool) -> Result<Value> {
    Ok(match regex::replaced(pattern, text, new, all)? {
        Cow::Borrowed(_) => Value::Str(text.clone()),
        Cow::Owned(replaced) => Value::str(replaced),
    })
}

/// `String.split`
///
/// # Errors
/// The pattern is none.
pub(super) fn split(pattern: &str, text: &str, limit: i32) -> Result<Value> {
    let parts = regex::parts(pattern, text, limit)?;
    Ok(Array::of("java.lang.String", parts.into_iter().map(Value::str).collect()))
}
