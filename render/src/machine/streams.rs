//! Operations on collections (Expression Language 6.1, "Operations on Collection Objects"), and the methods of Java's
//! own collections and Optionals that take lambdas.
//!
//! # Implementation
//! A [`Stream`] is its source and the operations that wait for it. Nothing is done before an operation that ends the
//! pipeline: it pulls one item after the other through the stages, with the machine at hand for their lambdas.

use std::any::Any;
use std::fmt;
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
use crate::value::methods;
use crate::value::ops;
use crate::value::release;

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

/// A stage at work.
enum Work {
    Filter(Value),
    Map(Value),
    FlatMap(Value, Option<Box<Pipeline>>),
    Peek(Value),
    Distinct(Set),
    Sorted(Option<Value>, Option<std::vec::IntoIter<Value>>),
    Limit(usize),
    Skip(usize),
}

/// A pipeline that is being pulled at.
struct Pipeline {
    source: Items,
    stages: Vec<Work>,
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

/// The Optional of a stream's result, which is not `java.util.Optional` (Expression Language 6.1, "Optional").
pub(super) struct StreamOptional(Option<Value>);

impl StreamOptional {
    fn value(value: Option<Value>) -> Value {
        Value::new(StreamOptional(value))
    }
}

impl Drop for StreamOptional {
    fn drop(&mut self) {
        release(self.0.take().into_iter());
    }
}

impl Object for StreamOptional {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("jakarta.el.Optional", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("get", []) => self
                .0
                .clone()
                .ok_or_else(|| Error::el("the Optional is empty").with_hint("give a value with orElse"))?,
            ("orElse", [other]) => self.0.clone().unwrap_or_else(|| other.clone()),
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<StreamOptional>().is_some_and(|other| self.0 == other.0)
    }

    fn hash_code(&self) -> i32 {
        self.0.as_ref().map_or(0, methods::hash_code)
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match &self.0 {
            Some(value) => write!(out, "Optional[{value}]"),
            None => out.write_str("Optional.empty"),
        }
    }
}

/// An iterator over a pipeline: its elements come as they are asked for.
struct StreamIterator(Mutex<IteratorState>);

struct IteratorState {
    pipeline: Option<Box<Pipeline>>,
    ahead: Option<Value>,
}

impl Object for StreamIterator {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.Iterator", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Pipeline {
    /// The next element behind the last stage.
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Value>> {
        let stages = self.stages.len();
        self.next_of(stages, machine)
    }

    /// The next element behind the first `stages` stages.
    fn next_of(&mut self, stages: usize, machine: &mut Machine) -> Result<Option<Value>> {
        let Some(at) = stages.checked_sub(1) else {
            machine.budget.lambda()?;
            return self.source.next().transpose();
        };
        loop {
            match &mut self.stages[at] {
                Work::Limit(0) => return Ok(None),
                Work::Limit(left) => {
                    *left -= 1;
                    return self.next_of(at, machine);
                }
                Work::Skip(0) => return self.next_of(at, machine),
                Work::Skip(left) => {
                    *left -= 1;
                    if self.next_of(at, machine)?.is_none() {
                        return Ok(None);
                    }
                    continue;
                }
                Work::FlatMap(_, Some(inner)) => {
                    match inner.next(machine)? {
                        Some(item) => return Ok(Some(item)),
                        None => self.end_inner(at),
                    }
                    continue;
                }
                Work::Sorted(_, Some(sorted)) => return Ok(sorted.next()),
                Work::Sorted(..) => {
                    self.sort(at, machine)?;
                    continue;
                }
                _ => {}
            }
            let Some(item) = self.next_of(at, machine)? else { return Ok(None) };
            match &mut self.stages[at] {
                Work::Filter(test) => {
                    let test = test.clone();
                    if machine.test(&test, &item)? {
                        return Ok(Some(item));
                    }
                }
                Work::Map(mapper) => {
                    let mapper = mapper.clone();
                    return machine.call_function(&mapper, &[item]).map(Some);
                }
                Work::Peek(consumer) => {
                    let consumer = consumer.clone();
                    machine.call_function(&consumer, std::slice::from_ref(&item))?;
                    return Ok(Some(item));
                }
                Work::Distinct(seen) => {
                    if seen.insert(item.clone()) {
                        return Ok(Some(item));
                    }
                }
                Work::FlatMap(mapper, inner) => {
                    let mapper = mapper.clone();
                    let mapped = machine.call_function(&mapper, &[item])?;
                    let stream = mapped.downcast_ref::<Stream>().ok_or_else(|| {
                        let what = coerce::describe(&mapped);
                        Error::el(format!("flatMap needs a lambda that gives a stream, not {what}"))
                            .with_hint("end the lambda with .stream()")
                    })?;
                    *inner = Some(Box::new(stream.start()?));
                }
                Work::Limit(_) | Work::Skip(_) | Work::Sorted(..) => {
                    unreachable!("looked at before an item is taken")
                }
            }
        }
    }

