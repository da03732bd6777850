//! `java.lang`, and what strings have beyond what expressions call.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;
use vespid_render::value::methods::regex;
use vespid_render::value::methods::utf16;

use super::MAX_TEXT_BYTES;
use super::table::Native;
use super::too_long;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Items;
use crate::vm::Pending;

/// What every number has.
const NUMBER: &str = "intValue:int longValue:long doubleValue:double floatValue:float shortValue:short \
                      byteValue:byte compareTo/1:int";

const fn number(name: &'static str, statics: &'static str, fields: &'static str) -> Native {
    Native {
        supers: &["java.lang.Number", "java.lang.Comparable"],
        methods: "isNaN:boolean isInfinite:boolean",
        statics,
        fields,
        complete: true,
        ..Native::new(name)
    }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "equals/1:boolean hashCode:int toString:String getClass:Class notify:void notifyAll:void \
                  wait/0,1:void",
        make: Some(|_, args| match args {
            [] => Ok(Some(Value::new(Plain))),
            _ => Ok(None),
        }),
        call: Some(object),
        complete: true,
        ..Native::new("java.lang.Object")
    },
    Native {
        supers: &["java.lang.CharSequence", "java.lang.Comparable", "java.io.Serializable"],
        methods: "length:int isEmpty:boolean isBlank:boolean charAt/1:char codePointAt/1:int \
                  compareTo/1:int compareToIgnoreCase/1:int concat/1:String contains/1:boolean \
                  contentEquals/1:boolean endsWith/1:boolean equalsIgnoreCase/1:boolean getBytes/0,1:byte[] \
                  indexOf/1,2:int intern:String lastIndexOf/1,2:int matches/1:boolean repeat/1:String \
                  replace/2:String replaceAll/2:String replaceFirst/2:String split/1,2:String[] \
                  startsWith/1,2:boolean strip:String stripLeading:String stripTrailing:String \
                  subSequence/2:String substring/1,2:String toCharArray:char[] toLowerCase/0,1:String \
                  toUpperCase/0,1:String trim:String chars:? lines:? formatted/0+:String indent/1:String \
                  getChars/4:void regionMatches/4,5:boolean codePoints:? stripIndent:String",
        statics: "valueOf/1,3:String copyValueOf/1,3:String join/1+:String format/1+:String",
        fields: "CASE_INSENSITIVE_ORDER:Comparator",
        make: Some(new_string),
        call_static: Some(string_static),
        complete: true,
        ..Native::new("java.lang.String")
    },
    Native {
        methods: "length:int charAt/1:char subSequence/2:CharSequence isEmpty:boolean chars:?",
        complete: true,
        ..Native::new("java.lang.CharSequence")
    },
    Native { methods: "compareTo/1:int", complete: true, ..Native::new("java.lang.Comparable") },
    Native {
        methods: "iterator:Iterator forEach/1:void",
        complete: true,
        ..Native::new("java.lang.Iterable")
    },
    Native { methods: "run:void", complete: true, ..Native::new("java.lang.Runnable") },
    Native { methods: "close:void", complete: true, ..Native::new("java.lang.AutoCloseable") },
    Native { complete: true, ..Native::new("java.lang.Cloneable") },
    Native { complete: true, ..Native::new("java.io.Serializable") },
    Native {
        supers: &["java.io.Serializable"],
        methods: NUMBER,
        complete: true,
        ..Native::new("java.lang.Number")
    },
    number(
        "java.lang.Integer",
        "valueOf/1,2:Integer parseInt/1,2:int toString/1,2:String toHexString/1:String toOctalString/1:String \
         toBinaryString/1:String max/2:int min/2:int sum/2:int compare/2:int signum/1:int bitCount/1:int \
         hashCode/1:int decode/1:Integer parseUnsignedInt/1:int reverse/1:int",
        "MAX_VALUE:int MIN_VALUE:int SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Long",
        "valueOf/1,2:Long parseLong/1,2:long toString/1,2:String toHexString/1:String toOctalString/1:String \
         toBinaryString/1:String max/2:long min/2:long sum/2:long compare/2:int signum/1:int bitCount/1:int \
         hashCode/1:int decode/1:Long",
        "MAX_VALUE:long MIN_VALUE:long SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Short",
        "valueOf/1,2:Short parseShort/1,2:short toString/1:String compare/2:int hashCode/1:int",
        "MAX_VALUE:short MIN_VALUE:short SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Byte",
        "valueOf/1,2:Byte parseByte/1,2:byte toString/1:String compare/2:int hashCode/1:int",
        "MAX_VALUE:byte MIN_VALUE:byte SIZE:int BYTES:int",
    ),
    number(
        "java.lang.Double",
        "valueOf/1:Double parseDouble/1:double toString/1:String compare/2:int isNaN/1:boolean \
         isInfinite/1:boolean isFinite/1:boolean max/2:double min/2:double sum/2:double hashCode/1:int",
        "MAX_VALUE:double MIN_VALUE:double NaN:double POSITIVE_INFINITY:double NEGATIVE_INFINITY:double SIZE:int \
         BYTES:int",
    ),
    number(
        "java.lang.Float",
        "valueOf/1:Float parseFloat/1:float toString/1:String compare/2:int isNaN/1:boolean \
         isInfinite/1:boolean isFinite/1:boolean hashCode/1:int",
        "MAX_VALUE:float MIN_VALUE:float NaN:float POSITIVE_INFINITY:float NEGATIVE_INFINITY:float SIZE:int \
         BYTES:int",
    ),
    Native {
        supers: &["java.lang.Comparable"],
        methods: "booleanValue:boolean compareTo/1:int",
        statics: "valueOf/1:Boolean parseBoolean/1:boolean toString/1:String compare/2:int hashCode/1:int \
                  logicalAnd/2:boolean logicalOr/2:boolean logicalXor/2:boolean getBoolean/1:boolean",
        fields: "TRUE:Boolean FALSE:Boolean",
        complete: true,
        ..Native::new("java.lang.Boolean")
    },
    Native {
        supers: &["java.lang.Comparable"],
        methods: "charValue:char compareTo/1:int",
        statics: "valueOf/1:Character toString/1:String compare/2:int isDigit/1:boolean isLetter/1:boolean \
                  isLetterOrDigit/1:boolean isAlphabetic/1:boolean isWhitespace/1:boolean isSpaceChar/1:boolean \
                  isUpperCase/1:boolean isLowerCase/1:boolean toUpperCase/1:char toLowerCase/1:char \
                  getNumericValue/1:int hashCode/1:int digit/2:int forDigit/2:char isISOControl/1:boolean \
                  isJavaIdentifierStart/1:boolean isJavaIdentifierPart/1:boolean isSurrogate/1:boolean",
        fields: "MAX_VALUE:char MIN_VALUE:char",
        call_static: Some(character_static),
        complete: true,
        ..Native::new("java.lang.Character")
    },
    Native {
        statics: "abs/1:? max/2:? min/2:? pow/2:double sqrt/1:double cbrt/1:double ceil/1:double floor/1:double \
                  rint/1:double round/1:? random:double sin/1:double cos/1:double tan/1:double asin/1:double \
                  acos/1:double atan/1:double atan2/2:double exp/1:double log/1:double log10/1:double \
                  signum/1:? hypot/2:double toDegrees/1:double toRadians/1:double floorDiv/2:? floorMod/2:? \
                  addExact/2:? subtractExact/2:? multiplyExact/2:? toIntExact/1:int negateExact/1:?",
        fields: "PI:double E:double",
        call_static: Some(math_static),
        complete: true,
        ..Native::new("java.lang.Math")
    },
    Native {
        statics: "currentTimeMillis:long nanoTime:long getProperty/1,2:String lineSeparator:String \
                  arraycopy/5:void identityHashCode/1:int getenv/0,1:? exit/1:void gc:void",
        fields: "out:PrintStream err:PrintStream",
        call_static: Some(system_static),
        field: Some(|name| match name {
            "out" | "err" => Some(Value::new(super::io::Console)),
            _ => None,
        }),
        complete: true,
        ..Native::new("java.lang.System")
    },
    Native {
        methods: "getName:String interrupt:void isInterrupted:boolean getId:long",
        statics: "sleep/1,2:void currentThread:Thread yield:void",
        call: Some(|_, _, name, args| {
            Ok(Some(match (name, args) {
                ("getName", []) => Value::str("page"),
                ("getId", []) => Value::Long(1),
                ("isInterrupted", []) => Value::Bool(false),
                ("interrupt", []) => Value::Null,
                _ => return Ok(None),
            }))
        }),
        call_static: Some(thread_static),
        ..Native::new("java.lang.Thread")
    },
    Native {
        methods: "getName:String getSimpleName:String isInstance/1:boolean getPackage:? getTypeName:String \
                  isInterface:boolean isArray:boolean getCanonicalName:String cast/1:? getResourceAsStream/1:? \
                  getClassLoader:? newInstance:? getSuperclass:Class getPackageName:String",
        statics: "forName/1,3:Class",
        call: Some(class_call),
        call_static: Some(|_, name, args| match (name, args) {
            ("forName", [name, ..]) => {
                let name = coerce::to_text(name);
                if super::find(&name).is_some() {
                    return Ok(Some(class_of(&name)));
                }
                Err(Error::new(class::CLASS_NOT_FOUND, name.as_ref()))
            }
            _ => Ok(None),
        }),
        ..Native::new("java.lang.Class")
    },
    builder("java.lang.StringBuilder", |cx, args| new_builder(cx, &BUILDER, args)),
    builder("java.lang.StringBuffer", |cx, args| new_builder(cx, &BUFFER, args)),
    Native {
        methods: "name:String ordinal:int compareTo/1:int getDeclaringClass:Class",
        complete: true,
        supers: &["java.lang.Comparable"],
        ..Native::new("java.lang.Enum")
    },
    Native { complete: true, ..Native::new("java.lang.Record") },
    Native { complete: true, ..Native::new("java.lang.Void") },
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

