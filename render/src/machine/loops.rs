//! Loops of `c:forEach` and `c:forTokens` (Jakarta Tags 3.1, section 6).

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Machine;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::program::LoopItems;
use crate::program::LoopSite;
use crate::program::Program;
use crate::value::Class;
use crate::value::Items;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Property;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

/// A running loop.
pub(super) struct LoopState {
    source: Source,
    /// The round, from 0.
    round: i64,
    /// The index of the next item in the collection.
    next: i64,
    end: Option<i64>,
    step: i64,
    begin: Option<i64>,
    given_step: Option<i64>,
}

enum Source {
    /// Numbers: the index is the value.
    Range,
    List(Obj),
    Tokens(Str, Vec<(u32, u32)>),
    /// An iterator with one item read ahead, so that `last` is known.
    Items { items: Items, ahead: Option<Value>, at: i64 },
}

impl LoopState {
    /// The item at `next`, if the loop has one.
    fn item(&mut self) -> Result<Option<Value>> {
        if self.end.is_some_and(|end| self.next > end) {
            return Ok(None);
        }
        let at = self.next;
        match &mut self.source {
            Source::Range => Ok(Some(int(at))),
            Source::List(list) => Ok(usize::try_from(at).ok().and_then(|at| list.as_list()?.get(at))),
            Source::Tokens(text, tokens) => Ok(usize::try_from(at)
                .ok()
                .and_then(|at| tokens.get(at))
                .map(|(from, to)| Value::str(&text[*from as usize..*to as usize]))),
            Source::Items { items, ahead, at: position } => {
                while *position < at {
                    *ahead = items.next().transpose()?;
                    *position += 1;
                    if ahead.is_none() {
                        return Ok(None);
                    }
                }
                if *position == at && ahead.is_none() {
                    *ahead = items.next().transpose()?;
                }
                Ok(ahead.take())
            }
        }
    }

    /// Whether no item follows the one just taken.
    fn is_last(&mut self) -> Result<bool> {
        let next = self.next;
        if self.end.is_some_and(|end| next > end) {
            return Ok(true);
        }
        Ok(match &mut self.source {
            Source::Range => false,
            Source::List(list) => list.as_list().is_none_or(|list| next >= list.len() as i64),
            Source::Tokens(_, tokens) => next >= tokens.len() as i64,
            Source::Items { items, ahead, at } => {
                while *at < next {
                    *ahead = items.next().transpose()?;
                    *at += 1;
                    if ahead.is_none() {
                        break;
                    }
                }
                ahead.is_none()
            }
        })
    }
}

fn int(number: i64) -> Value {
    i32::try_from(number).map_or(Value::Long(number), Value::Int)
}

impl Machine {
    /// Starts a loop; false: it has no rounds.
    #[inline(never)]
    pub(super) fn loop_start(&mut self, program: &Program, site: &LoopSite) -> Result<bool> {
        let mut bound = |given: bool, name: &str| -> Result<Option<i64>> {
            if !given {
                return Ok(None);
            }
            let value = self.stack.pop().expect("the compiler pushes what the site says");
            let number = coerce::to_long(&value)?;
            if number < i64::from(name == "step") {
                let least = i64::from(name == "step");
                return Err(Error::new(class::JSP_TAG, format!("'{name}' must be at least {least}, not {number}")));
            }
            Ok(Some(number))
        };
        let given_step = bound(site.step, "step")?;
        let end = bound(site.end, "end")?;
        let begin = bound(site.begin, "begin")?;
        let source = match site.items {
            LoopItems::Range => Source::Range,
            LoopItems::Collection => collection(self.pop())?,
            LoopItems::Tokens => {
                let delims = coerce::to_text(&self.pop()).into_owned();
                let text = Str::from(&*coerce::to_text(&self.pop()));
                let tokens = split(&text, &delims);
                Source::Tokens(text, tokens)
            }
        };
        self.loops.push(LoopState {
            source,
            round: 0,
            next: begin.unwrap_or(0),
            end,
            step: given_step.unwrap_or(1),
            begin,
            given_step,
        });
        self.loop_round(program, site)
    }

