//! `JspWriter` and `BodyContent` (Pages 4.1, 13.1.3 and 13.2.2): where a page's output goes, level by level.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::super::io;
use super::super::table::Native;
use crate::vm::Cx;

const WRITER: &str = "print/1:void println/0,1:void write/1,3:void append/1,3:this flush:void close:void \
                      printf/1+:this format/1+:this checkError:boolean";

pub(in super::super) const CLASSES: &[Native] = &[
    Native { supers: &["java.io.Closeable"], methods: WRITER, ..Native::new("java.io.Writer") },
    Native {
        supers: &["java.io.Writer"],
        methods: "newLine:void clear:void clearBuffer:void getBufferSize:int getRemaining:int isAutoFlush:boolean",
        fields: "NO_BUFFER:int DEFAULT_BUFFER:int UNBOUNDED_BUFFER:int",
        field: Some(|name| match name {
            "NO_BUFFER" => Some(Value::Int(0)),
            "DEFAULT_BUFFER" => Some(Value::Int(-1)),
            "UNBOUNDED_BUFFER" => Some(Value::Int(-2)),
            _ => None,
        }),
        call: Some(call),
        ..Native::new("jakarta.servlet.jsp.JspWriter")
    },
    Native {
        supers: &["jakarta.servlet.jsp.JspWriter"],
        methods: "clearBody:void getReader:Reader getString:String writeOut/1:void getEnclosingWriter:JspWriter",
        call: Some(call),
        ..Native::new("jakarta.servlet.jsp.tagext.BodyContent")
    },
];

static JSP_WRITER: LazyLock<Class> =
    LazyLock::new(|| Class::new("jakarta.servlet.jsp.JspWriter", &["java.io.Writer", "java.io.Closeable"]));
static BODY_CONTENT: LazyLock<Class> = LazyLock::new(|| {
    let supers = ["jakarta.servlet.jsp.JspWriter", "java.io.Writer", "java.io.Closeable"];
    Class::new("jakarta.servlet.jsp.tagext.BodyContent", &supers)
});

/// A writer of the page: of its buffer, or of the body of a tag.
pub(crate) struct Out {
    class: &'static LazyLock<Class>,
    level: Level,
    /// The writer around a body.
    enclosing: Value,
    /// Where a body's text goes as it is written (`JspContext.pushBody(Writer)`).
    target: Value,
    /// What a body holds once it has been popped.
    kept: Mutex<Option<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Wherever the page writes to now: the variable `out`.
    Current,
    /// The page itself (0), or the capture of that number.
    At(u64),
}

/// The writers that Java has got hold of, by the numbers of their captures.
#[derive(Default)]
pub(super) struct Known(Vec<(u64, Value)>);

impl Object for Out {
    fn class(&self) -> &Class {
        self.class
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &Value) -> bool {
        let Some(other) = other.downcast_ref::<Out>() else { return false };
        match (self.level, other.level) {
            (Level::At(own), Level::At(other)) => own == other,
            // The variable is the innermost writer, which is the one that there is a reason to ask about.
            _ => true,
        }
    }

    fn equals(&self, other: &Value) -> bool {
        self.is_same(other)
    }

    fn hash_code(&self) -> i32 {
        0
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}@{:x}", self.class.name(), std::ptr::from_ref(self) as usize as i32)
    }
}

impl Out {
    fn kept(&self) -> MutexGuard<'_, Option<String>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_body(&self, cx: &mut Cx<'_, '_>) -> Result<bool> {
        Ok(match self.level {
            Level::Current => cx.page()?.writer() != 0,
            Level::At(level) => level != 0,
        })
    }

    fn number(&self, cx: &mut Cx<'_, '_>) -> Result<u64> {
        match self.level {
            Level::Current => Ok(cx.page()?.writer()),
            Level::At(level) => Ok(level),
        }
    }
}

fn out(class: &'static LazyLock<Class>, level: Level, enclosing: Value, target: Value) -> Value {
    Value::new(Out { class, level, enclosing, target, kept: Mutex::new(None) })
}

/// What the variable `out` of a page is.
pub(in super::super) fn variable() -> Value {
    out(&JSP_WRITER, Level::Current, Value::Null, Value::Null)
}

