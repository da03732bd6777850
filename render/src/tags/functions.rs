//! The functions library (Jakarta Tags 3.1, chapter "Functions"): `fn:contains` to `fn:trim`.
//!
//! Null is an empty string, or an empty collection, in every argument. Positions and lengths count UTF-16 units, and
//! case follows no locale. Each function that gives text can also write it, which spares the string where a page only
//! prints the result.

use std::borrow::Cow;
use std::sync::Arc;

use vespid_streams::escape;

use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::registry::Function;
use crate::registry::Registry;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;
use crate::value::methods::utf16;
use crate::writer::TextSink;

/// One function of the library.
pub(crate) struct LibraryFunction {
    /// Its name behind `fn:`.
    pub(crate) name: &'static str,
    /// How many arguments it takes.
    pub(crate) arity: usize,
    body: Body,
}

/// Takes text piece by piece.
type Put<'a> = &'a mut dyn FnMut(&str) -> Result<()>;

/// The three shapes of functions.
enum Body {
    /// Computes a value.
    Value(fn(&[Value]) -> Result<Value>),
    /// Finds its text in its first argument, or makes a new one.
    Text(for<'a> fn(&'a [Value]) -> Result<Cow<'a, str>>),
    /// Hands its text on in pieces.
    Pieces(fn(&[Value], Put<'_>) -> Result<()>),
}

const FUNCTIONS: &[LibraryFunction] = &[
    value("contains", 2, |args| Ok(Value::Bool(text(args, 0).contains(&*text(args, 1))))),
    value("containsIgnoreCase", 2, |args| {
        let (whole, part) = (text(args, 0), text(args, 1));
        Ok(Value::Bool(utf16::upper(&whole).contains(&*utf16::upper(&part))))
    }),
    value("endsWith", 2, |args| Ok(Value::Bool(text(args, 0).ends_with(&*text(args, 1))))),
    pieces("escapeXml", 1, |args, put| escape::escape_to(&text(args, 0), put)),
    value("indexOf", 2, |args| {
        let found = utf16::index_of(&text(args, 0), &text(args, 1), 0);
        Ok(found.map_or(Value::Int(-1), int))
    }),
    pieces("join", 2, join),
    value("length", 1, length),
    pieces("replace", 3, replace),
    value("split", 2, split),
    value("startsWith", 2, |args| Ok(Value::Bool(text(args, 0).starts_with(&*text(args, 1))))),
    found("substring", 3, substring),
    found("substringAfter", 2, |args| {
        let separator = text(args, 1);
        Ok(part(text(args, 0), |text| text.split_once(&*separator).map_or("", |(_, after)| after)))
    }),
    found("substringBefore", 2, |args| {
        let separator = text(args, 1);
        Ok(part(text(args, 0), |text| text.split_once(&*separator).map_or("", |(before, _)| before)))
    }),
    pieces("toLowerCase", 1, |args, put| {
        change_case(&text(args, 0), <[u8]>::make_ascii_lowercase, str::to_lowercase, put)
    }),
    pieces("toUpperCase", 1, |args, put| {
        change_case(&text(args, 0), <[u8]>::make_ascii_uppercase, str::to_uppercase, put)
    }),
    found("trim", 1, |args| Ok(part(text(args, 0), utf16::trim))),
];

const fn value(name: &'static str, arity: usize, body: fn(&[Value]) -> Result<Value>) -> LibraryFunction {
    LibraryFunction { name, arity, body: Body::Value(body) }
}

const fn found(
    name: &'static str,
    arity: usize,
    body: for<'a> fn(&'a [Value]) -> Result<Cow<'a, str>>,
) -> LibraryFunction {
    LibraryFunction { name, arity, body: Body::Text(body) }
}

const fn pieces(
    name: &'static str,
    arity: usize,
    body: fn(&[Value], Put<'_>) -> Result<()>,
) -> LibraryFunction {
    LibraryFunction { name, arity, body: Body::Pieces(body) }
}

/// All functions, by name.
pub(crate) fn all() -> &'static [LibraryFunction] {
    FUNCTIONS
}

/// Registers all functions as static methods of a class.
pub(crate) fn register(registry: &mut Registry, class: &str) {
    for function in FUNCTIONS {
        registry.function(class, function.name, function);
    }
}

impl Function for &'static LibraryFunction {
    fn call(&self, args: &[Value]) -> Result<Value> {
        match self.body {
            Body::Value(body) => body(args),
            Body::Text(body) => Ok(match (body(args)?, args.first()) {
                // All of a string is that string.
                (Cow::Borrowed(text), Some(Value::Str(own))) if text.len() == own.len() => {
                    Value::Str(own.clone())
                }
                (text, _) => Value::Str(Str::from(text)),
            }),
            Body::Pieces(body) => {
                let mut whole = Str::new();
                body(args, &mut |piece| {
                    methods::check_text_length(whole.len() + piece.len())?;
                    whole.push_str(piece);
                    Ok(())
                })?;
                Ok(Value::Str(whole))
            }
        }
    }

