//! `java.util.regex.Matcher` and `MatchResult`.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;
use vespid_render::value::methods::regex::Anchor;
use vespid_render::value::methods::regex::Groups;
use vespid_render::value::methods::regex::Pattern;
use vespid_render::value::methods::regex::behind;
use vespid_render::value::methods::regex::no_group;
use vespid_render::value::methods::regex::whole;
use vespid_render::value::methods::utf16;

use super::MAX_TEXT_BYTES;
use super::builders::byte_of;
use super::regex::sequence;
use super::regex::spend;
use crate::vm::Cx;
use crate::vm::Kind;

/// A `Matcher`.
struct Matcher(Mutex<State>);

/// A `MatchResult` that stays as it is.
struct Found(State);

#[derive(Clone)]
struct State {
    pattern: Pattern,
    text: Str,
    /// What searches see of the text.
    region: Range<usize>,
    /// What was found last, as bytes of the region.
    groups: Option<Groups>,
    /// Where the next search starts, in the region.
    next: usize,
    /// How much of the text `appendReplacement` has passed on.
    appended: usize,
}

static MATCHER: LazyLock<Class> =
    LazyLock::new(|| Class::new("java.util.regex.Matcher", &["java.util.regex.MatchResult"]));

static RESULT: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.regex.MatchResult", &[]));

impl Object for Matcher {
    fn class(&self) -> &Class {
        &MATCHER
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let state = self.state();
        write!(out, "java.util.regex.Matcher[pattern={}", state.pattern.source())?;
        write!(out, " region={},{}", state.index(0), state.index(state.region.len()))?;
        let last = state.groups.as_ref().map_or("", |groups| &state.seen()[whole(groups)]);
        write!(out, " lastmatch={last}]")
    }
}

impl Object for Found {
    fn class(&self) -> &Class {
        &RESULT
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A matcher of a pattern for a text.
pub(super) fn new(pattern: Pattern, text: Str) -> Value {
    let region = 0..text.len();
    Value::new(Matcher(Mutex::new(State { pattern, text, region, groups: None, next: 0, appended: 0 })))
}

#[cold]
fn no_match() -> Error {
    Error::illegal_state("No match found")
}

impl Matcher {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What searches see.
    fn seen(&self) -> &str {
        &self.text[self.region.clone()]
    }

    /// The UTF-16 index in the text of a byte of the region.
    fn index(&self, byte: usize) -> i32 {
        utf16::len(&self.text[..self.region.start + byte]) as i32
    }

    fn reset(&mut self) {
        self.region = 0..self.text.len();
        (self.groups, self.next, self.appended) = (None, 0, 0);
    }

    fn search(&mut self, cx: &mut Cx<'_, '_>, from: usize, anchor: Anchor) -> Result<bool> {
        spend(cx, &self.pattern, self.region.len().saturating_sub(from))?;
        self.groups = self.pattern.find(self.seen(), from, anchor)?;
        self.next = match &self.groups {
            Some(groups) => behind(self.seen(), &whole(groups)),
            None => self.region.len() + 1,
        };
        Ok(self.groups.is_some())
    }

    /// The bytes of a group, by number or name.
    fn range(&self, group: Option<&Value>) -> Result<Option<Range<usize>>> {
        let groups = self.groups.as_ref().ok_or_else(no_match)?;
        let index = match group {
            None => 0,
            Some(Value::Str(name)) => self
                .pattern
                .group(name)
                .ok_or_else(|| Error::illegal_argument(format!("No group with name <{name}>")))?,
            Some(number) => coerce::to_int(number)? as usize,
        };
        groups.get(index).cloned().ok_or_else(|| no_group(index))
    }

    /// What both kinds of results have.
    fn result(&self, name: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (name, args) {
            ("group", [] | [_]) => match self.range(args.first())? {
                Some(range) => Value::str(&self.seen()[range]),
                None => Value::Null,
            },
            ("start", [] | [_]) => {
                Value::Int(self.range(args.first())?.map_or(-1, |range| self.index(range.start)))
            }
            ("end", [] | [_]) => {
                Value::Int(self.range(args.first())?.map_or(-1, |range| self.index(range.end)))
            }
            ("groupCount", []) => Value::Int(self.pattern.group_count() as i32),
            ("hasMatch", []) => Value::Bool(self.groups.is_some()),
            _ => return Ok(None),
        }))
    }

    /// Passes on what lies before what was found last, and the replacement for that.
    fn append(&mut self, new: &str, out: &mut String) -> Result<()> {
        let groups = self.groups.as_ref().ok_or_else(no_match)?;
        let found = whole(groups);
        let (start, end) = (self.region.start + found.start, self.region.start + found.end);
        out.push_str(self.text.get(self.appended..start).unwrap_or_default());
        self.pattern.expand(self.seen(), groups, new, out)?;
        self.appended = end;
        if out.len() > MAX_TEXT_BYTES { Err(super::too_long(out.len())) } else { Ok(()) }
    }
}