    fn end_inner(&mut self, at: usize) {
        if let Work::FlatMap(_, inner) = &mut self.stages[at] {
            *inner = None;
        }
    }

    /// Takes all elements before the stage and sorts them.
    fn sort(&mut self, at: usize, machine: &mut Machine) -> Result<()> {
        let mut items = Vec::new();
        while let Some(item) = self.next_of(at, machine)? {
            methods::check_items(items.len(), 1)?;
            items.push(item);
        }
        let Work::Sorted(comparator, sorted) = &mut self.stages[at] else {
            unreachable!("the caller saw the stage")
        };
        let comparator = comparator.clone();
        machine.sort(&mut items, comparator.as_ref())?;
        *sorted = Some(items.into_iter());
        Ok(())
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
        if let Some(optional) = any.downcast_ref::<crate::value::java::JavaOptional>() {
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
            ("iterator", []) => {
                let state = IteratorState { pipeline: Some(Box::new(stream.start()?)), ahead: None };
                Ok(Value::new(StreamIterator(Mutex::new(state))))
            }
            ("stream", []) => stream.with([]),
            _ => self.end_stream(stream, method, args),
        }
    }

    /// Operations that end a pipeline.
    fn end_stream(&mut self, stream: &Stream, method: &str, args: &[Value]) -> Result<Value> {
        let known = match method {
            "forEach" | "anyMatch" | "allMatch" | "noneMatch" => args.len() == 1,
            "max" | "min" => args.len() < 2,
            "reduce" => args.len() == 1 || args.len() == 2,
            "toList" | "toArray" | "sum" | "count" | "average" | "findFirst" => args.is_empty(),
            _ => {
                return Err(Error::new(
                    class::METHOD_NOT_FOUND,
                    format!("a stream has no operation '{method}'"),
                ));
            }
        };
        if !known {
            let message = format!("the stream operation '{method}' does not take {} arguments", args.len());
            return Err(Error::new(class::METHOD_NOT_FOUND, message));
        }
        let mut pipeline = stream.start()?;
        match (method, args) {
            ("toList", _) => Ok(Value::list(self.collect(&mut pipeline)?)),
            ("toArray", _) => Ok(methods::array(self.collect(&mut pipeline)?)),
            ("count", _) => {
                let mut count = 0i64;
                while pipeline.next(self)?.is_some() {
                    count += 1;
                }
                Ok(Value::Long(count))
            }
            ("sum", _) => {
                let mut sum = Value::Long(0);
                while let Some(item) = pipeline.next(self)? {
                    sum = ops::add(&sum, &item)?;
                }
                Ok(sum)
            }
            ("average", _) => {
                let (mut sum, mut count) = (Value::Long(0), 0i64);
                while let Some(item) = pipeline.next(self)? {
                    sum = ops::add(&sum, &item)?;
                    count += 1;
                }
                let average = if count == 0 { None } else { Some(ops::divide(&sum, &Value::Long(count))?) };
                Ok(StreamOptional::value(average))
            }
            ("findFirst", _) => pipeline.next(self).map(StreamOptional::value),
            ("forEach", [action]) => {
                let action = function(action)?;
                while let Some(item) = pipeline.next(self)? {
                    self.call_function(&action, &[item])?;
                }
                Ok(Value::Null)
            }
            // An empty stream has no answer: the Optional is empty (2.3.23 and following).
            ("anyMatch" | "allMatch" | "noneMatch", [test]) => {
                let test = function(test)?;
                let stop = method != "allMatch";
                let mut any = false;
                while let Some(item) = pipeline.next(self)? {
                    any = true;
                    if self.test(&test, &item)? == stop {
                        return Ok(StreamOptional::value(Some(Value::Bool(method == "anyMatch"))));
                    }
                }
                Ok(StreamOptional::value(any.then_some(Value::Bool(method != "anyMatch"))))
            }
            ("max" | "min", comparator) => {
                let comparator = comparator.first().map(function).transpose()?;
                let wanted =
                    if method == "max" { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
                let mut best: Option<Value> = None;
                while let Some(item) = pipeline.next(self)? {
                    let better = match &best {
                        None => true,
                        Some(best) => self.order(&item, best, comparator.as_ref())? == wanted,
                    };
                    if better {
                        best = Some(item);
                    }
                }
                Ok(StreamOptional::value(best))
            }
            ("reduce", [operator]) => {
                let operator = function(operator)?;
                let Some(mut result) = pipeline.next(self)? else { return Ok(StreamOptional::value(None)) };
                while let Some(item) = pipeline.next(self)? {
                    result = self.call_function(&operator, &[result, item])?;
                }
                Ok(StreamOptional::value(Some(result)))
            }
            ("reduce", [seed, operator]) => {
                let operator = function(operator)?;
                let mut result = seed.clone();
                while let Some(item) = pipeline.next(self)? {
                    result = self.call_function(&operator, &[result, item])?;
                }
                Ok(result)
            }
            _ => unreachable!("the number of arguments was looked at"),
        }
    }

    fn collect(&mut self, pipeline: &mut Pipeline) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        while let Some(item) = pipeline.next(self)? {
            methods::check_items(items.len(), 1)?;
            items.push(item);
        }
        Ok(items)
    }

