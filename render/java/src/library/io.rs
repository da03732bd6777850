//! Readers and writers over memory, `java.net`'s coders, charsets by name.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::java::Reader;

use super::MAX_TEXT_BYTES;
use super::table::Native;
use crate::vm::Cx;

const PRINT: &str = "print/1:void println/0,1:void write/1,3:void append/1,3:this flush:void close:void \
                     printf/1+:this format/1+:this checkError:boolean";

pub(super) const CLASSES: &[Native] = &[
    Native { methods: "close:void", complete: true, ..Native::new("java.io.Closeable") },
    Native { methods: PRINT, call: Some(console), complete: true, ..Native::new("java.io.PrintStream") },
    Native {
        supers: &["java.io.Writer"],
        methods: "getBuffer:StringBuffer",
        make: Some(|_, args| Ok((args.len() <= 1).then(|| Value::new(TextWriter::new(&STRING_WRITER))))),
        call: Some(text_writer),
        ..Native::new("java.io.StringWriter")
    },
    Native {
        supers: &["java.io.Writer"],
        methods: PRINT,
        make: Some(|_, args| match args {
            [to, ..] => Ok(Some(Value::new(Wrapped { class: &PRINT_WRITER, inner: to.clone() }))),
            _ => Ok(None),
        }),
        call: Some(wrapped),
        ..Native::new("java.io.PrintWriter")
    },
    Native {
        supers: &["java.io.Writer"],
        methods: "newLine:void",
        make: Some(|_, args| match args {
            [to, ..] => Ok(Some(Value::new(Wrapped { class: &BUFFERED_WRITER, inner: to.clone() }))),
            _ => Ok(None),
        }),
        call: Some(wrapped),
        ..Native::new("java.io.BufferedWriter")
    },
    Native {
        supers: &["java.io.Closeable"],
        methods: "read/0,1,3:int close:void ready:boolean skip/1:long mark/1:void reset:void markSupported:boolean",
        ..Native::new("java.io.Reader")
    },
    Native {
        supers: &["java.io.Reader"],
        make: Some(|_, args| match args {
            [text] => Ok(Some(reader_of(&coerce::to_text(text)))),
            _ => Ok(None),
        }),
        ..Native::new("java.io.StringReader")
    },
    Native {
        supers: &["java.io.Reader"],
        methods: "readLine:String lines:Stream",
        make: Some(|_, args| match args {
            [reader, ..] if reader.downcast_ref::<Reader>().is_some() => Ok(Some(reader.clone())),
            _ => Ok(None),
        }),
        call: Some(|_, target, name, args| match (target.downcast_ref::<Reader>(), name, args) {
            (Some(reader), "lines", []) => Ok(Some(super::streams::of_lines(&reader.read_all()?))),
            _ => Ok(None),
        }),
        ..Native::new("java.io.BufferedReader")
    },
    Native {
        statics: "encode/1,2:String",
        call_static: Some(|_, name, args| match (name, args) {
            ("encode", [text, rest @ ..]) => {
                let charset = rest.first().map_or("UTF-8".into(), |name| coerce::to_text(name).into_owned());
                let text = not_null(text)?;
                Ok(Some(Value::str(url_encode(&text, &charset)?)))
            }
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.net.URLEncoder")
    },
    Native {
        statics: "decode/1,2:String",
        call_static: Some(|_, name, args| match (name, args) {
            ("decode", [text, rest @ ..]) => {
                let charset = rest.first().map_or("UTF-8".into(), |name| coerce::to_text(name).into_owned());
                let text = not_null(text)?;
                Ok(Some(Value::str(url_decode(&text, &charset)?)))
            }
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.net.URLDecoder")
    },
    Native {
        fields: "UTF_8:? ISO_8859_1:? US_ASCII:? UTF_16:?",
        field: Some(|name| match name {
            "UTF_8" => Some(Value::str("UTF-8")),
            "ISO_8859_1" => Some(Value::str("ISO-8859-1")),
            "US_ASCII" => Some(Value::str("US-ASCII")),
            "UTF_16" => Some(Value::str("UTF-16")),
            _ => None,
        }),
        complete: true,
        ..Native::new("java.nio.charset.StandardCharsets")
    },
];

static STRING_WRITER: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.io.StringWriter", &["java.io.Writer", "java.io.Closeable"]));
static PRINT_WRITER: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.io.PrintWriter", &["java.io.Writer", "java.io.Closeable"]));
static BUFFERED_WRITER: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.io.BufferedWriter", &["java.io.Writer", "java.io.Closeable"]));

fn not_null(value: &Value) -> Result<String> {
    match value {
        Value::Null => Err(Error::new(class::NULL_POINTER, "the text is null")),
        other => Ok(coerce::to_text(other).into_owned()),
    }
}

/// `System.out`: what a page says there is nobody's to read.
pub(super) struct Console;

impl Object for Console {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.io.PrintStream", &["java.io.Closeable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn console(_: &mut Cx<'_, '_>, target: &Value, name: &str, _: &[Value]) -> Result<Option<Value>> {
    Ok(match name {
        "print" | "println" | "write" | "flush" | "close" => Some(Value::Null),
        "append" | "printf" | "format" => Some(target.clone()),
        "checkError" => Some(Value::Bool(false)),
        _ => None,
    })
}

/// A `StringWriter`.
struct TextWriter {
    class: &'static LazyLock<Class>,
    text: Mutex<String>,
}

impl TextWriter {
    fn new(class: &'static LazyLock<Class>) -> Self {
        TextWriter { class, text: Mutex::default() }
    }
}

impl Object for TextWriter {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.text.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a call of a writer writes; nothing: it writes nothing.
fn written(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<String>> {
    Ok(Some(match (name, args) {
        ("print" | "append" | "println" | "write", [value]) => {
            let mut text = match value {
                Value::Int(unit) if name == "write" => {
                    char::from_u32(*unit as u32 & 0xffff).unwrap_or('\u{fffd}').to_string()
                }
                value if value.class_name() == Some("[C") => super::strings::char_text(value)?,
                value => super::text(cx, value)?.to_string(),
            };
            if name == "println" {
                text.push('\n');
            }
            text
        }
        ("println" | "newLine", []) => "\n".into(),
        ("write", [value, from, count]) => {
            let text = match value.class_name() {
                Some("[C") => super::strings::char_text(value)?,
                _ => not_null(value)?,
            };
            let (from, count) =
                (coerce::to_int(from)?.max(0) as usize, coerce::to_int(count)?.max(0) as usize);
            text.chars().skip(from).take(count).collect()
        }
        ("printf" | "format", [format, args @ ..]) => {
            super::format::format(cx, &coerce::to_text(format), &super::strings::spread(args))?
        }
        _ => return Ok(None),
    }))
}

fn text_writer(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(writer) = target.downcast_ref::<TextWriter>() else { return Ok(None) };
    if let Some(text) = written(cx, name, args)? {
        cx.allocate(text.len())?;
        let mut own = writer.text.lock().unwrap_or_else(PoisonError::into_inner);
        if own.len() + text.len() > MAX_TEXT_BYTES {
            return Err(super::too_long(own.len() + text.len()));
        }
        own.push_str(&text);
        return Ok(Some(if matches!(name, "append" | "printf" | "format") {
            target.clone()
        } else {
            Value::Null
        }));
    }
    Ok(match (name, args) {
        ("flush" | "close", []) => Some(Value::Null),
        ("getBuffer", []) => {
            Some(super::builders::buffer(&writer.text.lock().unwrap_or_else(PoisonError::into_inner)))
        }
        _ => None,
    })
}

impl Drop for Wrapped {
    fn drop(&mut self) {
        vespid_render::value::release(std::iter::once(std::mem::take(&mut self.inner)));
    }
}

/// A writer to another.
struct Wrapped {
    class: &'static LazyLock<Class>,
    inner: Value,
}

impl Object for Wrapped {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn wrapped(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(wrapped) = target.downcast_ref::<Wrapped>() else { return Ok(None) };
    if let Some(text) = written(cx, name, args)? {
        cx.invoke(&wrapped.inner, "write", &[Value::str(text)])?;
        return Ok(Some(if matches!(name, "append" | "printf" | "format") {
            target.clone()
        } else {
            Value::Null
        }));
    }
    Ok(match (name, args) {
        ("flush" | "close", []) => Some(cx.invoke(&wrapped.inner, name, &[])?),
        ("checkError", []) => Some(Value::Bool(false)),
        _ => None,
    })
}

/// A reader over a text.
pub(super) fn reader_of(text: &str) -> Value {
    Value::new(Reader::new(text))
}

pub(super) fn charset(name: &str) -> Result<vespid_streams::Charset> {
    vespid_streams::Charset::for_label(name).ok_or_else(|| {
        Error::new("java.io.UnsupportedEncodingException", name).with_supers([
            class::IO.into(),
            "java.lang.Exception".into(),
            "java.lang.Throwable".into(),
        ])
    })
}

/// Bytes of a text in a charset; what it lacks is `?`.
///
/// # Errors
/// `UnsupportedEncodingException`
pub(super) fn encode(text: &str, name: &str) -> Result<Vec<u8>> {
    Ok(charset(name)?.encode(text).into_owned())
}

/// The text of bytes in a charset.
///
/// # Errors
/// `UnsupportedEncodingException`
pub(super) fn decode(bytes: &[u8], name: &str) -> Result<String> {
    Ok(charset(name)?.decode(bytes).0.into_owned())
}

fn url_encode(text: &str, charset: &str) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '*' | '_' => out.push(char),
            ' ' => out.push('+'),
            other => {
                for byte in encode(other.encode_utf8(&mut [0; 4]), charset)? {
                    out.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    Ok(out)
}

fn url_decode(text: &str, charset: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if char == '%' {
            let byte = rest.get(1..3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
            let Some(byte) = byte else {
                return Err(Error::illegal_argument(
                    "URLDecoder: Illegal hex characters in escape (%) pattern",
                ));
            };
            bytes.push(byte);
            rest = &rest[3..];
            continue;
        }
        out.push_str(&decode(&std::mem::take(&mut bytes), charset)?);
        out.push(if char == '+' { ' ' } else { char });
        rest = &rest[char.len_utf8()..];
    }
    out.push_str(&decode(&bytes, charset)?);
    Ok(out)
}

/// The MIME type of a file by the end of its name.
pub(super) fn mime_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html",
        "css" => "text/css",
        "js" => "application/javascript",
        "txt" => "text/plain",
        "xml" => "application/xml",
        "json" => "application/json",
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        _ => return None,
    })
}
