//! `java.io`: readers, as `c:import` hands them out.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use super::NativeClass;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Object;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

pub(super) const CLASSES: &[NativeClass] = &[
    reader("java.io.StringReader", |args| match args {
        [text @ Value::Str(_)] => Ok(Some(Value::new(Reader::new(&*coerce::to_text(text))))),
        _ => Ok(None),
    }),
    // A reader over another reads from the same place; a size of its buffer changes nothing.
    reader("java.io.BufferedReader", |args| match args {
        [inner, ..] if args.len() <= 2 && inner.downcast_ref::<Reader>().is_some() => Ok(Some(inner.clone())),
        _ => Ok(None),
    }),
];

const fn reader(name: &'static str, make: fn(&[Value]) -> Result<Option<Value>>) -> NativeClass {
    NativeClass { name, fields: &[], methods: &[], field: |_| None, call: |_, _| Ok(None), make: Some(make) }
}

/// A `java.io.Reader` over a text: what was read is gone.
///
/// Its text is what is left to read, and writing it reads it: so `c:out` does with readers (Jakarta Tags 3.1, 4.2).
pub struct Reader(Mutex<Option<Rest>>);

/// What is left to read.
struct Rest {
    text: Str,
    at: usize,
    /// Where `reset` goes back to.
    mark: usize,
    /// The second half of a character of which the first was read.
    low: Option<u16>,
}

impl Reader {
    /// A reader at the beginning of a text.
    pub fn new(text: impl Into<Str>) -> Self {
        Reader(Mutex::new(Some(Rest { text: text.into(), at: 0, mark: 0, low: None })))
    }

    fn with<R>(&self, act: impl FnOnce(&mut Rest) -> R) -> Result<R> {
        let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rest.as_mut().map(act).ok_or_else(|| Error::new(class::IO, "the reader is closed"))
    }

    /// Reads all that is left.
    ///
    /// # Errors
    /// `IOException` if it is closed.
    pub fn read_all(&self) -> Result<Str> {
        self.with(|rest| {
            let text: Str = rest.text[rest.at..].into();
            rest.at = rest.text.len();
            text
        })
    }

    /// Ends reading: what comes later fails.
    pub fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Rest {
    /// The next UTF-16 unit; -1 at the end.
    fn unit(&mut self) -> i32 {
        if let Some(low) = self.low.take() {
            return i32::from(low);
        }
        let Some(char) = self.text[self.at..].chars().next() else { return -1 };
        self.at += char.len_utf8();
        let mut units = [0; 2];
        let units = char.encode_utf16(&mut units);
        self.low = units.get(1).copied();
        i32::from(units[0])
    }

    /// The next line without its end; null at the end of the text.
    fn line(&mut self) -> Value {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Value::Null;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = Value::str(&rest[..end]);
        let behind = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        self.at = (self.at + end + behind).min(self.text.len());
        line
    }
}

impl Object for Reader {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new(
                "java.io.BufferedReader",
                &["java.io.StringReader", "java.io.Reader", "java.io.Closeable", "java.lang.Readable"],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("read", []) => Value::Int(self.with(Rest::unit)?),
            ("readLine", []) => self.with(Rest::line)?,
            ("mark", [_]) => {
                self.with(|rest| rest.mark = rest.at)?;
                Value::Null
            }
            ("reset", []) => {
                self.with(|rest| (rest.at, rest.low) = (rest.mark, None))?;
                Value::Null
            }
            ("markSupported", []) => Value::Bool(true),
            ("ready", []) => Value::Bool(self.with(|_| true)?),
            ("close", []) => {
                self.close();
                Value::Null
            }
            _ => return Ok(None),
        }))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.read_all().map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_gone() {
        let reader = Value::new(Reader::new("a😀\r\nb\nc"));
        let call = |method: &str| {
            let object = reader.as_object().unwrap();
            object.call(method, &[]).unwrap().unwrap()
        };
        assert_eq!(call("read"), Value::Int(97));
        assert_eq!((call("read"), call("read")), (Value::Int(0xD83D), Value::Int(0xDE00)));
        assert_eq!((call("readLine"), call("readLine")), (Value::str(""), Value::str("b")));
        assert_eq!(reader.to_string(), "c");
        assert_eq!((call("readLine"), call("read")), (Value::Null, Value::Int(-1)));
        call("close");
        assert!(reader.as_object().unwrap().call("read", &[]).is_err());
        assert!(reader.is_instance("java.io.Reader"));
    }
}