/// The writer with that number, as long as that is open.
fn known(cx: &mut Cx<'_, '_>, number: u64) -> Result<Option<Value>> {
    let known = &cx.kept()?.writers;
    Ok(known.0.iter().find(|(own, _)| *own == number).map(|(_, writer)| writer.clone()))
}

/// The innermost writer (`JspContext.getOut`).
pub(crate) fn current(cx: &mut Cx<'_, '_>) -> Result<Value> {
    let number = cx.page()?.writer();
    if let Some(writer) = known(cx, number)? {
        return Ok(writer);
    }
    let class = if number == 0 { &JSP_WRITER } else { &BODY_CONTENT };
    let writer = out(class, Level::At(number), Value::Null, Value::Null);
    remember(cx, number, &writer)?;
    Ok(writer)
}

/// Whether a writer is the page's innermost one.
pub(crate) fn is_current(cx: &mut Cx<'_, '_>, writer: &Value) -> Result<bool> {
    let Some(out) = writer.downcast_ref::<Out>() else { return Ok(false) };
    Ok(out.target.is_null() && out.number(cx)? == cx.page()?.writer())
}

fn remember(cx: &mut Cx<'_, '_>, number: u64, writer: &Value) -> Result<()> {
    let known = &mut cx.kept()?.writers;
    // Numbers grow, so what is greater than the innermost one is over.
    known.0.retain(|(own, _)| *own < number);
    known.0.push((number, writer.clone()));
    Ok(())
}

/// `pushBody`, whose text goes to a writer of Java's own if that is not null.
pub(crate) fn push(cx: &mut Cx<'_, '_>, target: Value) -> Result<Value> {
    let enclosing = current(cx)?;
    let number = cx.page()?.begin_capture();
    let class = if target.is_null() { &BODY_CONTENT } else { &JSP_WRITER };
    let writer = out(class, Level::At(number), enclosing, target);
    remember(cx, number, &writer)?;
    Ok(writer)
}

/// `popBody`: gives the writer around.
///
/// # Errors
/// There is no body to pop.
pub(crate) fn pop(cx: &mut Cx<'_, '_>) -> Result<Value> {
    let number = cx.page()?.writer();
    if number == 0 {
        return Err(Error::illegal_state("popBody without a pushBody"));
    }
    let writer = known(cx, number)?;
    let text = cx.page()?.end_capture();
    if let Some(writer) = &writer
        && let Some(out) = writer.downcast_ref::<Out>()
    {
        if out.target.is_null() {
            *out.kept() = Some(text);
        } else if !text.is_empty() {
            cx.invoke(&out.target, "write", &[Value::str(text)])?;
        }
    }
    current(cx)
}

#[cold]
fn closed() -> Error {
    Error::new(class::IO, "Stream closed")
}

fn write(cx: &mut Cx<'_, '_>, out: &Out, text: &str) -> Result<()> {
    let number = match out.level {
        Level::Current => {
            let page = cx.page()?;
            if page.writer() != 0 || !page.is_closed() {
                return page.write_str(text);
            }
            return Err(closed());
        }
        Level::At(number) => number,
    };
    if let Some(kept) = &mut *out.kept() {
        kept.push_str(text);
        return Ok(());
    }
    if !out.target.is_null() {
        // What the page has written so far comes first.
        transfer(cx, out, number)?;
        return cx.invoke(&out.target, "write", &[Value::str(text)]).map(drop);
    }
    let page = cx.page()?;
    if number == 0 && page.is_closed() {
        return Err(closed());
    }
    if page.write_at(number, text)? { Ok(()) } else { Err(closed()) }
}

fn transfer(cx: &mut Cx<'_, '_>, out: &Out, number: u64) -> Result<()> {
    let page = cx.page()?;
    if let Some(text) = page.captured_at(number).filter(|text| !text.is_empty()) {
        page.clear_at(number);
        cx.invoke(&out.target, "write", &[Value::str(text)])?;
    }
    Ok(())
}

/// What a body holds.
fn content(cx: &mut Cx<'_, '_>, out: &Out) -> Result<String> {
    if let Some(kept) = &*out.kept() {
        return Ok(kept.clone());
    }
    let number = out.number(cx)?;
    Ok(cx.page()?.captured_at(number).unwrap_or_default())
}

