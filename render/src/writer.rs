//! Where functions and tags write text: the page's output or a string.

use std::fmt;

use vespid_streams::PageWriter;
use vespid_streams::WriteError;
use vespid_streams::escape::escape_into;

use crate::Result;
use crate::error::Error;
use crate::error::Origin;
use crate::error::class;
use crate::value::Value;
use crate::value::coerce;

/// Takes text: straight into the page's buffer where it is printed, into a string where its value is wanted.
pub struct TextSink<'a>(Target<'a>);

enum Target<'a> {
    Page(&'a mut PageWriter),
    /// The page, with all text escaped.
    Escaped(&'a mut PageWriter),
    String(&'a mut String),
}

impl<'a> TextSink<'a> {
    /// Writes to a string.
    pub fn string(text: &'a mut String) -> Self {
        TextSink(Target::String(text))
    }

    pub(crate) fn page(writer: &'a mut PageWriter) -> Self {
        TextSink(Target::Page(writer))
    }

    /// Writes to the page what `c:out` does: everything is escaped.
    pub(crate) fn escaped(writer: &'a mut PageWriter) -> Self {
        TextSink(Target::Escaped(writer))
    }

    /// Writes text as it is.
    ///
    /// # Errors
    /// The buffer overflows without autoFlush, or the page's output budget is used up.
    #[inline]
    pub fn write_str(&mut self, text: &str) -> Result<()> {
        match &mut self.0 {
            Target::Page(writer) => writer.write_str(text).map_err(write_error),
            Target::Escaped(writer) => escape_to(writer, text),
            Target::String(string) => {
                string.push_str(text);
                Ok(())
            }
        }
    }

    /// Writes a character.
    ///
    /// # Errors
    /// As [`write_str`](Self::write_str).
    #[inline]
    pub fn write_char(&mut self, char: char) -> Result<()> {
        match &mut self.0 {
            Target::Page(writer) => writer.write_char(char).map_err(write_error),
            Target::Escaped(writer) => escape_to(writer, char.encode_utf8(&mut [0; 4])),
            Target::String(string) => {
                string.push(char);
                Ok(())
            }
        }
    }

    /// Writes text with `& < > " '` escaped, as `c:out` does.
    ///
    /// # Errors
    /// As [`write_str`](Self::write_str).
    #[inline]
    pub fn write_escaped(&mut self, text: &str) -> Result<()> {
        match &mut self.0 {
            Target::Page(writer) => writer.write_escaped(text).map_err(write_error),
            Target::Escaped(writer) => {
                let mut once = String::new();
                escape_into(text, &mut once);
                escape_to(writer, &once)
            }
            Target::String(string) => {
                escape_into(text, string);
                Ok(())
            }
        }
    }

    /// Writes a value as EL does: null as nothing.
    ///
    /// # Errors
    /// As [`write_str`](Self::write_str).
    pub fn write_value(&mut self, value: &Value) -> Result<()> {
        match &mut self.0 {
            Target::Page(writer) => write_value(writer, value),
            Target::Escaped(writer) => write_value_escaped(writer, value),
            Target::String(string) => {
                coerce::write_el_text(value, string).map_err(|_| Error::el("a value has no text"))
            }
        }
    }
}

/// Apart, so that sinks stay small enough to be inlined where they write to the page as it is.
#[inline(never)]
fn escape_to(writer: &mut PageWriter, text: &str) -> Result<()> {
    writer.write_escaped(text).map_err(write_error)
}

/// Writes a value to the page as EL does, without a string in between for plain data.
#[inline]
pub(crate) fn write_value(writer: &mut PageWriter, value: &Value) -> Result<()> {
    match value {
        Value::Null => Ok(()),
        Value::Str(text) => writer.write_str(text).map_err(write_error),
        Value::Int(number) => writer.write_i64(i64::from(*number)).map_err(write_error),
        Value::Long(number) => writer.write_i64(*number).map_err(write_error),
        other => write_other(writer, other),
    }
}

fn write_other(writer: &mut PageWriter, value: &Value) -> Result<()> {
    let mut out = FmtSink { writer, error: None };
    let done = coerce::write_el_text(value, &mut out);
    match (out.error, done) {
        (Some(error), _) => Err(write_error(error)),
        (None, Ok(())) => Ok(()),
        (None, Err(_)) => Err(Error::el("a value has no text")),
    }
}

/// Writes a value with `& < > " '` escaped.
pub(crate) fn write_value_escaped(writer: &mut PageWriter, value: &Value) -> Result<()> {
    match value {
        Value::Str(text) => writer.write_escaped(text).map_err(write_error),
        Value::Object(_) => {
            let mut text = String::new();
            coerce::write_el_text(value, &mut text).map_err(|_| Error::el("a value has no text"))?;
            writer.write_escaped(&text).map_err(write_error)
        }
        Value::Char(_) => writer.write_escaped(&value.to_string()).map_err(write_error),
        // Numbers and booleans have nothing to escape.
        other => write_value(writer, other),
    }
}

/// `fmt::Write` over the page that remembers why writing failed.
struct FmtSink<'a> {
    writer: &'a mut PageWriter,
    error: Option<WriteError>,
}

impl fmt::Write for FmtSink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.writer.write_str(text).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// What the writer refused, as the exception that pages see.
#[cold]
pub(crate) fn write_error(error: WriteError) -> Error {
    match error {
        WriteError::Budget { .. } => Error::budget(error.to_string()).with_origin(Origin::Budget),
        WriteError::FlushInBody => Error::new(class::IO, error.to_string()),
        other => Error::new(class::IO, other.to_string()),
    }
}
