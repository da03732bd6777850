//! The stages of a stream: each pulls items from the one before it.

use std::cell::Cell;
use std::collections::VecDeque;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Items;
use vespid_render::value::Map;
use vespid_render::value::MapView;

use crate::vm::Cx;
use crate::vm::Kind;

/// Where items come from.
pub(super) type Pull = Box<Stage>;

/// How deep stages lie in each other, streams within streams included: pulls and drops go as deep.
pub(super) const MAX_DEPTH: usize = 200;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Stages lie too deep in each other.
#[cold]
pub(super) fn too_deep() -> Error {
    Error::new(
        "java.lang.StackOverflowError",
        format!("the stages of streams lie more than {MAX_DEPTH} deep in each other"),
    )
    .with_supers(["java.lang.Error".into(), "java.lang.Throwable".into()])
}

/// One stage.
pub(super) enum Stage {
    Items(Items),
    Iterate {
        next: Value,
        begun: bool,
        test: Option<Value>,
        step: Value,
        kind: Kind,
    },
    Generate {
        supplier: Value,
        kind: Kind,
    },
    Concat(VecDeque<Pull>),
    Filter(Pull, Value),
    Map {
        source: Pull,
        change: Value,
        from: Kind,
        to: Kind,
    },
    /// Items as numbers of another kind.
    Typed(Pull, Kind),
    FlatMap {
        source: Pull,
        change: Value,
        current: Option<Pull>,
    },
    Distinct(Pull, Map),
    Sorted {
        source: Option<Pull>,
        order: Option<Value>,
        items: VecDeque<Value>,
    },
    Peek(Pull, Value),
    Limit(Pull, u64),
    Skip(Pull, u64),
    TakeWhile(Option<Pull>, Value),
    DropWhile(Pull, Option<Value>),
}

/// The name of a function's method that gives that kind.
fn apply(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "applyAsInt",
        Kind::Long => "applyAsLong",
        Kind::Double => "applyAsDouble",
        _ => "apply",
    }
}

fn typed(kind: Kind, value: Value) -> Result<Value> {
    match kind {
        Kind::Ref => Ok(value),
        kind => Ok(kind.boxed(kind.unbox(&value)?)),
    }
}

fn holds(cx: &mut Cx<'_, '_>, test: &Value, item: &Value) -> Result<bool> {
    Ok(cx.invoke(test, "test", std::slice::from_ref(item))? == Value::Bool(true))
}

impl Stage {
    /// The next item; `None`: there are no more.
    ///
    /// # Errors
    /// What the stream's functions throw; the page's limits.
    pub(super) fn next(&mut self, cx: &mut Cx<'_, '_>) -> Result<Option<Value>> {
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            return Err(too_deep());
        }
        DEPTH.set(depth + 1);
        let next = self.pull(cx);
        DEPTH.set(depth);
        next
    }

    fn pull(&mut self, cx: &mut Cx<'_, '_>) -> Result<Option<Value>> {
        match self {
            Stage::Items(items) => {
                cx.spend(1)?;
                items.next().transpose()
            }
            Stage::Iterate { next, begun, test, step, kind } => {
                cx.spend(1)?;
                if *begun {
                    let item = cx.invoke(step, apply(*kind), std::slice::from_ref(next))?;
                    *next = typed(*kind, item)?;
                }
                *begun = true;
                let goes_on = match test {
                    Some(test) => holds(cx, test, next)?,
                    None => true,
                };
                Ok(goes_on.then(|| next.clone()))
            }
            Stage::Generate { supplier, kind } => {
                cx.spend(1)?;
                let method = match kind {
                    Kind::Int => "getAsInt",
                    Kind::Long => "getAsLong",
                    Kind::Double => "getAsDouble",
                    _ => "get",
                };
                let item = cx.invoke(supplier, method, &[])?;
                typed(*kind, item).map(Some)
            }
            Stage::Concat(sources) => {
                while let Some(source) = sources.front_mut() {
                    if let Some(item) = source.next(cx)? {
                        return Ok(Some(item));
                    }
                    sources.pop_front();
                }
                Ok(None)
            }
            Stage::Filter(source, test) => {
                while let Some(item) = source.next(cx)? {
                    if holds(cx, test, &item)? {
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }
            Stage::Map { source, change, from, to } => {
                let Some(item) = source.next(cx)? else { return Ok(None) };
                // `IntFunction.apply`, but `IntUnaryOperator.applyAsInt`.
                let method = if *from == Kind::Ref || *to != Kind::Ref { apply(*to) } else { "apply" };
                typed(*to, cx.invoke(change, method, &[item])?).map(Some)
            }
            Stage::Typed(source, kind) => match source.next(cx)? {
                Some(item) => typed(*kind, item).map(Some),
                None => Ok(None),
            },
            Stage::FlatMap { source, change, current } => loop {
                if let Some(inner) = current
                    && let Some(item) = inner.next(cx)?
                {
                    return Ok(Some(item));
                }
                let Some(item) = source.next(cx)? else { return Ok(None) };
                *current = super::streams::inner(&cx.invoke(change, "apply", &[item])?)?;
            },
            Stage::Distinct(source, seen) => {
                while let Some(item) = source.next(cx)? {
                    let before = MapView::len(seen);
                    cx.allocate(64)?;
                    MapView::put(seen, item.clone(), Value::Null)?;
                    if MapView::len(seen) != before {
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }
            Stage::Sorted { source, order, items } => {
                if let Some(mut source) = source.take() {
                    let mut all = pull_all(cx, &mut source)?;
                    super::functions::sort(cx, &mut all, order.as_ref().unwrap_or(&Value::Null))?;
                    *items = all.into();
                }
                Ok(items.pop_front())
            }
            Stage::Peek(source, action) => {
                let Some(item) = source.next(cx)? else { return Ok(None) };
                cx.invoke(action, "accept", std::slice::from_ref(&item))?;
                Ok(Some(item))
            }
            Stage::Limit(source, left) => match left.checked_sub(1) {
                Some(fewer) => {
                    *left = fewer;
                    source.next(cx)
                }
                None => Ok(None),
            },
            Stage::Skip(source, left) => {
                while *left > 0 {
                    *left -= 1;
                    if source.next(cx)?.is_none() {
                        *left = 0;
                        return Ok(None);
                    }
                }
                source.next(cx)
            }
            Stage::TakeWhile(source, test) => {
                let Some(from) = source else { return Ok(None) };
                match from.next(cx)? {
                    Some(item) if holds(cx, test, &item)? => Ok(Some(item)),
                    _ => {
                        *source = None;
                        Ok(None)
                    }
                }
            }
            Stage::DropWhile(source, test) => {
                while let Some(item) = source.next(cx)? {
                    match test {
                        Some(while_true) if holds(cx, while_true, &item)? => {}
                        _ => {
                            *test = None;
                            return Ok(Some(item));
                        }
                    }
                }
                Ok(None)
            }
        }
    }
}

/// All items that are left.
///
/// # Errors
/// As [`Stage::next`].
pub(super) fn pull_all(cx: &mut Cx<'_, '_>, source: &mut Pull) -> Result<Vec<Value>> {
    let mut items = Vec::new();
    while let Some(item) = source.next(cx)? {
        cx.allocate(24)?;
        items.push(item);
    }
    Ok(items)
}