    /// Sorts, stable, by a comparator or in natural order.
    fn sort(&mut self, items: &mut [Value], comparator: Option<&Value>) -> Result<()> {
        let Some(comparator) = comparator else { return methods::sort_naturally(items) };
        let mut failed = None;
        // The standard library's sort notices comparators that contradict themselves and may panic, so this one is
        // plain: a stable merge sort, whatever the lambda says.
        merge_sort(items, &mut |a, b| {
            if failed.is_some() {
                return std::cmp::Ordering::Equal;
            }
            self.order(a, b, Some(comparator)).unwrap_or_else(|error| {
                failed = Some(error);
                std::cmp::Ordering::Equal
            })
        });
        failed.map_or(Ok(()), Err)
    }

    fn order(&mut self, a: &Value, b: &Value, comparator: Option<&Value>) -> Result<std::cmp::Ordering> {
        match comparator {
            Some(comparator) => {
                let order = self.call_function(comparator, &[a.clone(), b.clone()])?;
                Ok(coerce::to_long(&order)?.cmp(&0))
            }
            None => methods::natural_order(a, b),
        }
    }

    fn test(&mut self, test: &Value, item: &Value) -> Result<bool> {
        let holds = self.call_function(test, std::slice::from_ref(item))?;
        coerce::to_boolean(&holds)
    }

    /// Calls a lambda that is given as a function; what it does not want of the arguments it does not get.
    fn call_function(&mut self, function: &Value, args: &[Value]) -> Result<Value> {
        match function.downcast_ref::<Lambda>() {
            Some(lambda) => self.call_lambda(lambda, args),
            None => Err(no_function(function)),
        }
    }

