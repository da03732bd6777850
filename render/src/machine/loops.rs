//! Loops of `c:forEach` and `c:forTokens` (Jakarta Tags 3.1, section 6).

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::LazyLock;

use super::Machine;
use super::state::push_in_place;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::program::LoopBound;
use crate::program::LoopItems;
use crate::program::LoopSite;
use crate::value::AsyncItems;
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
    /// The index of the item that was taken last.
    index: i64,
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
    Items {
        items: Items,
        ahead: Option<Value>,
        at: i64,
    },
    Async(AsyncSource),
}

/// Items that come over time.
struct AsyncSource {
    /// `None` while they are waited for.
    items: Option<Box<dyn AsyncItems>>,
    /// The index of the item that comes next.
    at: i64,
    /// Items of the loop that have come: one, or two where it must be known which is the last.
    pulled: VecDeque<Value>,
    over: bool,
}

/// What a loop does next; in registers, as [`Ended`](crate::tags::stepwise::Ended) is.
pub(super) enum Round {
    /// Its body, with an item.
    Item,
    /// Nothing: it is over.
    End,
    /// The next item has not come yet.
    Wait,
    /// The items failed.
    Failed(Error),
}

impl LoopState {
    /// Pulls items that come over time until there are that many or no more; false: they have to be waited for.
    #[inline]
    fn pull(&mut self, count: usize) -> Result<bool> {
        if matches!(self.source, Source::Async(_)) { self.pull_async(count) } else { Ok(true) }
    }

    fn pull_async(&mut self, count: usize) -> Result<bool> {
        let Source::Async(source) = &mut self.source else { return Ok(true) };
        while source.pulled.len() < count && !source.over {
            let wanted = self.next + self.step * source.pulled.len() as i64;
            let Some(items) = source.items.as_mut().filter(|_| self.end.is_none_or(|end| wanted <= end))
            else {
                source.over = true;
                break;
            };
            let Some(item) = items.next_ready() else { return Ok(false) };
            let item = item?;
            if source.at == wanted {
                source.pulled.push_back(item);
            }
            source.at += 1;
        }
        if source.over {
            // Ends what makes them.
            source.items = None;
        }
        Ok(true)
    }

    /// The index of the item that was taken last.
    pub(super) fn index(&self) -> i64 {
        self.index
    }

    /// The item at `next` is taken.
    #[inline]
    fn advance(&mut self) {
        self.round += 1;
        self.index = self.next;
        match self.next.checked_add(self.step) {
            Some(next) => self.next = next,
            // No number follows, and so no item.
            None => self.source = Source::Tokens(Str::new(), Vec::new()),
        }
    }

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
                Ok(ahead.take())
            }
            Source::Async(source) => Ok(source.pulled.pop_front()),
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
            Source::Async(source) => source.pulled.is_empty(),
        })
    }
}

fn int(number: i64) -> Value {
    i32::try_from(number).map_or(Value::Long(number), Value::Int)
}

impl Machine {
    /// Starts a loop.
    #[inline(never)]
    pub(super) fn loop_start(&mut self, site: &LoopSite) -> Round {
        match self.open_loop(site) {
            Ok(()) => self.loop_round(site),
            Err(error) => Round::Failed(error),
        }
    }

    fn open_loop(&mut self, site: &LoopSite) -> Result<()> {
        // They were pushed in the opposite order.
        let given_step = self.loop_bound(site.step, "step")?;
        let end = self.loop_bound(site.end, "end")?;
        let begin = self.loop_bound(site.begin, "begin")?;
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
        push_in_place(&mut self.loops, || LoopState {
            source,
            round: 0,
            index: 0,
            next: begin.unwrap_or(0),
            end,
            step: given_step.unwrap_or(1),
            begin,
            given_step,
        });
        Ok(())
    }

    #[inline(always)]
    fn loop_bound(&mut self, bound: LoopBound, name: &str) -> Result<Option<i64>> {
        match bound {
            LoopBound::None => Ok(None),
            LoopBound::Constant(number) => Ok(Some(number)),
            LoopBound::OnStack => self.pop_bound(name).map(Some),
        }
    }

    #[inline(never)]
    fn pop_bound(&mut self, name: &str) -> Result<i64> {
        let number = coerce::to_long(&self.pop())?;
        let least = LoopBound::least(name);
        if number < least {
            return Err(Error::new(
                class::JSP_TAG,
                format!("'{name}' must be at least {least}, not {number}"),
            ));
        }
        Ok(number)
    }

