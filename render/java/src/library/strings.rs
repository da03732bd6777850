//! `java.lang.String`: what it has beyond what expressions call.

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Str;
use vespid_render::value::coerce;
use vespid_render::value::methods::regex;
use vespid_render::value::methods::utf16;

use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Items;

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.lang.CharSequence", "java.lang.Comparable", "java.io.Serializable"],
        methods: "length:int isEmpty:boolean isBlank:boolean charAt/1:char codePointAt/1:int \
                  compareTo/1:int compareToIgnoreCase/1:int concat/1:String contains/1:boolean \
                  contentEquals/1:boolean endsWith/1:boolean equalsIgnoreCase/1:boolean getBytes/0,1:byte[] \
                  indexOf/1,2:int intern:String lastIndexOf/1,2:int matches/1:boolean repeat/1:String \
                  replace/2:String replaceAll/2:String replaceFirst/2:String split/1,2:String[] \
                  startsWith/1,2:boolean strip:String stripLeading:String stripTrailing:String \
                  subSequence/2:String substring/1,2:String toCharArray:char[] toLowerCase/0,1:String \
                  toUpperCase/0,1:String trim:String chars:IntStream lines:Stream formatted/0+:String indent/1:String \
                  getChars/4:void regionMatches/4,5:boolean codePoints:IntStream stripIndent:String",
        statics: "valueOf/1,3:String copyValueOf/1,3:String join/1+:String format/1+:String",
        fields: "CASE_INSENSITIVE_ORDER:Comparator",
        make: Some(new_string),
        call_static: Some(string_static),
        complete: true,
        ..Native::new("java.lang.String")
    },
    Native {
        methods: "length:int charAt/1:char subSequence/2:CharSequence isEmpty:boolean chars:IntStream",
        complete: true,
        ..Native::new("java.lang.CharSequence")
    },
];

fn new_string(_: &mut Cx<'_, '_>, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match args {
        [] => Value::str(""),
        [first] | [first, _] if bytes(first).is_some() => {
            let bytes = bytes(first).unwrap_or_default();
            match args.get(1).map(|name| coerce::to_text(name).into_owned()) {
                Some(name) => Value::str(super::io::decode(&bytes, &name)?),
                None => Value::str(String::from_utf8_lossy(&bytes).as_ref()),
            }
        }
        [chars] if chars.downcast_ref::<Array>().is_some() => Value::str(char_text(chars)?),
        [chars, from, count] if chars.downcast_ref::<Array>().is_some() => part_of(chars, from, count)?,
        [text] => Value::str(text.to_string()),
        _ => return Ok(None),
    }))
}

/// The bytes of a `byte[]`.
pub(super) fn bytes(value: &Value) -> Option<Vec<u8>> {
    let Items::Byte(items) = &value.downcast_ref::<Array>()?.items else { return None };
    Some(items.iter().map(|byte| byte.load(std::sync::atomic::Ordering::Relaxed) as u8).collect())
}

/// The text of a `char[]`.
pub(super) fn char_text(value: &Value) -> Result<String> {
    let list = value.as_object().and_then(|object| object.as_list());
    let Some(list) = list else { return Ok(value.to_string()) };
    let mut units = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        match list.get(index) {
            Some(Value::Char(unit)) => units.push(unit),
            other => {
                let class = other.unwrap_or_default();
                return Err(Error::new(class::CLASS_CAST, format!("{class:?} is no char")));
            }
        }
    }
    Ok(String::from_utf16_lossy(&units))
}

pub(super) fn is_chars(value: &Value) -> bool {
    value.class_name() == Some("[C")
}

pub(super) fn part_of(chars: &Value, from: &Value, count: &Value) -> Result<Value> {
    let text: Vec<u16> = char_text(chars)?.encode_utf16().collect();
    let (from, count) = (coerce::to_int(from)? as usize, coerce::to_int(count)? as usize);
    match text.get(from..from.saturating_add(count)) {
        Some(part) => Ok(Value::str(String::from_utf16_lossy(part))),
        None => Err(outside(from as i32, text.len())),
    }
}

#[cold]
pub(super) fn outside(index: i32, length: usize) -> Error {
    Error::new("java.lang.StringIndexOutOfBoundsException", format!("index {index}, length {length}"))
        .with_supers([
            class::INDEX_OUT_OF_BOUNDS.into(),
            "java.lang.RuntimeException".into(),
            "java.lang.Exception".into(),
            "java.lang.Throwable".into(),
        ])
}

