//! `StringBuilder` and `StringBuffer`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::utf16;

use super::MAX_TEXT_BYTES;
use super::strings::char_text;
use super::strings::is_chars;
use super::strings::outside;
use super::strings::part_of;
use super::table::Native;
use super::too_long;
use crate::vm::Cx;
use crate::vm::Quick;

pub(super) const CLASSES: &[Native] = &[
    builder("java.lang.StringBuilder", |cx, args| new_builder(cx, &BUILDER, args)),
    builder("java.lang.StringBuffer", |cx, args| new_builder(cx, &BUFFER, args)),
];

const fn builder(name: &'static str, make: fn(&mut Cx<'_, '_>, &[Value]) -> Result<Option<Value>>) -> Native {
    Native {
        supers: &["java.lang.CharSequence", "java.lang.Comparable"],
        methods: "append/1,2,3:this insert/2:this delete/2:this deleteCharAt/1:this replace/3:this reverse:this \
                  setLength/1:void setCharAt/2:void indexOf/1,2:int lastIndexOf/1,2:int substring/1,2:String \
                  capacity:int ensureCapacity/1:void trimToSize:void appendCodePoint/1:this codePointAt/1:int \
                  getChars/4:void compareTo/1:int",
        make: Some(make),
        call: Some(builder_call),
        complete: true,
        ..Native::new(name)
    }
}

static BUILDER: LazyLock<Class> = LazyLock::new(|| {
    Class::new("java.lang.StringBuilder", &["java.lang.CharSequence", "java.lang.Comparable"])
});

static BUFFER: LazyLock<Class> = LazyLock::new(|| {
    Class::new("java.lang.StringBuffer", &["java.lang.CharSequence", "java.lang.Comparable"])
});

/// `StringBuilder` and `StringBuffer`: text that grows.
pub(crate) struct Builder {
    class: &'static Class,
    text: Mutex<String>,
}

impl Builder {
    pub(crate) fn text(&self) -> MutexGuard<'_, String> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Object for Builder {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let me = Value::Str(self.text().as_str().into());
        match method {
            "length" | "charAt" | "indexOf" | "lastIndexOf" | "substring" | "isEmpty" | "subSequence"
            | "codePointAt" => vespid_render::value::methods::call_method(&me, method, args).map(Some),
            _ => Ok(None),
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.text())
    }
}

fn new_builder(_: &mut Cx<'_, '_>, class: &'static LazyLock<Class>, args: &[Value]) -> Result<Option<Value>> {
    let text = match args {
        [] | [Value::Int(_) | Value::Short(_) | Value::Byte(_) | Value::Char(_)] => String::new(),
        [Value::Null] => {
            return Err(Error::new(vespid_render::error::class::NULL_POINTER, "the text is null"));
        }
        [text] => text.to_string(),
        _ => return Ok(None),
    };
    Ok(Some(Value::new(Builder { class, text: Mutex::new(text) })))
}

/// The byte at which a UTF-16 unit starts; `None` beyond the end.
fn byte_at(text: &str, index: usize) -> Option<usize> {
    if text.is_ascii() {
        return (index <= text.len()).then_some(index);
    }
    let mut units = 0;
    for (at, char) in text.char_indices() {
        if units >= index {
            return Some(at);
        }
        units += char.len_utf16();
    }
    (units >= index).then_some(text.len())
}

/// Whether a text may take another one in.
fn check_length(text: &str, more: &str) -> Result<()> {
    let bytes = text.len() + more.len();
    if bytes > MAX_TEXT_BYTES { Err(too_long(bytes)) } else { Ok(()) }
}

/// The byte at which the unit of that index starts.
pub(super) fn byte_of(text: &str, index: &Value) -> Result<usize> {
    let index = coerce::to_int(index)?;
    let at = usize::try_from(index).ok().and_then(|at| byte_at(text, at));
    at.ok_or_else(|| outside(index, utf16::len(text)))
}

/// The bytes of the units from one index to another, which may lie behind the end.
fn range_of(text: &str, from: &Value, end: &Value) -> Result<std::ops::Range<usize>> {
    let length = utf16::len(text);
    let end = coerce::to_int(end)?.min(length as i32);
    let (start, stop) = (byte_of(text, from)?, byte_of(text, &Value::Int(end))?);
    if start > stop {
        return Err(outside(coerce::to_int(from)?, length));
    }
    Ok(start..stop)
}