    fn optional_operation(
        &mut self,
        held: Option<&Value>,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        Ok(Some(match (method, args, held) {
            ("ifPresent", [action], Some(held)) => {
                self.call_function(action, std::slice::from_ref(held))?;
                Value::Null
            }
            ("ifPresent", [action], None) => {
                function(action)?;
                Value::Null
            }
            ("orElseGet", [_], Some(held)) => held.clone(),
            ("orElseGet", [other], None) => self.call_function(other, &[])?,
            _ => return Ok(None),
        }))
    }

    fn java_optional_operation(
        &mut self,
        target: &Obj,
        held: Option<&Value>,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        let own = || Value::Object(target.clone());
        Ok(Some(match (method, args, held) {
            ("map", [_], None) | ("flatMap", [_], None) | ("filter", [_], None) | ("or", [_], Some(_)) => {
                own()
            }
            ("map", [mapper], Some(held)) => crate::value::java::JavaOptional::value(
                self.call_function(mapper, std::slice::from_ref(held))?,
            ),
            ("flatMap", [mapper], Some(held)) => self.call_function(mapper, std::slice::from_ref(held))?,
            ("filter", [test], Some(held)) => {
                if self.test(test, held)? {
                    own()
                } else {
                    crate::value::java::JavaOptional::value(Value::Null)
                }
            }
            ("or", [other], None) => self.call_function(other, &[])?,
            ("ifPresentOrElse", [action, _], Some(held)) => {
                self.call_function(action, std::slice::from_ref(held))?;
                Value::Null
            }
            ("ifPresentOrElse", [_, otherwise], None) => {
                self.call_function(otherwise, &[])?;
                Value::Null
            }
            ("orElseThrow", [_], Some(held)) => held.clone(),
            ("stream", [], held) => {
                Stream::over(Box::new(held.cloned().into_iter().map(Ok).collect::<Vec<_>>().into_iter()))
            }
            _ => return self.optional_operation(held, method, args),
        }))
    }

    fn iterator_operation(
        &mut self,
        iterator: &StreamIterator,
        method: &str,
        args: &[Value],
    ) -> Result<Option<Value>> {
        if !matches!((method, args), ("hasNext" | "next", [])) {
            return Ok(None);
        }
        // Taken out, since the lambdas of the pipeline may come back here.
        let (pipeline, ahead) = {
            let mut state = iterator.0.lock().unwrap_or_else(PoisonError::into_inner);
            (state.pipeline.take(), state.ahead.take())
        };
        let Some(mut pipeline) = pipeline else {
            return Err(Error::illegal_state("the iterator is in use by one of its own lambdas"));
        };
        let item = match ahead {
            Some(item) => Ok(Some(item)),
            None => pipeline.next(self),
        };
        let mut state = iterator.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.pipeline = Some(pipeline);
        match (method, item?) {
            ("hasNext", item) => {
                let has_next = item.is_some();
                state.ahead = item;
                Ok(Some(Value::Bool(has_next)))
            }
            (_, Some(item)) => Ok(Some(item)),
            (_, None) => {
                Err(Error::new("java.util.NoSuchElementException", "the iterator has no more items"))
            }
        }
    }

    /// `Iterable.forEach` and `Map.forEach`
    fn for_each(&mut self, target: &Obj, action: &Value) -> Result<Value> {
        let items = target
            .clone()
            .iterate()
            .ok_or_else(|| coerce::cannot_convert(&Value::Object(target.clone()), "java.lang.Iterable"))?;
        let is_map = target.as_map().is_some();
        for item in items {
            let item = item?;
            match item.downcast_ref::<crate::value::Entry>().filter(|_| is_map) {
                Some(entry) => self.call_function(action, &[entry.key.clone(), entry.value.clone()])?,
                None => self.call_function(action, &[item])?,
            };
        }
        Ok(Value::Null)
    }

