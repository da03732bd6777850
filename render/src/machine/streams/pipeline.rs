//! Pipelines at work, and iterators over them.

use std::any::Any;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use super::Stream;
use crate::Result;
use crate::error::Error;
use crate::machine::Machine;
use crate::value::Class;
use crate::value::Items;
use crate::value::Object;
use crate::value::Set;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;

/// A stage at work.
pub(super) enum Work {
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
pub(super) struct Pipeline {
    pub(super) source: Items,
    pub(super) stages: Vec<Work>,
}

impl Pipeline {
    /// The next element behind the last stage.
    pub(super) fn next(&mut self, machine: &mut Machine) -> Result<Option<Value>> {
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

/// An iterator over a pipeline: its elements come as they are asked for.
pub(super) struct StreamIterator(Mutex<IteratorState>);

struct IteratorState {
    pipeline: Option<Box<Pipeline>>,
    ahead: Option<Value>,
}

impl StreamIterator {
    pub(super) fn over(pipeline: Pipeline) -> Self {
        StreamIterator(Mutex::new(IteratorState { pipeline: Some(Box::new(pipeline)), ahead: None }))
    }
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

impl Machine {
    pub(super) fn iterator_operation(
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
}
