//! Operations on collections (Expression Language 6.1, "Operations on Collection Objects"), and the methods of Java's
//! own collections and Optionals that take lambdas.
//!
//! # Implementation
//! A [`Stream`] is its source and the operations that wait for it. Nothing is done before an operation that ends the
//! pipeline: it pulls one item after the other through the stages, with the machine at hand for their lambdas.

mod collections;
mod optional;
mod pipeline;
mod terminal;

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use super::Machine;
use super::lambda::Lambda;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::value::Class;
use crate::value::Items;
use crate::value::Obj;
use crate::value::Object;
use crate::value::Set;
use crate::value::Value;
use crate::value::coerce;
use crate::value::java::JavaOptional;
use crate::value::methods;
use optional::StreamOptional;
use pipeline::Pipeline;
use pipeline::StreamIterator;
use pipeline::Work;

/// How many operations one pipeline may have.
const MAX_STAGES: usize = 1000;

/// A stream of a collection's elements, with the operations on it so far.
pub(super) struct Stream {
    /// Taken by the operation that ends the pipeline.
    source: Mutex<Option<Items>>,
    stages: Mutex<Vec<Stage>>,
}

#[derive(Clone)]
enum Stage {
    Filter(Value),
    Map(Value),
    FlatMap(Value),
    Peek(Value),
    Distinct,
    Sorted(Option<Value>),
    Limit(usize),
    Skip(usize),
}

impl Stream {
    fn over(items: Items) -> Value {
        Value::new(Stream { source: Mutex::new(Some(items)), stages: Mutex::default() })
    }

    /// Takes source and stages; a stream serves once.
    fn take(&self) -> Result<(Items, Vec<Stage>)> {
        let source = self.source.lock().unwrap_or_else(PoisonError::into_inner).take();
        let stages = std::mem::take(&mut *self.stages.lock().unwrap_or_else(PoisonError::into_inner));
        let source = source.ok_or_else(|| {
            Error::illegal_state("the stream has been used before")
                .with_hint("call stream() once more on the collection")
        })?;
        Ok((source, stages))
    }

    fn start(&self) -> Result<Pipeline> {
        let (source, stages) = self.take()?;
        let stages = stages
            .into_iter()
            .map(|stage| match stage {
                Stage::Filter(test) => Work::Filter(test),
                Stage::Map(mapper) => Work::Map(mapper),
                Stage::FlatMap(mapper) => Work::FlatMap(mapper, None),
                Stage::Peek(consumer) => Work::Peek(consumer),
                Stage::Distinct => Work::Distinct(Set::new()),
                Stage::Sorted(comparator) => Work::Sorted(comparator, None),
                Stage::Limit(count) => Work::Limit(count),
                Stage::Skip(count) => Work::Skip(count),
            })
            .collect();
        Ok(Pipeline { source, stages })
    }

    /// The same source with more stages.
    fn with(&self, more: impl IntoIterator<Item = Stage>) -> Result<Value> {
        let (source, mut stages) = self.take()?;
        stages.extend(more);
        if stages.len() > MAX_STAGES {
            return Err(Error::budget(format!("a stream can have {MAX_STAGES} operations and no more")));
        }
        Ok(Value::new(Stream { source: Mutex::new(Some(source)), stages: Mutex::new(stages) }))
    }
}

impl Object for Stream {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.Stream", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The names of all operations that the machine itself carries out.
pub(super) fn is_operation(method: &str) -> bool {
    matches!(
        method,
        "allMatch"
            | "anyMatch"
            | "average"
            | "computeIfAbsent"
            | "computeIfPresent"
            | "compute"
            | "count"
            | "distinct"
            | "filter"
            | "findFirst"
            | "flatMap"
            | "forEach"
            | "hasNext"
            | "ifPresent"
            | "ifPresentOrElse"
            | "invoke"
            | "iterator"
            | "limit"
            | "map"
            | "max"
            | "merge"
            | "min"
            | "next"
            | "noneMatch"
            | "or"
            | "orElseGet"
            | "orElseThrow"
            | "peek"
            | "reduce"
            | "removeIf"
            | "replaceAll"
            | "sort"
            | "sorted"
            | "stream"
            | "substream"
            | "sum"
            | "toArray"
            | "toList"
    )
}

impl Machine {
    /// Calls a method of the object below the arguments, which lie on the operand stack from `from` on: an operation, or
    /// a method with lambdas among its arguments.
    #[inline(never)]
    pub(super) fn call_with_lambdas(&mut self, method: &str, from: usize) -> Result<Value> {
        let target = self.stack[from - 1].clone();
        let mut args = self.stack[from..].to_vec();
        if let Value::Object(object) = &target
            && is_operation(method)
            && let Some(value) = self.operation(object, method, &args)?
        {
            return Ok(value);
        }
        for arg in &mut args {
            *arg = self.bound(arg);
        }
        methods::call_method(&target, method, &args)
    }

