//! `java.util.StringTokenizer`.

use std::any::Any;
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

use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[Native {
    supers: &["java.util.Enumeration"],
    methods: "hasMoreTokens:boolean nextToken/0,1:String countTokens:int",
    make: Some(|_, args| {
        let (text, delimiters, keep) = match args {
            [text] => (text, None, false),
            [text, delimiters] => (text, Some(delimiters), false),
            [text, delimiters, keep] => (text, Some(delimiters), *keep == Value::Bool(true)),
            _ => return Ok(None),
        };
        if text.is_null() {
            return Err(Error::new(class::NULL_POINTER, "the text is null"));
        }
        let delimiters = delimiters.map_or(" \t\n\r\u{c}".into(), |text| coerce::to_text(text).into_owned());
        let text: Vec<char> = coerce::to_text(text).chars().collect();
        let state = Mutex::new(Tokens { text, at: 0, delimiters, keep });
        Ok(Some(Value::new(Tokenizer(state))))
    }),
    call: Some(tokenizer),
    complete: true,
    ..Native::new("java.util.StringTokenizer")
}];

/// A `StringTokenizer`.
struct Tokenizer(Mutex<Tokens>);

#[derive(Clone)]
struct Tokens {
    text: Vec<char>,
    at: usize,
    delimiters: String,
    keep: bool,
}

impl Tokens {
    fn skip(&mut self) {
        while !self.keep && self.text.get(self.at).is_some_and(|char| self.delimiters.contains(*char)) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<String> {
        self.skip();
        let first = *self.text.get(self.at)?;
        if self.keep && self.delimiters.contains(first) {
            self.at += 1;
            return Some(first.into());
        }
        let from = self.at;
        while self.text.get(self.at).is_some_and(|char| !self.delimiters.contains(*char)) {
            self.at += 1;
        }
        Some(self.text[from..self.at].iter().collect())
    }
}

impl Object for Tokenizer {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.StringTokenizer", &["java.util.Enumeration"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn tokenizer(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(tokenizer) = target.downcast_ref::<Tokenizer>() else { return Ok(None) };
    let mut tokens = tokenizer.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(match (name, args) {
        ("hasMoreTokens" | "hasMoreElements", []) => {
            tokens.skip();
            Value::Bool(tokens.at < tokens.text.len())
        }
        ("nextToken" | "nextElement", args) => {
            if let [delimiters] = args {
                tokens.delimiters = coerce::to_text(delimiters).into_owned();
            }
            match tokens.next() {
                Some(token) => Value::str(token),
                None => return Err(Error::new("java.util.NoSuchElementException", "")),
            }
        }
        ("countTokens", []) => {
            let mut rest = tokens.clone();
            Value::Int(std::iter::from_fn(|| rest.next()).count() as i32)
        }
        _ => return Ok(None),
    }))
}
