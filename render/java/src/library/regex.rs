//! `java.util.regex`, and the methods of strings that take regular expressions, with the arrays of programs.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;
use vespid_render::value::methods::regex;
use vespid_render::value::methods::regex::Anchor;
use vespid_render::value::methods::regex::flags;

use super::matcher;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Kind;

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.io.Serializable"],
        methods: "matcher/1:Matcher pattern:String flags:int split/1,2:String[] splitAsStream/1:Stream \
                  asPredicate:Predicate asMatchPredicate:Predicate",
        statics: "compile/1,2:Pattern matches/2:boolean quote/1:String",
        fields: "UNIX_LINES:int CASE_INSENSITIVE:int COMMENTS:int MULTILINE:int LITERAL:int DOTALL:int \
                 UNICODE_CASE:int CANON_EQ:int UNICODE_CHARACTER_CLASS:int",
        call: Some(pattern),
        call_static: Some(pattern_static),
        field: Some(|name| {
            Some(Value::Int(match name {
                "UNIX_LINES" => flags::UNIX_LINES,
                "CASE_INSENSITIVE" => flags::CASE_INSENSITIVE,
                "COMMENTS" => flags::COMMENTS,
                "MULTILINE" => flags::MULTILINE,
                "LITERAL" => flags::LITERAL,
                "DOTALL" => flags::DOTALL,
                "UNICODE_CASE" => flags::UNICODE_CASE,
                "CANON_EQ" => flags::CANON_EQ,
                "UNICODE_CHARACTER_CLASS" => flags::UNICODE_CHARACTER_CLASS,
                _ => return None,
            }))
        }),
        complete: true,
        ..Native::new("java.util.regex.Pattern")
    },
    Native {
        methods: "group/0,1:String groupCount:int start/0,1:int end/0,1:int hasMatch:boolean",
        call: Some(matcher::result),
        complete: true,
        ..Native::new("java.util.regex.MatchResult")
    },
    Native {
        supers: &["java.util.regex.MatchResult"],
        methods: "matches:boolean find/0,1:boolean lookingAt:boolean reset/0,1:Matcher replaceAll/1:String \
                  replaceFirst/1:String appendReplacement/2:Matcher appendTail/1:? results:Stream \
                  toMatchResult:MatchResult usePattern/1:Matcher region/2:Matcher regionStart:int regionEnd:int \
                  pattern:Pattern hitEnd:boolean",
        statics: "quoteReplacement/1:String",
        call: Some(matcher::call),
        call_static: Some(|_, name, args| match (name, args) {
            ("quoteReplacement", [text]) => {
                let text = coerce::to_text(text);
                Ok(Some(Value::str(text.replace('\\', "\\\\").replace('$', "\\$"))))
            }
            _ => Ok(None),
        }),
        complete: true,
        ..Native::new("java.util.regex.Matcher")
    },
    Native {
        supers: &["java.lang.IllegalArgumentException"],
        methods: "getDescription:String",
        complete: true,
        ..Native::new("java.util.regex.PatternSyntaxException")
    },
];

/// A `Pattern`.
pub(super) struct Pattern(pub(super) regex::Pattern);

impl Object for Pattern {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.regex.Pattern", &["java.io.Serializable"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.0.source())
    }
}

/// `asPredicate` and `asMatchPredicate`
struct Test(regex::Pattern, Anchor);

impl Object for Test {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("vespid.PatternTest", &["java.util.function.Predicate"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match (method, args) {
            ("test", [text]) => {
                let found = self.0.find(&coerce::to_text(text), 0, self.1)?;
                Ok(Some(Value::Bool(found.is_some())))
            }
            _ => Ok(None),
        }
    }
}

/// Counts a search in a text of that length.
///
/// # Errors
/// A limit is reached.
pub(super) fn spend(cx: &mut Cx<'_, '_>, pattern: &regex::Pattern, bytes: usize) -> Result<()> {
    let steps = if pattern.tracks_back() { 1000 + bytes / 16 } else { 1 + bytes / 256 };
    cx.spend(u32::try_from(steps).unwrap_or(u32::MAX)).map(drop)
}

/// The text of a `CharSequence`.
///
/// # Errors
/// It is null.
pub(super) fn sequence(cx: &mut Cx<'_, '_>, value: &Value) -> Result<Str> {
    match value {
        Value::Null => Err(Error::new(class::NULL_POINTER, "the text is null")),
        value => super::text(cx, value),
    }
}

fn pattern(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(Pattern(pattern)) = target.downcast_ref::<Pattern>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("matcher", [text]) => matcher::new(pattern.clone(), sequence(cx, text)?),
        ("pattern" | "toString", []) => Value::Str(pattern.source().clone()),
        ("flags", []) => Value::Int(pattern.flags()),
        ("split" | "splitAsStream", [text, more @ ..]) => {
            let text = sequence(cx, text)?;
            spend(cx, pattern, text.len())?;
            let limit = more.first().map_or(Ok(0), coerce::to_int)?;
            let parts: Vec<Value> = pattern.parts(&text, limit)?.into_iter().map(Value::str).collect();
            match name {
                "split" => Array::of("java.lang.String", parts),
                _ => super::streams::of(Kind::Ref, parts.into_iter().map(Ok)),
            }
        }
        ("asPredicate", []) => Value::new(Test(pattern.clone(), Anchor::No)),
        ("asMatchPredicate", []) => Value::new(Test(pattern.clone(), Anchor::Whole)),
        _ => return Ok(None),
    }))
}

fn pattern_static(cx: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    Ok(Some(match (name, args) {
        ("compile", [source, more @ ..]) => {
            let flags = more.first().map_or(Ok(0), coerce::to_int)?;
            Value::Object(Arc::new(Pattern(regex::Pattern::new(&sequence(cx, source)?, flags)?)))
        }
        ("matches", [source, text]) => {
            let pattern = regex::Pattern::new(&sequence(cx, source)?, 0)?;
            let text = sequence(cx, text)?;
            spend(cx, &pattern, text.len())?;
            Value::Bool(pattern.find(&text, 0, Anchor::Whole)?.is_some())
        }
        ("quote", [text]) => {
            // An end of the quotation within it is quoted by itself.
            let text = sequence(cx, text)?.replace("\\E", "\\E\\\\E\\Q");
            Value::str(format!("\\Q{text}\\E"))
        }
        _ => return Ok(None),
    }))
}

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