    /// Calls a method that the machine itself carries out, or that needs it for a lambda among the arguments; `None`:
    /// the target's own method is meant.
    pub(super) fn operation(&mut self, target: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let any = target.as_any();
        if let Some(stream) = any.downcast_ref::<Stream>() {
            return self.stream_operation(stream, method, args).map(Some);
        }
        if let Some(optional) = any.downcast_ref::<StreamOptional>() {
            return self.optional_operation(optional.0.as_ref(), method, args);
        }
        if let Some(optional) = any.downcast_ref::<JavaOptional>() {
            let held = Some(optional.get()).filter(|held| !held.is_null());
            return self.java_optional_operation(target, held, method, args);
        }
        if let Some(lambda) = any.downcast_ref::<Lambda>() {
            return if method == "invoke" { self.call_lambda(lambda, args).map(Some) } else { Ok(None) };
        }
        if let Some(iterator) = any.downcast_ref::<StreamIterator>() {
            return self.iterator_operation(iterator, method, args);
        }
        match (method, args) {
            ("stream", []) => stream_of(target),
            ("forEach", [action]) if is_lambda(action) => self.for_each(target, action).map(Some),
            _ if target.as_map().is_some() => self.map_operation(target, method, args),
            _ => self.list_operation(target, method, args),
        }
    }

    fn stream_operation(&mut self, stream: &Stream, method: &str, args: &[Value]) -> Result<Value> {
        if let Some(null) = args.iter().position(Value::is_null)
            && !(method == "reduce" && null == 0)
        {
            return Err(Error::new(
                class::NULL_POINTER,
                format!("argument {} of {method} is null", null + 1),
            ));
        }
        match (method, args) {
            ("filter", [test]) => stream.with([Stage::Filter(function(test)?)]),
            ("map", [mapper]) => stream.with([Stage::Map(function(mapper)?)]),
            ("flatMap", [mapper]) => stream.with([Stage::FlatMap(function(mapper)?)]),
            ("peek", [consumer]) => stream.with([Stage::Peek(function(consumer)?)]),
            ("distinct", []) => stream.with([Stage::Distinct]),
            ("sorted", []) => stream.with([Stage::Sorted(None)]),
            ("sorted", [comparator]) => stream.with([Stage::Sorted(Some(function(comparator)?))]),
            ("limit", [count]) => stream.with([Stage::Limit(size(count)?)]),
            ("substream", [start]) => stream.with([Stage::Skip(size(start)?)]),
            ("substream", [start, end]) => {
                let (start, end) = (size(start)?, size(end)?);
                stream.with([Stage::Skip(start), Stage::Limit(end.saturating_sub(start))])
            }
            ("iterator", []) => Ok(Value::new(StreamIterator::over(stream.start()?))),
            ("stream", []) => stream.with([]),
            _ => self.end_stream(stream, method, args),
        }
    }
}

/// A stream over a collection or array.
fn stream_of(target: &Obj) -> Result<Option<Value>> {
    // A map is none: its entrySet, keySet or values are.
    if target.as_map().is_some() {
        let error =
            Error::new(class::METHOD_NOT_FOUND, format!("{} has no method 'stream'", target.class().name()));
        return Err(error.with_hint("call stream() on the map's entrySet(), keySet() or values()"));
    }
    if target.as_list().is_none() && !target.class().is_a("java.util.Collection") {
        return Ok(None);
    }
    Ok(Arc::clone(target).iterate().map(Stream::over))
}

pub(super) fn is_lambda(value: &Value) -> bool {
    value.downcast_ref::<Lambda>().is_some()
}

fn function(value: &Value) -> Result<Value> {
    if is_lambda(value) { Ok(value.clone()) } else { Err(no_function(value)) }
}

#[cold]
fn no_function(value: &Value) -> Error {
    let what = coerce::describe(value);
    Error::el(format!("a lambda is needed here, not {what}")).with_hint("write it as x -> x.name")
}

/// A number of elements; a negative one is none.
fn size(value: &Value) -> Result<usize> {
    Ok(usize::try_from(coerce::to_long(value)?).unwrap_or(0))
}