/// `new Object()`
struct Plain;

impl Object for Plain {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.lang.Object", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A `java.lang.Class` of that name.
pub(crate) fn class_of(name: &str) -> Value {
    // `getClass` of an object of that class is how `render` makes one.
    struct Of(Class);
    impl Object for Of {
        fn class(&self) -> &Class {
            &self.0
        }
        fn as_any(&self) -> &dyn Any {
            self
        }
    }
    let of = Value::new(Of(Class::new(name, &[])));
    vespid_render::value::methods::call_method(&of, "getClass", &[]).unwrap_or_default()
}

/// What every object has beyond what expressions call.
pub(super) fn object(
    _: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("equals", [other]) => Value::Bool(target == other),
        ("hashCode", []) => return vespid_render::value::methods::call_method(target, name, args).map(Some),
        ("notify" | "notifyAll", []) => Value::Null,
        ("wait", _) => return Err(Error::new(class::UNSUPPORTED, "a page can't wait for another")),
        ("toString", []) => Value::str(target.to_string()),
        ("getClass", []) => class_of(target.class_name().unwrap_or("java.lang.Object")),
        _ => return Ok(None),
    }))
}

/// What instances of compiled classes have that declare nothing of it: what every object, enum constant and record has.
pub(super) fn instance(
    cx: &mut Cx<'_, '_>,
    target: &Value,
    of: &crate::vm::Instance,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let constant = of.field("$name");
    let ordinal = |of: &crate::vm::Instance| match of.field("$ordinal") {
        Some(Value::Int(ordinal)) => ordinal,
        _ => 0,
    };
    let same = |other: &Value| crate::vm::dynamic::same(target, other);
    Ok(Some(match (name, args, constant) {
        ("name" | "toString", [], Some(name)) => name,
        ("ordinal", [], Some(_)) => Value::Int(ordinal(of)),
        ("compareTo", [other], Some(_)) => match other.downcast_ref::<crate::vm::Instance>() {
            Some(other) => Value::Int(ordinal(of) - ordinal(other)),
            None => return Err(Error::new(class::NULL_POINTER, "null is no constant")),
        },
        ("getDeclaringClass", [], Some(_)) => class_of(Object::class(of).name()),
        ("toString", [], None) if of.info().is_record => {
            let mut text = format!("{}[", Object::class(of).name().rsplit(['.', '$']).next().unwrap_or(""));
            for (index, field) in of.info().fields.iter().filter(|field| !field.is_static).enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                let value = of.field(&field.name).unwrap_or_default();
                text.push_str(&format!("{}={}", field.name, super::text(cx, &value)?));
            }
            text.push(']');
            Value::str(text)
        }
        ("equals", [other], None) if of.info().is_record => {
            let other = other.downcast_ref::<crate::vm::Instance>();
            Value::Bool(other.is_some_and(|other| {
                Object::class(other).id() == Object::class(of).id()
                    && of.info().fields.iter().all(|field| of.field(&field.name) == other.field(&field.name))
            }))
        }
        ("hashCode", [], None) if of.info().is_record => {
            let mut hash = 0i32;
            for field in of.info().fields.iter().filter(|field| !field.is_static) {
                let value = of.field(&field.name).unwrap_or_default();
                let own = match value {
                    Value::Null => 0,
                    value => coerce::to_int(&cx.invoke(&value, "hashCode", &[])?)?,
                };
                hash = hash.wrapping_mul(31).wrapping_add(own);
            }
            Value::Int(hash)
        }
        ("equals", [other], _) => Value::Bool(same(other)),
        ("hashCode", [], _) => Value::Int(of.identity()),
        ("toString", [], _) => {
            let hash = cx.invoke(target, "hashCode", &[])?;
            Value::str(format!("{}@{:x}", Object::class(of).name(), coerce::to_int(&hash)?))
        }
        ("getClass", [], _) => class_of(Object::class(of).name()),
        ("notify" | "notifyAll", [], _) => Value::Null,
        _ => return Ok(None),
    }))
}