    /// Takes the next item.
    #[inline(never)]
    pub(super) fn loop_round(&mut self, site: &LoopSite) -> Round {
        let state = self.loops.last_mut().expect("a loop runs between LoopStart and LoopEnd");
        let at = state.next;
        if state.end.is_some_and(|end| at > end) && !matches!(state.source, Source::Async(_)) {
            return Round::End;
        }
        // What is at hand right away is put where it is to lie.
        let (Some(slot), None) = (site.var, site.status) else { return self.round_of_items(site) };
        let place = &mut self.state.vars[self.base + slot as usize];
        match &state.source {
            Source::Range => place.replace_with(int(at)),
            Source::List(list) => {
                let Some(list) = list.as_list() else { return Round::End };
                let mut item = list.get(at as usize);
                let Some(value) = &mut item else { return Round::End };
                value.move_to(place);
                std::mem::forget(item);
            }
            _ => return self.round_of_items(site),
        }
        state.advance();
        Round::Item
    }

    #[inline(never)]
    fn round_of_items(&mut self, site: &LoopSite) -> Round {
        match self.any_round(site) {
            Ok(round) => round,
            Err(error) => Round::Failed(error),
        }
    }

    fn any_round(&mut self, site: &LoopSite) -> Result<Round> {
        let state = self.loops.last_mut().expect("the caller saw it");
        // Whether an item is the last is known when the next has come.
        if !state.pull(1 + usize::from(site.status.is_some()))? {
            return Ok(Round::Wait);
        }
        let Some(item) = state.item()? else { return Ok(Round::End) };
        state.advance();
        let base = self.base;
        if let Some(slot) = site.status {
            let status = Status {
                current: item.clone(),
                index: state.index,
                count: state.round,
                last: state.is_last()?,
                begin: state.begin,
                end: state.end,
                step: state.given_step,
            };
            self.state.vars[base + slot as usize].replace_with(Value::new(status));
        }
        if let Some(slot) = site.var {
            self.state.vars[base + slot as usize].replace_with(item);
        }
        Ok(Round::Item)
    }

    /// The items that the innermost loop waits for.
    pub(super) fn take_items(&mut self) -> Box<dyn AsyncItems> {
        let items = self.loops.last_mut().and_then(|state| match &mut state.source {
            Source::Async(source) => source.items.take(),
            _ => None,
        });
        items.expect("only a loop over such items waits")
    }

    /// Gives them back; `None`: they are over.
    pub(super) fn put_items(&mut self, items: Option<Box<dyn AsyncItems>>) {
        if let Some(LoopState { source: Source::Async(source), .. }) = self.loops.last_mut() {
            source.over = items.is_none();
            source.items = items;
        }
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
    if let Some(items) = Arc::clone(&object).iterate() {
        return Ok(Source::Items { items, ahead: None, at: -1 });
    }
    match Arc::clone(&object).async_items() {
        Some(items) => {
            Ok(Source::Async(AsyncSource { items: Some(items), at: 0, pulled: VecDeque::new(), over: false }))
        }
        None => Err(not_iterable(&Value::Object(object))),
    }
}

/// The item at an index of what a loop goes over; null if there is none.
pub(super) fn item_of(items: &Value, delims: Option<&Value>, index: i64) -> Result<Value> {
    let source = match delims {
        None => collection(items.clone())?,
        Some(delims) => {
            let text = Str::from(&*coerce::to_text(items));
            let tokens = split(&text, &coerce::to_text(delims));
            Source::Tokens(text, tokens)
        }
    };
    if matches!(source, Source::Async(_)) {
        return Err(not_iterable(items).with_hint("items that come over time come once: write `${…}`"));
    }
    let mut state =
        LoopState { source, round: 0, index, next: index, end: None, step: 1, begin: None, given_step: None };
    Ok(state.item()?.unwrap_or_default())
}

#[cold]
fn not_iterable(value: &Value) -> Error {
    Error::new(
        class::JSP_TAG,
        format!("'items' can't be iterated: it is a {}", value.class_name().unwrap_or("null")),
    )
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
            Class::with_properties(
                "jakarta.servlet.jsp.jstl.core.LoopTagStatus",
                &[],
                vec![
                    Property::read_only("count", "int"),
                    Property::read_only("index", "int"),
                    Property::read_only("current", "java.lang.Object"),
                    Property::read_only("first", "boolean"),
                    Property::read_only("last", "boolean"),
                    Property::read_only("begin", "java.lang.Integer"),
                    Property::read_only("end", "java.lang.Integer"),
                    Property::read_only("step", "java.lang.Integer"),
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
        let cut = |text: &str| {
            split(text, ",;")
                .iter()
                .map(|(a, b)| text[*a as usize..*b as usize].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(cut("a,b;;c"), ["a", "b", "c"]);
        assert_eq!(cut(",,"), Vec::<String>::new());
        assert_eq!(cut("ä"), ["ä"]);
    }
}