/// What strings have beyond what expressions call.
pub(super) fn string(cx: &mut Cx<'_, '_>, text: &Str, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("equals", [other]) => Value::Bool(matches!(other, Value::Str(other) if other == text)),
        ("matches", [pattern]) => Value::Bool(regex::matches(&coerce::to_text(pattern), text)?),
        ("replaceAll", [pattern, new]) => {
            super::regex::replace(&coerce::to_text(pattern), text, &coerce::to_text(new), true)?
        }
        ("replaceFirst", [pattern, new]) => {
            super::regex::replace(&coerce::to_text(pattern), text, &coerce::to_text(new), false)?
        }
        ("split", [pattern]) => super::regex::split(&coerce::to_text(pattern), text, 0)?,
        ("split", [pattern, limit]) => {
            super::regex::split(&coerce::to_text(pattern), text, coerce::to_int(limit)?)?
        }
        ("getBytes", []) => Array::bytes(text.as_bytes()),
        ("getBytes", [charset]) => {
            let charset = coerce::to_text(charset);
            Array::bytes(&super::io::encode(text, &charset)?)
        }
        ("toCharArray", []) => {
            let units: Vec<u16> = text.encode_utf16().collect();
            cx.allocate(2 * units.len())?;
            let array = Array::new(&"char".into(), units.len());
            for (index, unit) in units.iter().enumerate() {
                array.put(index, i64::from(*unit));
            }
            Value::new(array)
        }
        ("toLowerCase" | "toUpperCase", [_]) => {
            return string(cx, text, name, &[]).map(|value| {
                value.or_else(|| {
                    vespid_render::value::methods::call_method(&Value::Str(text.clone()), name, &[]).ok()
                })
            });
        }
        ("formatted", args) => Value::str(super::format::format(cx, text, args)?),
        (
            "equalsIgnoreCase" | "compareTo" | "indexOf" | "startsWith" | "endsWith" | "contains" | "concat",
            [Value::Null],
        ) if name != "equalsIgnoreCase" => {
            return Err(Error::new(class::NULL_POINTER, format!("String.{name} was given null")));
        }
        ("chars", []) => super::streams::of_text(text, false),
        ("codePoints", []) => super::streams::of_text(text, true),
        ("lines", []) => super::streams::of_lines(text),
        ("regionMatches", args) => {
            let (ignore, rest) = match args {
                [Value::Bool(ignore), rest @ ..] => (*ignore, rest),
                rest => (false, rest),
            };
            let [from, other, at, len] = rest else { return Ok(None) };
            let other = coerce::to_text(other);
            let (from, at, len) =
                (coerce::to_int(from)? as usize, coerce::to_int(at)? as usize, coerce::to_int(len)? as usize);
            let own = utf16::slice(text, from, from.saturating_add(len));
            let theirs = utf16::slice(&other, at, at.saturating_add(len));
            Value::Bool(match (own, theirs) {
                (Some(a), Some(b)) => a == b || (ignore && utf16::equals_ignore_case(&a, &b)),
                _ => false,
            })
        }
        _ => return Ok(None),
    }))
}

fn string_static(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("valueOf" | "copyValueOf", [chars]) if is_chars(chars) => Value::str(char_text(chars)?),
        ("valueOf" | "copyValueOf", [chars, from, count]) => part_of(chars, from, count)?,
        ("valueOf", [value]) => Value::Str(super::text(cx, value)?),
        ("format", [Value::Object(_), format, args @ ..]) | ("format", [format, args @ ..]) => {
            let args = spread(args);
            Value::str(super::format::format(cx, &coerce::to_text(format), &args)?)
        }
        ("join", [separator, items @ ..]) => {
            let items = match items {
                [one] if one.as_object().is_some() => {
                    let iterator = super::iterator(cx, one)?;
                    let mut all = Vec::new();
                    while let Some(item) = super::next(cx, &iterator)? {
                        all.push(item);
                    }
                    all
                }
                many => many.to_vec(),
            };
            let mut texts = Vec::with_capacity(items.len());
            for item in &items {
                texts.push(super::text(cx, item)?);
            }
            Value::str(texts.join(coerce::to_text(separator).as_ref()))
        }
        _ => return Ok(None),
    }))
}

/// The arguments behind `...`: an array as the only one is all of them.
pub(super) fn spread(args: &[Value]) -> Vec<Value> {
    match args {
        [only] if only.class_name().is_some_and(|name| name.starts_with("[L")) => {
            let list = only.as_object().and_then(|object| object.as_list());
            list.map_or(Vec::new(), |list| {
                (0..list.len()).map(|index| list.get(index).unwrap_or_default()).collect()
            })
        }
        many => many.to_vec(),
    }
}