fn class_call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let text = target.to_string();
    let own = text.strip_prefix("class ").unwrap_or(&text);
    Ok(Some(match (name, args) {
        ("getTypeName" | "getCanonicalName", []) => Value::str(own),
        ("getPackageName", []) => Value::str(own.rsplit_once('.').map_or("", |(package, _)| package)),
        ("isInstance", [value]) => Value::Bool(crate::vm::instance_of(value, own)),
        ("isArray", []) => Value::Bool(own.starts_with('[')),
        ("isInterface", []) => Value::Bool(false),
        ("cast", [value]) => value.clone(),
        ("getClassLoader" | "getPackage" | "getResourceAsStream", _) => {
            return Err(Error::new(
                class::UNSUPPORTED,
                format!("Class.{name} is not there: pages run in a sandbox"),
            ));
        }
        _ => return Ok(None),
    }))
}

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

fn is_chars(value: &Value) -> bool {
    value.class_name() == Some("[C")
}

fn part_of(chars: &Value, from: &Value, count: &Value) -> Result<Value> {
    let text: Vec<u16> = char_text(chars)?.encode_utf16().collect();
    let (from, count) = (coerce::to_int(from)? as usize, coerce::to_int(count)? as usize);
    match text.get(from..from.saturating_add(count)) {
        Some(part) => Ok(Value::str(String::from_utf16_lossy(part))),
        None => Err(outside(from as i32, text.len())),
    }
}