    /// Takes the next item; false: there is none.
    #[inline(never)]
    pub(super) fn loop_round(&mut self, _program: &Program, site: &LoopSite) -> Result<bool> {
        let state = self.loops.last_mut().expect("a loop runs between LoopStart and LoopEnd");
        let index = state.next;
        let Some(item) = state.item()? else { return Ok(false) };
        state.round += 1;
        state.next += state.step;
        let base = self.state.base();
        if let Some(slot) = site.status {
            let status = Status {
                current: item.clone(),
                index,
                count: state.round,
                last: state.is_last()?,
                begin: state.begin,
                end: state.end,
                step: state.given_step,
            };
            self.state.vars[base + slot as usize] = Value::new(status);
        }
        if let Some(slot) = site.var {
            self.state.vars[base + slot as usize] = item;
        }
        Ok(true)
    }
}

/// What a loop can go over: collections, maps, arrays, iterators, comma-separated strings; null is empty.
fn collection(value: Value) -> Result<Source> {
    let object = match value {
        Value::Null => return Ok(Source::Tokens(Str::new(), Vec::new())),
        Value::Str(text) => {
            let tokens = split(&text, ",");
            return Ok(Source::Tokens(text, tokens));
        }
        Value::Object(object) => object,
        other => return Err(not_iterable(&other)),
    };
    if object.as_list().is_some() {
        return Ok(Source::List(object));
    }
    match Arc::clone(&object).iterate() {
        Some(items) => Ok(Source::Items { items, ahead: None, at: 0 }),
        None => Err(not_iterable(&Value::Object(object))),
    }
}

#[cold]
fn not_iterable(value: &Value) -> Error {
    Error::new(class::JSP_TAG, format!("'items' can't be iterated: it is a {}", value.class_name().unwrap_or("null")))
        .with_hint("give a collection, map, array, iterator or a comma-separated string")
}

/// `java.util.StringTokenizer`: runs of delimiters separate, empty tokens do not count.
fn split(text: &str, delims: &str) -> Vec<(u32, u32)> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, char) in text.char_indices() {
        if delims.contains(char) {
            if let Some(start) = start.take() {
                tokens.push((start, at as u32));
            }
        } else if start.is_none() {
            start = Some(at as u32);
        }
    }
    if let Some(start) = start {
        tokens.push((start, text.len() as u32));
    }
    tokens
}

/// `jakarta.servlet.jsp.jstl.core.LoopTagStatus`
struct Status {
    current: Value,
    index: i64,
    count: i64,
    last: bool,
    begin: Option<i64>,
    end: Option<i64>,
    step: Option<i64>,
}

impl Object for Status {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |name: &str, java_type: &str| Property {
                name: name.into(),
                java_type: java_type.into(),
                writable: false,
            };
            Class::with_properties(
                "jakarta.servlet.jsp.jstl.core.LoopTagStatus",
                &[],
                vec![
                    property("count", "int"),
                    property("index", "int"),
                    property("current", "java.lang.Object"),
                    property("first", "boolean"),
                    property("last", "boolean"),
                    property("begin", "java.lang.Integer"),
                    property("end", "java.lang.Integer"),
                    property("step", "java.lang.Integer"),
                ],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        let optional = |number: Option<i64>| number.map_or(Value::Null, int);
        Ok(match index {
            0 => int(self.count),
            1 => int(self.index),
            2 => self.current.clone(),
            3 => Value::Bool(self.count == 1),
            4 => Value::Bool(self.last),
            5 => optional(self.begin),
            6 => optional(self.end),
            _ => optional(self.step),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn tokens_are_never_empty() {
        let cut = |text: &str| split(text, ",;").iter().map(|(a, b)| text[*a as usize..*b as usize].to_owned()).collect::<Vec<_>>();
        assert_eq!(cut("a,b;;c"), ["a", "b", "c"]);
        assert_eq!(cut(",,"), Vec::<String>::new());
        assert_eq!(cut("ä"), ["ä"]);
    }
}