    fn map_operation(&mut self, target: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let Some(map) = target.as_map() else { return Ok(None) };
        let present = |key: &Value| map.get(key).filter(|value| !value.is_null());
        // What the lambda gives becomes the key's value; null removes the key.
        let store = |key: &Value, value: Value| -> Result<Value> {
            if value.is_null() {
                map.remove(key)?;
            } else {
                map.put(key.clone(), value.clone())?;
            }
            Ok(value)
        };
        Ok(Some(match (method, args) {
            ("computeIfAbsent", [key, make]) => match present(key) {
                Some(value) => value,
                None => {
                    let value = self.call_function(make, std::slice::from_ref(key))?;
                    if value.is_null() { value } else { store(key, value)? }
                }
            },
            ("computeIfPresent", [key, change]) => match present(key) {
                Some(value) => {
                    let value = self.call_function(change, &[key.clone(), value])?;
                    store(key, value)?
                }
                None => Value::Null,
            },
            ("compute", [key, change]) => {
                let old = map.get(key).unwrap_or_default();
                let value = self.call_function(change, &[key.clone(), old])?;
                store(key, value)?
            }
            ("merge", [key, value, change]) => {
                let value = match present(key) {
                    Some(old) => self.call_function(change, &[old, value.clone()])?,
                    None => value.clone(),
                };
                store(key, value)?
            }
            ("replaceAll", [change]) => {
                let entries: Vec<_> = (0..).map_while(|at| map.entry(at)).collect();
                for (key, value) in entries {
                    let value = self.call_function(change, &[key.clone(), value])?;
                    map.put(key, value)?;
                }
                Value::Null
            }
            _ => return Ok(None),
        }))
    }

    fn list_operation(&mut self, target: &Obj, method: &str, args: &[Value]) -> Result<Option<Value>> {
        match (method, args) {
            ("removeIf", [test]) if is_lambda(test) => {
                let Some(items) = target.clone().iterate() else { return Ok(None) };
                let mut removed = Vec::new();
                for item in items {
                    let item = item?;
                    if self.test(test, &item)? {
                        removed.push(item);
                    }
                }
                let own = Value::Object(target.clone());
                let any = !removed.is_empty();
                match target.as_list() {
                    Some(_) => {
                        methods::call_method(&own, "removeAll", &[Value::list(removed)])?;
                    }
                    None => {
                        for item in removed {
                            methods::call_method(&own, "remove", &[item])?;
                        }
                    }
                }
                Ok(Some(Value::Bool(any)))
            }
            ("sort", [comparator]) if is_lambda(comparator) || comparator.is_null() => {
                let Some(list) = target.as_list() else { return Ok(None) };
                let mut items: Vec<Value> = (0..).map_while(|at| list.get(at)).collect();
                self.sort(&mut items, Some(comparator).filter(|comparator| !comparator.is_null()))?;
                for (at, item) in items.into_iter().enumerate() {
                    list.set(at, item)?;
                }
                Ok(Some(Value::Null))
            }
            ("replaceAll", [change]) if is_lambda(change) => {
                let Some(list) = target.as_list() else { return Ok(None) };
                for at in 0..list.len() {
                    let Some(item) = list.get(at) else { break };
                    let item = self.call_function(change, &[item])?;
                    list.set(at, item)?;
                }
                Ok(Some(Value::Null))
            }
            _ => Ok(None),
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

/// A stable merge sort that any comparator is good enough for.
fn merge_sort(items: &mut [Value], order: &mut dyn FnMut(&Value, &Value) -> std::cmp::Ordering) {
    let len = items.len();
    let mut from: Vec<Value> = items.to_vec();
    let mut to = from.clone();
    let mut width = 1;
    while width < len {
        for start in (0..len).step_by(2 * width) {
            let (middle, end) = ((start + width).min(len), (start + 2 * width).min(len));
            let (mut left, mut right) = (start, middle);
            for slot in &mut to[start..end] {
                // Asked as Java asks: does the later one belong before the earlier one?
                let take_left = left < middle && (right >= end || !order(&from[right], &from[left]).is_lt());
                let next = if take_left { &mut left } else { &mut right };
                *slot = from[*next].clone();
                *next += 1;
            }
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    items.clone_from_slice(&from);
}