#[cold]
fn outside(index: i32, length: usize) -> Error {
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
        ("chars", []) => {
            let array = Array::new(&"int".into(), utf16::len(text));
            for (index, unit) in text.encode_utf16().enumerate() {
                array.put(index, i64::from(unit));
            }
            Value::new(array)
        }
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

fn character_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let [value, ..] = args else { return Ok(None) };
    let point = match value {
        Value::Char(unit) => u32::from(*unit),
        Value::Int(point) => *point as u32,
        _ => return Ok(None),
    };
    let char = char::from_u32(point).unwrap_or('\u{fffd}');
    Ok(Some(match name {
        "isSpaceChar" => Value::Bool(matches!(char, ' ' | '\u{a0}' | '\u{3000}' | '\u{2000}'..='\u{200a}')),
        "isISOControl" => Value::Bool(point <= 0x1f || (0x7f..=0x9f).contains(&point)),
        "isJavaIdentifierStart" => Value::Bool(char.is_alphabetic() || char == '_' || char == '$'),
        "isJavaIdentifierPart" => Value::Bool(char.is_alphanumeric() || char == '_' || char == '$'),
        "isSurrogate" => Value::Bool((0xd800..=0xdfff).contains(&point)),
        "digit" => {
            let radix = coerce::to_int(args.get(1).unwrap_or(&Value::Int(10)))?;
            Value::Int(char.to_digit(radix.clamp(2, 36) as u32).map_or(-1, |digit| digit as i32))
        }
        "forDigit" => {
            let radix = coerce::to_int(args.get(1).unwrap_or(&Value::Int(10)))?;
            Value::Char(char::from_digit(point, radix.clamp(2, 36) as u32).map_or(0, |char| char as u16))
        }
        "hashCode" => Value::Int(point as i32),
        _ => return Ok(None),
    }))
}

