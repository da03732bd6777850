//! `java.util.stream`: streams that pull their items one by one, as far as somebody asks.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::optionals::number_of;
use super::optionals::optional;
use super::stages::MAX_DEPTH;
use super::stages::Pull;
use super::stages::Stage;
use super::stages::pull_all;
use super::stages::too_deep;
use super::table::Native;
use crate::vm::Array;
use crate::vm::Cx;
use crate::vm::Kind;

/// What streams of all kinds have.
const BASE: &str = "iterator:Iterator close:void parallel:this sequential:this unordered:this onClose/1:this \
                    isParallel:boolean filter/1:this distinct:this peek/1:this limit/1:this skip/1:this \
                    takeWhile/1:this dropWhile/1:this forEach/1:void forEachOrdered/1:void count:long \
                    anyMatch/1:boolean allMatch/1:boolean noneMatch/1:boolean";

const fn stream(name: &'static str, methods: &'static str, statics: &'static str) -> Native {
    Native {
        supers: &["java.util.stream.BaseStream"],
        methods,
        statics,
        call: Some(call),
        complete: true,
        ..Native::new(name)
    }
}

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.lang.AutoCloseable"],
        methods: BASE,
        complete: true,
        ..Native::new("java.util.stream.BaseStream")
    },
    Native {
        call_static: Some(|cx, name, args| make(cx, Kind::Ref, name, args)),
        ..stream(
            "java.util.stream.Stream",
            "map/1:Stream mapToInt/1:IntStream mapToLong/1:LongStream mapToDouble/1:DoubleStream flatMap/1:Stream \
             flatMapToInt/1:IntStream sorted/0,1:Stream toArray/0,1:Object[] reduce/1:Optional reduce/2,3:? \
             collect/1,3:? toList:List min/1:Optional max/1:Optional findFirst:Optional findAny:Optional",
            "of/0+:Stream ofNullable/1:Stream empty:Stream iterate/2,3:Stream generate/1:Stream concat/2:Stream",
        )
    },
    Native {
        call_static: Some(|cx, name, args| make(cx, Kind::Int, name, args)),
        ..stream(
            "java.util.stream.IntStream",
            "map/1:IntStream mapToObj/1:Stream mapToLong/1:LongStream mapToDouble/1:DoubleStream flatMap/1:IntStream \
             boxed:Stream asLongStream:LongStream asDoubleStream:DoubleStream sorted:IntStream sum:int \
             average:OptionalDouble min:OptionalInt max:OptionalInt findFirst:OptionalInt findAny:OptionalInt \
             reduce/1:OptionalInt reduce/2:int toArray:int[] summaryStatistics:IntSummaryStatistics collect/3:?",
            "range/2:IntStream rangeClosed/2:IntStream of/0+:IntStream empty:IntStream iterate/2,3:IntStream \
             generate/1:IntStream concat/2:IntStream",
        )
    },
    Native {
        call_static: Some(|cx, name, args| make(cx, Kind::Long, name, args)),
        ..stream(
            "java.util.stream.LongStream",
            "map/1:LongStream mapToObj/1:Stream mapToInt/1:IntStream mapToDouble/1:DoubleStream \
             flatMap/1:LongStream boxed:Stream asDoubleStream:DoubleStream sorted:LongStream sum:long \
             average:OptionalDouble min:OptionalLong max:OptionalLong findFirst:OptionalLong findAny:OptionalLong \
             reduce/1:OptionalLong reduce/2:long toArray:long[] summaryStatistics:LongSummaryStatistics collect/3:?",
            "range/2:LongStream rangeClosed/2:LongStream of/0+:LongStream empty:LongStream iterate/2,3:LongStream \
             generate/1:LongStream concat/2:LongStream",
        )
    },
    Native {
        call_static: Some(|cx, name, args| make(cx, Kind::Double, name, args)),
        ..stream(
            "java.util.stream.DoubleStream",
            "map/1:DoubleStream mapToObj/1:Stream mapToInt/1:IntStream mapToLong/1:LongStream \
             flatMap/1:DoubleStream boxed:Stream sorted:DoubleStream sum:double average:OptionalDouble \
             min:OptionalDouble max:OptionalDouble findFirst:OptionalDouble findAny:OptionalDouble \
             reduce/1:OptionalDouble reduce/2:double toArray:double[] \
             summaryStatistics:DoubleSummaryStatistics collect/3:?",
            "of/0+:DoubleStream empty:DoubleStream iterate/2,3:DoubleStream generate/1:DoubleStream \
             concat/2:DoubleStream",
        )
    },
    Native {
        supers: &["java.util.Iterator"],
        methods: "nextInt:int nextLong:long nextDouble:double",
        call: Some(cursor),
        complete: true,
        ..Native::new("java.util.PrimitiveIterator")
    },
];