    fn write(&self, args: &[Value], out: &mut TextSink<'_>) -> Result<()> {
        match self.body {
            Body::Value(body) => out.write_value(&body(args)?),
            Body::Text(body) => out.write_str(&body(args)?),
            Body::Pieces(body) => body(args, &mut |piece| out.write_str(piece)),
        }
    }
}

/// An argument as text; null, and one that is not there, is empty.
fn text(args: &[Value], index: usize) -> Cow<'_, str> {
    args.get(index).map_or(Cow::Borrowed(""), coerce::to_text)
}

fn int(number: usize) -> Value {
    Value::Int(i32::try_from(number).unwrap_or(i32::MAX))
}

/// Part of a text, still borrowed if the text is.
fn part<'a>(text: Cow<'a, str>, find: impl FnOnce(&str) -> &str) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(find(text)),
        Cow::Owned(text) => Cow::Owned(find(&text).to_owned()),
    }
}

/// The items of a collection in one text; null items are empty.
fn join(args: &[Value], put: Put<'_>) -> Result<()> {
    let items = match args.first() {
        None | Some(Value::Null) => return Ok(()),
        Some(items) => items,
    };
    let items = items.as_object().and_then(|object| Arc::clone(object).iterate()).ok_or_else(|| {
        let given = items.class_name().unwrap_or("null");
        Error::el(format!("fn:join joins the items of an array or collection, not a {given}"))
    })?;
    let separator = text(args, 1);
    for (index, item) in items.enumerate() {
        if index > 0 {
            put(&separator)?;
        }
        put(&coerce::to_text(&item?))?;
    }
    Ok(())
}

/// The number of items of whatever `c:forEach` can go over, or of UTF-16 units of a string.
fn length(args: &[Value]) -> Result<Value> {
    let input = args.first().unwrap_or(&Value::Null);
    let object = match input {
        Value::Null => return Ok(Value::Int(0)),
        Value::Str(text) => return Ok(int(utf16::len(text))),
        other => other.as_object(),
    };
    if let Some(size) = object.and_then(|object| object.size()) {
        return Ok(int(size));
    }
    let items = object.and_then(|object| Arc::clone(object).iterate()).ok_or_else(|| {
        let given = input.class_name().unwrap_or("null");
        Error::new(
            class::JSP_TAG,
            format!("fn:length counts a string or the items of a collection, not a {given}"),
        )
    })?;
    let mut count = 0;
    for item in items {
        item?;
        count += 1;
    }
    Ok(int(count))
}

fn replace(args: &[Value], put: Put<'_>) -> Result<()> {
    let (input, before, after) = (text(args, 0), text(args, 1), text(args, 2));
    if before.is_empty() {
        return put(&input);
    }
    let mut rest = &*input;
    while let Some(at) = find(rest, &before) {
        put(&rest[..at])?;
        put(&after)?;
        rest = &rest[at + before.len()..];
    }
    put(rest)
}

/// Where a text that is not empty begins in another. What pages look for is a few letters in a few words, which is sooner
/// tried than prepared for.
fn find(text: &str, wanted: &str) -> Option<usize> {
    const FEW: usize = 8;
    let first = *wanted.as_bytes().first()?;
    if wanted.len() > FEW {
        return text.find(wanted);
    }
    memchr::memchr_iter(first, text.as_bytes())
        .find(|at| text.as_bytes()[*at..].starts_with(wanted.as_bytes()))
}

/// The tokens between the delimiter characters, as `java.util.StringTokenizer` finds them: never empty ones. Without
/// text or delimiters there is one token, the text.
fn split(args: &[Value]) -> Result<Value> {
    let (input, delimiters) = (text(args, 0), text(args, 1));
    if input.is_empty() || delimiters.is_empty() {
        return Ok(Value::list([Value::str(input)]));
    }
    let tokens = input.split(|char| delimiters.contains(char)).filter(|token| !token.is_empty());
    Ok(Value::list(tokens.map(Value::str)))
}

/// Never throws: a begin before the start is the start, an end before the start or after the end is the end.
fn substring(args: &[Value]) -> Result<Cow<'_, str>> {
    let number = |index: usize| args.get(index).map_or(Ok(0), coerce::to_int);
    let (begin, end) = (number(1)?, number(2)?);
    let input = text(args, 0);
    let len = utf16::len(&input);
    let begin = usize::try_from(begin).unwrap_or(0);
    let end = usize::try_from(end).map_or(len, |end| end.min(len));
    let cut = match &input {
        Cow::Borrowed(text) => utf16::slice(text, begin, end),
        Cow::Owned(text) => utf16::slice(text, begin, end).map(|cut| Cow::Owned(cut.into_owned())),
    };
    Ok(cut.unwrap_or(Cow::Borrowed("")))
}