fn math_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let overflow = |kind: &str| Error::new(class::ARITHMETIC, format!("{kind} overflow"));
    Ok(Some(match (name, args) {
        ("addExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_add(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("subtractExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_sub(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("multiplyExact", [Value::Int(a), Value::Int(b)]) => {
            Value::Int(a.checked_mul(*b).ok_or_else(|| overflow("integer"))?)
        }
        ("negateExact", [Value::Int(a)]) => Value::Int(a.checked_neg().ok_or_else(|| overflow("integer"))?),
        ("addExact" | "subtractExact" | "multiplyExact", [a, b]) => {
            let (a, b) = (coerce::to_long(a)?, coerce::to_long(b)?);
            let result = match name {
                "addExact" => a.checked_add(b),
                "subtractExact" => a.checked_sub(b),
                _ => a.checked_mul(b),
            };
            Value::Long(result.ok_or_else(|| overflow("long"))?)
        }
        ("toIntExact", [a]) => {
            Value::Int(i32::try_from(coerce::to_long(a)?).map_err(|_| overflow("integer"))?)
        }
        _ => return Ok(None),
    }))
}

/// Properties that tell nothing of the machine.
fn property(name: &str) -> Option<&'static str> {
    Some(match name {
        "file.separator" => "/",
        "path.separator" => ":",
        "line.separator" => "\n",
        "java.version" => "17",
        "java.specification.version" => "17",
        "java.vendor" => "Vespid",
        "file.encoding" | "native.encoding" => "UTF-8",
        "user.language" => "en",
        _ => return None,
    })
}