fn text_of(cx: &mut Cx<'_, '_>, value: &Value) -> Result<Str> {
    if value.class_name() == Some("[C") {
        return super::super::strings::char_text(value).map(Str::from);
    }
    super::super::text(cx, value)
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(out) = target.downcast_ref::<Out>() else { return Ok(None) };
    match (name, args) {
        ("print", [value]) => {
            let text = text_of(cx, value)?;
            write(cx, out, &text)?;
        }
        ("println", [value]) => {
            let text = text_of(cx, value)?;
            write(cx, out, &text)?;
            write(cx, out, "\n")?;
        }
        ("println" | "newLine", []) => write(cx, out, "\n")?,
        ("write", [Value::Int(unit)]) => {
            let char = char::from_u32(*unit as u32 & 0xffff).unwrap_or('\u{fffd}');
            write(cx, out, char.encode_utf8(&mut [0; 4]))?;
        }
        ("write", [Value::Null, ..]) => return Err(Error::new(class::NULL_POINTER, "null can't be written")),
        ("write" | "append", [value]) => {
            let text = text_of(cx, value)?;
            write(cx, out, &text)?;
        }
        ("write" | "append", [value, from, count]) => {
            let text = Value::Str(text_of(cx, value)?);
            let end = if name == "write" {
                Value::Int(coerce::to_int(from)?.saturating_add(coerce::to_int(count)?))
            } else {
                count.clone()
            };
            let part = vespid_render::value::methods::call_method(&text, "substring", &[from.clone(), end])?;
            write(cx, out, &coerce::to_text(&part))?;
        }
        ("printf" | "format", [format, args @ ..]) => {
            let args = super::super::strings::spread(args);
            let text = super::super::format::format(cx, &coerce::to_text(format), &args)?;
            write(cx, out, &text)?;
        }
        ("checkError", []) => return Ok(Some(Value::Bool(false))),
        _ if out.is_body(cx)? => return body(cx, out, name, args),
        _ => return page(cx, name, args),
    }
    Ok(Some(if matches!(name, "append" | "printf" | "format") { target.clone() } else { Value::Null }))
}

/// What the page's own writer does beside writing.
fn page(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let page = cx.page()?;
    match (name, args) {
        ("flush" | "clear" | "clearBuffer", []) if page.is_closed() => return Err(closed()),
        ("flush", []) => page.flush_page()?,
        ("close", []) => page.close()?,
        ("clear", []) => page.clear_page(true)?,
        ("clearBuffer", []) => page.clear_page(false)?,
        ("getBufferSize", []) => return Ok(Some(Value::Int(page.buffer().0 as i32))),
        ("getRemaining", []) => return Ok(Some(Value::Int(page.buffer().1 as i32))),
        ("isAutoFlush", []) => return Ok(Some(Value::Bool(page.buffer().2))),
        _ => return Ok(None),
    }
    Ok(Some(Value::Null))
}

/// What the writer of a tag's body does beside writing.
fn body(cx: &mut Cx<'_, '_>, out: &Out, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("flush", []) if !out.target.is_null() => {
            let number = out.number(cx)?;
            transfer(cx, out, number)?;
            cx.invoke(&out.target, "flush", &[])?
        }
        ("flush", []) => return Err(Error::new(class::IO, "the body of a tag can't be flushed")),
        ("clear" | "clearBuffer" | "clearBody", []) => {
            if let Some(kept) = &mut *out.kept() {
                kept.clear();
                return Ok(Some(Value::Null));
            }
            let number = out.number(cx)?;
            cx.page()?.clear_at(number);
            Value::Null
        }
        ("close", []) => Value::Null,
        ("getString", []) => Value::str(content(cx, out)?),
        ("getReader", []) => io::reader_of(&content(cx, out)?),
        ("writeOut", [to]) => {
            let text = content(cx, out)?;
            cx.invoke(to, "write", &[Value::str(text)])?;
            Value::Null
        }
        ("getEnclosingWriter", []) => out.enclosing.clone(),
        // A body is as long as it gets, and nothing sends it on.
        ("getBufferSize", []) => Value::Int(-2),
        ("getRemaining", []) => Value::Int(0),
        ("isAutoFlush", []) => Value::Bool(false),
        _ => return Ok(None),
    }))
}