/// Methods of a `MatchResult` that stays as it is.
pub(super) fn result(
    _: &mut Cx<'_, '_>,
    target: &Value,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    match target.downcast_ref::<Found>() {
        Some(Found(state)) => state.result(name, args),
        None => Ok(None),
    }
}

/// Methods of a `Matcher`.
pub(super) fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(matcher) = target.downcast_ref::<Matcher>() else { return Ok(None) };
    match (name, args) {
        // These call back, so nothing is held while they do.
        ("replaceAll" | "replaceFirst", [new]) => {
            return replace(cx, matcher, new, name == "replaceAll").map(Some);
        }
        ("reset", [text]) => {
            let text = sequence(cx, text)?;
            let mut state = matcher.state();
            state.text = text;
            state.reset();
            return Ok(Some(target.clone()));
        }
        _ => {}
    }
    let mut state = matcher.state();
    if let Some(value) = state.result(name, args)? {
        return Ok(Some(value));
    }
    Ok(Some(match (name, args) {
        ("find", []) => {
            let from = state.next;
            Value::Bool(state.search(cx, from, Anchor::No)?)
        }
        ("find", [from]) => {
            state.reset();
            let from = byte_of(&state.text, from)?;
            Value::Bool(state.search(cx, from, Anchor::No)?)
        }
        ("matches", []) => Value::Bool(state.search(cx, 0, Anchor::Whole)?),
        ("lookingAt", []) => Value::Bool(state.search(cx, 0, Anchor::Start)?),
        ("reset", []) => {
            state.reset();
            target.clone()
        }
        ("appendReplacement", [builder, new]) => {
            let mut out = String::new();
            state.append(&coerce::to_text(new), &mut out)?;
            drop(state);
            cx.invoke(builder, "append", &[Value::str(out)])?;
            target.clone()
        }
        ("appendTail", [builder]) => {
            let rest = Value::str(&state.text[state.appended..]);
            drop(state);
            cx.invoke(builder, "append", &[rest])?
        }
        ("results", []) => {
            state.reset();
            let (pattern, mut all) = (state.pattern.clone(), Vec::new());
            spend(cx, &pattern, state.text.len())?;
            for found in pattern.find_all(&state.text.clone()) {
                state.groups = Some(found?);
                cx.allocate(128)?;
                all.push(Value::new(Found(state.clone())));
            }
            super::streams::of(Kind::Ref, all.into_iter().map(Ok))
        }
        ("toMatchResult", []) => Value::new(Found(state.clone())),
        ("usePattern", [pattern]) => {
            let Some(pattern) = pattern.downcast_ref::<super::regex::Pattern>() else {
                return Err(Error::illegal_argument("Pattern cannot be null"));
            };
            state.pattern = pattern.0.clone();
            state.groups = None;
            target.clone()
        }
        ("region", [from, end]) => {
            let (from, end) = (byte_of(&state.text, from)?, byte_of(&state.text, end)?);
            if from > end {
                return Err(super::strings::outside(end as i32, state.text.len()));
            }
            state.reset();
            state.region = from..end;
            target.clone()
        }
        ("regionStart", []) => Value::Int(state.index(0)),
        ("regionEnd", []) => Value::Int(state.index(state.region.len())),
        ("hitEnd", []) => {
            Value::Bool(state.groups.as_ref().is_none_or(|found| whole(found).end == state.region.len()))
        }
        ("pattern", []) => Value::new(super::regex::Pattern(state.pattern.clone())),
        _ => return Ok(None),
    }))
}

/// `replaceAll` and `replaceFirst`, by a text or by a function of each result.
fn replace(cx: &mut Cx<'_, '_>, matcher: &Matcher, new: &Value, all: bool) -> Result<Value> {
    let mut state = {
        let mut state = matcher.state();
        state.reset();
        state.clone()
    };
    spend(cx, &state.pattern, state.text.len())?;
    if let Value::Str(new) = new {
        return Ok(Value::str(state.pattern.replaced(&state.text, new, all)?));
    }
    let mut out = String::new();
    let mut more = state.search(cx, 0, Anchor::No)?;
    while more {
        let found = Value::new(Found(state.clone()));
        let new = cx.invoke(new, "apply", &[found])?;
        state.append(&sequence(cx, &new)?, &mut out)?;
        let from = state.next;
        more = all && state.search(cx, from, Anchor::No)?;
    }
    out.push_str(&state.text[state.appended..]);
    cx.allocate(out.len())?;
    Ok(Value::str(out))
}