fn system_static(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("getProperty", [name]) => property(&coerce::to_text(name)).map_or(Value::Null, Value::str),
        ("getProperty", [name, default]) => {
            property(&coerce::to_text(name)).map_or_else(|| default.clone(), Value::str)
        }
        ("getenv", [_]) => Value::Null,
        ("getenv", []) => Value::map([]),
        ("gc", []) => Value::Null,
        ("exit", [_]) => {
            return Err(Error::new("java.lang.SecurityException", "a page can't end the server"));
        }
        ("arraycopy", [from, at, to, start, count]) => {
            let list = |value: &Value| {
                value.as_object().cloned().ok_or_else(|| Error::new(class::NULL_POINTER, "the array is null"))
            };
            let (from, to) = (list(from)?, list(to)?);
            let (Some(source), Some(target)) = (from.as_list(), to.as_list()) else {
                return Err(Error::new("java.lang.ArrayStoreException", "arraycopy copies arrays"));
            };
            let (at, start, count) = (coerce::to_int(at)?, coerce::to_int(start)?, coerce::to_int(count)?);
            let fits = |from: i32, list: &dyn vespid_render::value::ListView| {
                from >= 0 && count >= 0 && from as usize + count as usize <= list.len()
            };
            if !fits(at, source) || !fits(start, target) {
                return Err(Error::new(
                    "java.lang.ArrayIndexOutOfBoundsException",
                    format!("arraycopy: {count} items from {at} to {start} lie outside of the arrays"),
                )
                .with_supers([
                    class::INDEX_OUT_OF_BOUNDS.into(),
                    "java.lang.RuntimeException".into(),
                    "java.lang.Exception".into(),
                    "java.lang.Throwable".into(),
                ]));
            }
            let items: Vec<Value> =
                (at..at + count).map(|index| source.get(index as usize).unwrap_or_default()).collect();
            for (offset, item) in items.into_iter().enumerate() {
                target.set(start as usize + offset, item)?;
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn thread_static(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    struct Current;
    impl Object for Current {
        fn class(&self) -> &Class {
            static CLASS: LazyLock<Class> =
                LazyLock::new(|| Class::new("java.lang.Thread", &["java.lang.Runnable"]));
            &CLASS
        }
        fn as_any(&self) -> &dyn Any {
            self
        }
    }
    Ok(Some(match (name, args) {
        ("sleep", [millis, ..]) => {
            let millis = coerce::to_long(millis)?;
            let time =
                u64::try_from(millis).map_err(|_| Error::illegal_argument("timeout value is negative"))?;
            cx.pending = Some(Pending::Sleep(Duration::from_millis(time)));
            Value::Null
        }
        ("yield", []) => Value::Null,
        ("currentThread", []) => Value::new(Current),
        _ => return Ok(None),
    }))
}

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

fn builder_call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(builder) = target.downcast_ref::<Builder>() else { return Ok(None) };
    let place = |text: &str, index: &Value| -> Result<usize> {
        let index = coerce::to_int(index)?;
        usize::try_from(index)
            .ok()
            .and_then(|at| byte_at(text, at))
            .ok_or_else(|| outside(index, utf16::len(text)))
    };
    match (name, args) {
        ("append", [Value::Str(more)]) => {
            let mut text = builder.text();
            if text.len() + more.len() > MAX_TEXT_BYTES {
                return Err(too_long(text.len() + more.len()));
            }
            text.push_str(more);
        }
        ("append", [more]) => {
            let more = if is_chars(more) { char_text(more)?.into() } else { super::text(cx, more)? };
            let mut text = builder.text();
            if text.len() + more.len() > MAX_TEXT_BYTES {
                return Err(too_long(text.len() + more.len()));
            }
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
            let at = place(&text, index)?;
            if text.len() + more.len() > MAX_TEXT_BYTES {
                return Err(too_long(text.len() + more.len()));
            }
            text.insert_str(at, &more);
        }
        ("delete", [from, end]) => {
            let mut text = builder.text();
            let length = utf16::len(&text) as i32;
            let end = coerce::to_int(end)?.min(length);
            let (from, end) = (place(&text, from)?, place(&text, &Value::Int(end))?);
            if from > end {
                return Err(outside(end as i32, text.len()));
            }
            text.replace_range(from..end, "");
        }
        ("deleteCharAt", [index]) => {
            let mut text = builder.text();
            let at = place(&text, index)?;
            if at >= text.len() {
                return Err(outside(coerce::to_int(index)?, utf16::len(&text)));
            }
            text.remove(at);
        }
        ("replace", [from, end, new]) => {
            let mut text = builder.text();
            let length = utf16::len(&text) as i32;
            let end = coerce::to_int(end)?.min(length);
            let (from, end) = (place(&text, from)?, place(&text, &Value::Int(end))?);
            if from > end {
                return Err(outside(end as i32, text.len()));
            }
            text.replace_range(from..end, &coerce::to_text(new));
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
            let at = place(&text, index)?;
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