/// A stream: used once.
struct Stream {
    kind: Kind,
    source: Mutex<Option<Pull>>,
    /// How many stages lie in each other.
    depth: usize,
}

impl Object for Stream {
    fn class(&self) -> &Class {
        fn class(name: &str) -> Class {
            Class::new(name, &["java.util.stream.BaseStream", "java.lang.AutoCloseable"])
        }
        static OBJECTS: LazyLock<Class> = LazyLock::new(|| class("java.util.stream.Stream"));
        static INTS: LazyLock<Class> = LazyLock::new(|| class("java.util.stream.IntStream"));
        static LONGS: LazyLock<Class> = LazyLock::new(|| class("java.util.stream.LongStream"));
        static DOUBLES: LazyLock<Class> = LazyLock::new(|| class("java.util.stream.DoubleStream"));
        match self.kind {
            Kind::Int => &INTS,
            Kind::Long => &LONGS,
            Kind::Double => &DOUBLES,
            _ => &OBJECTS,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn stream_of(kind: Kind, source: Stage, depth: usize) -> Value {
    Value::new(Stream { kind, source: Mutex::new(Some(Box::new(source))), depth })
}

fn depth_of(value: &Value) -> usize {
    value.downcast_ref::<Stream>().map_or(0, |stream| stream.depth)
}

/// A stream of items.
pub(super) fn of(kind: Kind, items: impl Iterator<Item = Result<Value>> + Send + 'static) -> Value {
    stream_of(kind, Stage::Items(Box::new(items)), 1)
}

/// A stream of an array's items or a part of them.
///
/// # Errors
/// It is no array, or has no such part.
pub(super) fn of_array(array: &Value, part: &[Value]) -> Result<Value> {
    let kind = match array.downcast_ref::<Array>().map(Array::kind) {
        Some(kind @ (Kind::Int | Kind::Long | Kind::Double)) => kind,
        _ => Kind::Ref,
    };
    let items = super::collections::all(array)?;
    let items = match part {
        [from, to] => {
            let (from, to) = (coerce::to_int(from)?, coerce::to_int(to)?);
            let range = from.max(0) as usize..to.max(0) as usize;
            items.get(range).filter(|_| from >= 0).map(<[Value]>::to_vec).ok_or_else(|| {
                Error::new(
                    "java.lang.ArrayIndexOutOfBoundsException",
                    format!("no part from {from} to {to} of {} items", items.len()),
                )
            })?
        }
        _ => items,
    };
    Ok(of(kind, items.into_iter().map(Ok)))
}

/// Takes a stream's items for good.
///
/// # Errors
/// They were taken before.
fn take(value: &Value) -> Result<(Kind, Pull)> {
    let Some(stream) = value.downcast_ref::<Stream>() else {
        return Err(if value.is_null() {
            Error::new(vespid_render::error::class::NULL_POINTER, "the stream is null")
        } else {
            Error::new(vespid_render::error::class::CLASS_CAST, "a stream is needed")
        });
    };
    let source = stream.source.lock().unwrap_or_else(PoisonError::into_inner).take();
    match source {
        Some(source) => Ok((stream.kind, source)),
        None => Err(Error::illegal_state("stream has already been operated upon or closed")),
    }
}

/// The items of a stream that a function of `flatMap` gives; null: none.
///
/// # Errors
/// It is no stream.
pub(super) fn inner(value: &Value) -> Result<Option<Pull>> {
    if value.is_null() {
        return Ok(None);
    }
    take(value).map(|(_, source)| Some(source))
}

fn typed(kind: Kind, value: &Value) -> Result<Value> {
    match kind {
        Kind::Ref => Ok(value.clone()),
        kind => Ok(kind.boxed(kind.unbox(value)?)),
    }
}

/// Static methods of the stream classes.
fn make(cx: &mut Cx<'_, '_>, kind: Kind, name: &str, args: &[Value]) -> Result<Option<Value>> {
    cx.allocate(64)?;
    let mut depth = 1;
    let stage = match (name, args) {
        ("empty", []) => Stage::Items(Box::new(std::iter::empty())),
        ("ofNullable", [item]) => {
            let item = (!item.is_null()).then(|| Ok(item.clone()));
            Stage::Items(Box::new(item.into_iter()))
        }
        ("of", [array]) if kind != Kind::Ref && array.downcast_ref::<Array>().is_some() => {
            return of_array(array, &[]).map(Some);
        }
        ("of", items) => {
            let items: Result<Vec<Value>> =
                super::strings::spread(items).iter().map(|item| typed(kind, item)).collect();
            Stage::Items(Box::new(items?.into_iter().map(Ok)))
        }
        ("range" | "rangeClosed", [from, to]) => {
            let (from, to) = (coerce::to_long(from)?, coerce::to_long(to)?);
            let end = if name == "range" { to } else { to.saturating_add(1) };
            Stage::Items(Box::new((from..end).map(move |number| Ok(kind.boxed(number)))))
        }
        ("iterate", [seed, rest @ ..]) => {
            let (test, step) = match rest {
                [step] => (None, step),
                [test, step] => (Some(test.clone()), step),
                _ => return Ok(None),
            };
            Stage::Iterate { next: typed(kind, seed)?, begun: false, test, step: step.clone(), kind }
        }
        ("generate", [supplier]) => Stage::Generate { supplier: supplier.clone(), kind },
        ("concat", [first, second]) => {
            depth = 1 + depth_of(first).max(depth_of(second));
            if depth > MAX_DEPTH {
                return Err(too_deep());
            }
            Stage::Concat(VecDeque::from([take(first)?.1, take(second)?.1]))
        }
        _ => return Ok(None),
    };
    Ok(Some(stream_of(kind, stage, depth)))
}

/// Methods of streams.
fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    if target.downcast_ref::<Stream>().is_none() {
        return Ok(None);
    }
    match (name, args) {
        ("parallel" | "sequential" | "unordered", []) | ("onClose", [_]) => return Ok(Some(target.clone())),
        ("isParallel", []) => return Ok(Some(Value::Bool(false))),
        ("close", []) => {
            let _ = take(target);
            return Ok(Some(Value::Null));
        }
        ("toString" | "hashCode" | "getClass", []) | ("equals", [_]) => return Ok(None),
        _ => {}
    }
    let (kind, source) = take(target)?;
    let (to, stage) = match (name, args) {
        ("filter", [test]) => (kind, Stage::Filter(source, test.clone())),
        ("map", [change]) => (kind, Stage::Map { source, change: change.clone(), from: kind, to: kind }),
        ("mapToInt", [change]) => {
            (Kind::Int, Stage::Map { source, change: change.clone(), from: kind, to: Kind::Int })
        }
        ("mapToLong", [change]) => {
            (Kind::Long, Stage::Map { source, change: change.clone(), from: kind, to: Kind::Long })
        }
        ("mapToDouble", [change]) => {
            (Kind::Double, Stage::Map { source, change: change.clone(), from: kind, to: Kind::Double })
        }
        ("mapToObj", [change]) => {
            (Kind::Ref, Stage::Map { source, change: change.clone(), from: kind, to: Kind::Ref })
        }
        ("boxed", []) => (Kind::Ref, Stage::Typed(source, Kind::Ref)),
        ("asLongStream", []) => (Kind::Long, Stage::Typed(source, Kind::Long)),
        ("asDoubleStream", []) => (Kind::Double, Stage::Typed(source, Kind::Double)),
        ("flatMap", [change]) => (kind, Stage::FlatMap { source, change: change.clone(), current: None }),
        ("flatMapToInt", [change]) => {
            (Kind::Int, Stage::FlatMap { source, change: change.clone(), current: None })
        }
        ("distinct", []) => (kind, Stage::Distinct(source, vespid_render::value::Map::new())),
        ("sorted", order) => (
            kind,
            Stage::Sorted { source: Some(source), order: order.first().cloned(), items: VecDeque::new() },
        ),
        ("peek", [action]) => (kind, Stage::Peek(source, action.clone())),
        ("limit", [count]) => (kind, Stage::Limit(source, count_of(count)?)),
        ("skip", [count]) => (kind, Stage::Skip(source, count_of(count)?)),
        ("takeWhile", [test]) => (kind, Stage::TakeWhile(Some(source), test.clone())),
        ("dropWhile", [test]) => (kind, Stage::DropWhile(source, Some(test.clone()))),
        _ => return end(cx, kind, source, name, args),
    };
    let depth = 1 + depth_of(target);
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    cx.allocate(64)?;
    Ok(Some(stream_of(to, stage, depth)))
}

fn count_of(value: &Value) -> Result<u64> {
    let count = coerce::to_long(value)?;
    u64::try_from(count).map_err(|_| Error::illegal_argument(count.to_string()))
}

/// Methods that use a stream up.
fn end(
    cx: &mut Cx<'_, '_>,
    kind: Kind,
    mut source: Pull,
    name: &str,
    args: &[Value],
) -> Result<Option<Value>> {
    let optional_of = |value: Option<Value>| match kind {
        Kind::Ref => optional(value.unwrap_or_default()),
        kind => Ok(number_of(kind, value.as_ref())),
    };
    Ok(Some(match (name, args) {
        ("forEach" | "forEachOrdered", [action]) => {
            while let Some(item) = source.next(cx)? {
                cx.invoke(action, "accept", &[item])?;
            }
            Value::Null
        }
        ("count", []) => {
            let mut count = 0;
            while source.next(cx)?.is_some() {
                count += 1;
            }
            Value::Long(count)
        }
        ("anyMatch" | "allMatch" | "noneMatch", [test]) => {
            // Whether an item like that settles it.
            let settles = name != "allMatch";
            let mut settled = false;
            while let Some(item) = source.next(cx)? {
                if (cx.invoke(test, "test", &[item])? == Value::Bool(true)) == settles {
                    settled = true;
                    break;
                }
            }
            Value::Bool(settled == (name == "anyMatch"))
        }
        ("findFirst" | "findAny", []) => {
            let first = source.next(cx)?;
            if first.as_ref().is_some_and(Value::is_null) {
                return Err(Error::new(vespid_render::error::class::NULL_POINTER, "the first item is null"));
            }
            optional_of(first)?
        }
        ("toArray", make) => {
            let items = pull_all(cx, &mut source)?;
            array(cx, kind, items, make.first())?
        }
        // A list of this kind can't be changed.
        ("toList", []) => Value::new(pull_all(cx, &mut source)?),
        ("iterator", []) => Value::new(Cursor(Mutex::new((source, None)))),
        ("collect", [collector]) => {
            let items = pull_all(cx, &mut source)?;
            super::collectors::collect(cx, collector, items)?
        }
        ("collect", [supplier, accumulate, _]) => {
            let container = cx.invoke(supplier, "get", &[])?;
            while let Some(item) = source.next(cx)? {
                cx.invoke(accumulate, "accept", &[container.clone(), item])?;
            }
            container
        }
        ("reduce", [operator]) => {
            let mut result = source.next(cx)?;
            while let Some(item) = source.next(cx)? {
                result = Some(apply_both(cx, kind, operator, result.unwrap_or_default(), item)?);
            }
            optional_of(result)?
        }
        ("reduce", [identity, operator, ..]) => {
            let mut result = typed(kind, identity)?;
            while let Some(item) = source.next(cx)? {
                result = apply_both(cx, kind, operator, result, item)?;
            }
            result
        }
        ("min" | "max", order) => {
            let order = order.first().unwrap_or(&Value::Null);
            let mut best = source.next(cx)?;
            while let Some(item) = source.next(cx)? {
                if let Some(known) = &best {
                    let than = super::functions::compare(cx, order, &item, known)?;
                    // Of equal ones, the last is the greatest and the first the least.
                    if if name == "min" { than < 0 } else { than >= 0 } {
                        best = Some(item);
                    }
                }
            }
            optional_of(best)?
        }
        ("sum" | "average" | "summaryStatistics", []) if kind != Kind::Ref => {
            let items = pull_all(cx, &mut source)?;
            let summary = super::collectors::Summary::of(kind, &items)?;
            match name {
                "sum" => summary.sum(),
                "average" => {
                    let average = (!items.is_empty()).then(|| Value::Double(summary.average()));
                    number_of(Kind::Double, average.as_ref())
                }
                _ => summary.value(),
            }
        }
        _ => return Ok(None),
    }))
}

fn apply_both(cx: &mut Cx<'_, '_>, kind: Kind, operator: &Value, a: Value, b: Value) -> Result<Value> {
    let method = match kind {
        Kind::Int => "applyAsInt",
        Kind::Long => "applyAsLong",
        Kind::Double => "applyAsDouble",
        _ => "apply",
    };
    let result = cx.invoke(operator, method, &[a, b])?;
    typed(kind, &result)
}

/// The array of a stream's items: as `make` makes it, if there is such a function.
fn array(cx: &mut Cx<'_, '_>, kind: Kind, items: Vec<Value>, make: Option<&Value>) -> Result<Value> {
    let array = match make {
        Some(make) => cx.invoke(make, "apply", &[Value::Int(items.len() as i32)])?,
        None => {
            let component = if kind == Kind::Ref { "java.lang.Object" } else { kind.name() };
            Value::new(Array::new(&component.into(), items.len()))
        }
    };
    let Some(list) = array.as_object().and_then(|object| object.as_list()) else { return Ok(Value::Null) };
    for (index, item) in items.into_iter().enumerate() {
        list.set(index, item)?;
    }
    Ok(array)
}

/// A stream's iterator, and the item that `hasNext` had to take in order to know.
struct Cursor(Mutex<(Pull, Option<Value>)>);

impl Object for Cursor {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.PrimitiveIterator", &["java.util.Iterator"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn cursor(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(cursor) = target.downcast_ref::<Cursor>() else { return Ok(None) };
    // A stream's functions may get at its iterator themselves, but not while it runs.
    let Ok(mut state) = cursor.0.try_lock() else {
        return Err(Error::illegal_state("the iterator is in use"));
    };
    let (source, ahead) = &mut *state;
    let mut next = |cx: &mut Cx<'_, '_>| match ahead.take() {
        Some(item) => Ok(Some(item)),
        None => source.next(cx),
    };
    Ok(Some(match (name, args) {
        ("hasNext", []) => {
            *ahead = next(cx)?;
            Value::Bool(ahead.is_some())
        }
        ("next" | "nextInt" | "nextLong" | "nextDouble", []) => {
            next(cx)?.ok_or_else(|| Error::new("java.util.NoSuchElementException", ""))?
        }
        ("forEachRemaining", [action]) => {
            while let Some(item) = next(cx)? {
                cx.invoke(action, "accept", &[item])?;
            }
            Value::Null
        }
        _ => return Ok(None),
    }))
}

/// A stream of a text's UTF-16 units or code points.
pub(super) fn of_text(text: &str, points: bool) -> Value {
    let items: Vec<i32> = match points {
        true => text.chars().map(|char| char as i32).collect(),
        false => text.encode_utf16().map(i32::from).collect(),
    };
    of(Kind::Int, items.into_iter().map(|item| Ok(Value::Int(item))))
}

/// A stream of a text's lines, as `String.lines` has them.
pub(super) fn of_lines(text: &str) -> Value {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
        rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
    }
    of(Kind::Ref, lines.into_iter().map(|line| Ok(Value::str(line))))
}