/// A method of a text, where that is a matter of a few steps; `args`: the text and what it is called with.
///
/// # Errors
/// The text becomes too long.
pub(crate) fn quick(cx: &mut Cx<'_, '_>, method: Quick, args: &[Value]) -> Result<Option<Value>> {
    Ok(match (method, args) {
        (Quick::CharAt, [Value::Str(text), Value::Int(index)]) if text.is_ascii() => {
            let byte = usize::try_from(*index).ok().and_then(|index| text.as_bytes().get(index));
            byte.map(|byte| Value::Char(u16::from(*byte)))
        }
        (Quick::Length, [Value::Str(text)]) if text.is_ascii() => {
            i32::try_from(text.len()).ok().map(Value::Int)
        }
        (Quick::Append, [target, more @ (Value::Str(_) | Value::Char(_))]) => {
            let Some(builder) = target.downcast_ref::<Builder>() else { return Ok(None) };
            let mut held = [0; 4];
            let more = match more {
                Value::Str(more) => more.as_str(),
                // Half a pair is put together with its other half elsewhere.
                Value::Char(unit) => match char::from_u32(u32::from(*unit)) {
                    Some(char) => char.encode_utf8(&mut held),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            };
            cx.allocate(more.len())?;
            let mut text = builder.text();
            check_length(&text, more)?;
            text.push_str(more);
            Some(target.clone())
        }
        _ => None,
    })
}

fn builder_call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(builder) = target.downcast_ref::<Builder>() else { return Ok(None) };
    match (name, args) {
        ("append", [Value::Str(more)]) => {
            let mut text = builder.text();
            check_length(&text, more)?;
            text.push_str(more);
        }
        ("append", [more]) => {
            let more = if is_chars(more) { char_text(more)?.into() } else { super::text(cx, more)? };
            let mut text = builder.text();
            check_length(&text, &more)?;
            text.push_str(&more);
        }
        ("append", [more, from, end]) => {
            let more = if is_chars(more) {
                part_of(more, from, end)?
            } else {
                let more = Value::Str(super::text(cx, more)?);
                vespid_render::value::methods::call_method(&more, "substring", &[from.clone(), end.clone()])?
            };
            return builder_call(cx, target, "append", &[more]);
        }
        ("appendCodePoint", [point]) => {
            let char = char::from_u32(coerce::to_int(point)? as u32).unwrap_or('\u{fffd}');
            builder.text().push(char);
        }
        ("insert", [index, more]) => {
            let more = if is_chars(more) { char_text(more)?.into() } else { super::text(cx, more)? };
            let mut text = builder.text();
            let at = byte_of(&text, index)?;
            check_length(&text, &more)?;
            text.insert_str(at, &more);
        }
        ("delete", [from, end]) => {
            let mut text = builder.text();
            let range = range_of(&text, from, end)?;
            text.replace_range(range, "");
        }
        ("deleteCharAt", [index]) => {
            let mut text = builder.text();
            let at = byte_of(&text, index)?;
            if at >= text.len() {
                return Err(outside(coerce::to_int(index)?, utf16::len(&text)));
            }
            text.remove(at);
        }
        ("replace", [from, end, new]) => {
            let mut text = builder.text();
            let range = range_of(&text, from, end)?;
            text.replace_range(range, &coerce::to_text(new));
        }
        ("reverse", []) => {
            let mut text = builder.text();
            let reversed: String = text.chars().rev().collect();
            *text = reversed;
        }
        ("setLength", [length]) => {
            let mut text = builder.text();
            let length = coerce::to_int(length)?;
            match usize::try_from(length).ok().and_then(|length| byte_at(&text, length)) {
                Some(at) => text.truncate(at),
                None if length as usize > MAX_TEXT_BYTES => return Err(too_long(length as usize)),
                None => {
                    let missing = length as usize - utf16::len(&text);
                    text.extend(std::iter::repeat_n('\0', missing));
                }
            }
            return Ok(Some(Value::Null));
        }
        ("setCharAt", [index, new]) => {
            let mut text = builder.text();
            let at = byte_of(&text, index)?;
            let Some(old) = text[at..].chars().next() else {
                return Err(outside(coerce::to_int(index)?, utf16::len(&text)));
            };
            let new = char::from_u32(u32::from(coerce::to_char(new)?)).unwrap_or('\u{fffd}');
            text.replace_range(at..at + old.len_utf8(), new.encode_utf8(&mut [0; 4]));
            return Ok(Some(Value::Null));
        }
        ("charAt", [index]) => {
            let index = coerce::to_int(index)?;
            let text = builder.text();
            let unit = usize::try_from(index).ok().and_then(|index| utf16::unit_at(&text, index));
            return unit.map(|unit| Some(Value::Char(unit))).ok_or_else(|| outside(index, utf16::len(&text)));
        }
        ("length", []) => return Ok(Some(Value::Int(utf16::len(&builder.text()) as i32))),
        ("isEmpty", []) => return Ok(Some(Value::Bool(builder.text().is_empty()))),
        ("toString", []) => {
            let text = builder.text();
            cx.allocate(text.len())?;
            return Ok(Some(Value::str(text.as_str())));
        }
        ("capacity", []) => return Ok(Some(Value::Int(builder.text().capacity() as i32))),
        ("ensureCapacity", [_]) | ("trimToSize", []) => return Ok(Some(Value::Null)),
        ("compareTo", [other]) => {
            let own = Value::str(builder.text().as_str());
            return vespid_render::value::methods::call_method(
                &own,
                "compareTo",
                &[Value::str(other.to_string())],
            )
            .map(Some);
        }
        _ => return Ok(None),
    }
    Ok(Some(target.clone()))
}

/// A `StringBuffer` of that text.
pub(super) fn buffer(text: &str) -> Value {
    Value::new(Builder { class: &BUFFER, text: Mutex::new(text.into()) })
}