/// Changes the case of a text, in small pieces on the stack where it is all ASCII.
fn change_case(text: &str, ascii: fn(&mut [u8]), unicode: fn(&str) -> String, put: Put<'_>) -> Result<()> {
    const PIECE: usize = 128;
    if !text.is_ascii() {
        return put(&unicode(text));
    }
    let mut piece = [0; PIECE];
    for bytes in text.as_bytes().chunks(PIECE) {
        let piece = &mut piece[..bytes.len()];
        piece.copy_from_slice(bytes);
        ascii(piece);
        put(str::from_utf8(piece).map_err(|_| Error::el("ASCII of another case is no ASCII"))?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::value::Set;

    fn function(name: &str) -> &'static LibraryFunction {
        all().iter().find(|function| function.name == name).expect("a function of that name")
    }

    /// Calls the function, and checks that what it writes is the text of that.
    fn call(name: &str, args: &[Value]) -> Result<Value> {
        let function = function(name);
        assert_eq!(function.arity, args.len(), "{name}");
        let value = function.call(args);
        let mut written = String::new();
        let done = function.write(args, &mut TextSink::string(&mut written));
        match &value {
            Ok(value) => assert_eq!(written, coerce::to_text(value), "{name}{args:?}"),
            Err(error) => assert_eq!(done.unwrap_err().message(), error.message()),
        }
        value
    }

    fn str(text: &str) -> Value {
        Value::str(text)
    }

    fn texts(items: &[&str]) -> Value {
        Value::list(items.iter().copied().map(Value::str))
    }

    #[test]
    fn every_function_does_what_its_section_says() {
        let null = || Value::Null;
        let int = Value::Int;
        let yes = || Value::Bool(true);
        let no = || Value::Bool(false);
        let long = "Ab".repeat(200);
        for (name, args, result) in [
            ("contains", vec![str("hello"), str("ell")], yes()),
            ("contains", vec![str("hello"), str("ELL")], no()),
            ("contains", vec![null(), str("x")], no()),
            ("contains", vec![str("hello"), null()], yes()),
            ("contains", vec![null(), null()], yes()),
            ("contains", vec![int(1234), int(23)], yes()),
            ("containsIgnoreCase", vec![str("hello"), str("ELL")], yes()),
            ("containsIgnoreCase", vec![str("Übung"), str("üb")], yes()),
            ("containsIgnoreCase", vec![str("hello"), null()], yes()),
            ("containsIgnoreCase", vec![null(), str("x")], no()),
            ("endsWith", vec![str("hello"), str("lo")], yes()),
            ("endsWith", vec![str("hello"), str("")], yes()),
            ("endsWith", vec![null(), str("lo")], no()),
            ("endsWith", vec![str("hello"), null()], yes()),
            (
                "escapeXml",
                vec![str("<a href=\"x\">'&'</a>")],
                str("&lt;a href=&#034;x&#034;&gt;&#039;&amp;&#039;&lt;/a&gt;"),
            ),
            ("escapeXml", vec![str("plain")], str("plain")),
            ("escapeXml", vec![null()], str("")),
            ("indexOf", vec![str("hello"), str("l")], int(2)),
            ("indexOf", vec![str("a😀b"), str("b")], int(3)),
            ("indexOf", vec![str("hello"), str("x")], int(-1)),
            ("indexOf", vec![str("hello"), str("")], int(0)),
            ("indexOf", vec![null(), str("x")], int(-1)),
            ("indexOf", vec![null(), null()], int(0)),
            ("join", vec![texts(&["a", "b", "c"]), str("-")], str("a-b-c")),
            ("join", vec![texts(&["a", "b"]), null()], str("ab")),
            ("join", vec![Value::list([int(1), null(), yes()]), str(", ")], str("1, , true")),
            ("join", vec![texts(&[]), str("-")], str("")),
            ("join", vec![null(), str("-")], str("")),
            ("length", vec![null()], int(0)),
            ("length", vec![str("")], int(0)),
            ("length", vec![str("a😀b")], int(4)),
            ("length", vec![texts(&["a", "b"])], int(2)),
            ("length", vec![Value::map([(str("k"), null())])], int(1)),
            ("length", vec![Value::new(Set::from_iter([int(1)]))], int(1)),
            ("length", vec![Value::new(HashMap::<String, i32>::new())], int(0)),
            ("replace", vec![str("a-b-c"), str("-"), str("+")], str("a+b+c")),
            ("replace", vec![str("aaa"), str("aa"), str("a")], str("aa")),
            ("replace", vec![str("a-b"), str("-"), null()], str("ab")),
            ("replace", vec![str("a-b"), null(), str("+")], str("a-b")),
            ("replace", vec![null(), str("-"), str("+")], str("")),
            ("replace", vec![null(), null(), str("+")], str("")),
            ("split", vec![str("one|two|three"), str("|")], texts(&["one", "two", "three"])),
            ("split", vec![str(",a;;b,"), str(",;")], texts(&["a", "b"])),
            ("split", vec![str(",,"), str(",")], texts(&[])),
            ("split", vec![str("abc"), null()], texts(&["abc"])),
            ("split", vec![null(), str(",")], texts(&[""])),
            ("startsWith", vec![str("hello"), str("he")], yes()),
            ("startsWith", vec![str("hello"), str("")], yes()),
            ("startsWith", vec![null(), str("he")], no()),
            ("startsWith", vec![str("hello"), null()], yes()),
            ("substring", vec![str("hello"), int(1), int(3)], str("el")),
            ("substring", vec![str("hello"), int(0), int(5)], str("hello")),
            ("substring", vec![str("hello"), int(-2), int(2)], str("he")),
            ("substring", vec![str("hello"), int(2), int(-1)], str("llo")),
            ("substring", vec![str("hello"), int(2), int(99)], str("llo")),
            ("substring", vec![str("hello"), int(5), int(9)], str("")),
            ("substring", vec![str("hello"), int(99), int(-1)], str("")),
            ("substring", vec![str("hello"), int(3), int(2)], str("")),
            ("substring", vec![str("hello"), str("1"), Value::Long(3)], str("el")),
            ("substring", vec![str("a😀b"), int(1), int(3)], str("😀")),
            ("substring", vec![Value::Long(12345), int(1), int(3)], str("23")),
            ("substring", vec![null(), int(0), int(1)], str("")),
            ("substring", vec![str("hello"), null(), null()], str("")),
            ("substringAfter", vec![str("a=b=c"), str("=")], str("b=c")),
            ("substringAfter", vec![str("abc"), str("=")], str("")),
            ("substringAfter", vec![str("abc"), null()], str("abc")),
            ("substringAfter", vec![null(), str("=")], str("")),
            ("substringAfter", vec![Value::Double(1.5), str(".")], str("5")),
            ("substringBefore", vec![str("a=b=c"), str("=")], str("a")),
            ("substringBefore", vec![str("abc"), str("=")], str("")),
            ("substringBefore", vec![str("abc"), null()], str("")),
            ("substringBefore", vec![null(), str("=")], str("")),
            ("toLowerCase", vec![str("ABC Def")], str("abc def")),
            ("toLowerCase", vec![str("ÄÖ")], str("äö")),
            ("toLowerCase", vec![str(&long)], str(&long.to_lowercase())),
            ("toLowerCase", vec![null()], str("")),
            ("toUpperCase", vec![str("abc")], str("ABC")),
            ("toUpperCase", vec![str("straße")], str("STRASSE")),
            ("toUpperCase", vec![str(&long)], str(&long.to_uppercase())),
            ("toUpperCase", vec![null()], str("")),
            ("trim", vec![str(" \t a b \n")], str("a b")),
            ("trim", vec![str("ab")], str("ab")),
            ("trim", vec![str("\u{a0}a\u{a0}")], str("\u{a0}a\u{a0}")),
            ("trim", vec![null()], str("")),
        ] {
            if name == "split" {
                let list = function(name).call(&args).unwrap();
                assert_eq!(list, result, "{name}{args:?}");
                continue;
            }
            assert_eq!(call(name, &args).unwrap(), result, "{name}{args:?}");
        }
    }

    #[test]
    fn unfit_arguments_are_errors() {
        for (name, args, kind) in [
            ("length", vec![Value::Int(5)], class::JSP_TAG),
            ("join", vec![str("a,b"), str("-")], class::EL),
            ("substring", vec![str("a"), str("x"), Value::Int(1)], class::EL),
        ] {
            assert_eq!(call(name, &args).unwrap_err().class_name(), kind, "{name}");
        }
        let thousand = str(&"a".repeat(1000));
        let long = str(&"x".repeat(100_000));
        assert!(function("replace").call(&[thousand, str("a"), long]).unwrap_err().is_budget());
    }

    #[test]
    fn the_library_is_whole_and_in_order() {
        let names: Vec<&str> = all().iter().map(|function| function.name).collect();
        assert_eq!(names.len(), 16);
        assert!(names.is_sorted());
        let mut registry = Registry::new();
        register(&mut registry, "F");
        for function in all() {
            assert!(registry.find_function("F", function.name).is_some());
        }
    }
}
