//! Operations that end a pipeline, and what they and the stages do with lambdas.

use std::cmp::Ordering;

use super::Stream;
use super::function;
use super::no_function;
use super::optional::StreamOptional;
use super::pipeline::Pipeline;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::machine::Machine;
use crate::machine::lambda::Lambda;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;
use crate::value::ops;

impl Machine {
    /// Operations that end a pipeline.
    pub(super) fn end_stream(&mut self, stream: &Stream, method: &str, args: &[Value]) -> Result<Value> {
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
                let wanted = if method == "max" { Ordering::Greater } else { Ordering::Less };
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
    pub(super) fn sort(&mut self, items: &mut [Value], comparator: Option<&Value>) -> Result<()> {
        let Some(comparator) = comparator else { return methods::sort_naturally(items) };
        let mut failed = None;
        // The standard library's sort notices comparators that contradict themselves and may panic, so this one is
        // plain: a stable merge sort, whatever the lambda says.
        merge_sort(items, &mut |a, b| {
            if failed.is_some() {
                return Ordering::Equal;
            }
            self.order(a, b, Some(comparator)).unwrap_or_else(|error| {
                failed = Some(error);
                Ordering::Equal
            })
        });
        failed.map_or(Ok(()), Err)
    }

    pub(super) fn order(&mut self, a: &Value, b: &Value, comparator: Option<&Value>) -> Result<Ordering> {
        match comparator {
            Some(comparator) => {
                let order = self.call_function(comparator, &[a.clone(), b.clone()])?;
                Ok(coerce::to_long(&order)?.cmp(&0))
            }
            None => methods::natural_order(a, b),
        }
    }

    pub(super) fn test(&mut self, test: &Value, item: &Value) -> Result<bool> {
        let holds = self.call_function(test, std::slice::from_ref(item))?;
        coerce::to_boolean(&holds)
    }

    /// Calls a lambda that is given as a function; what it does not want of the arguments it does not get.
    pub(super) fn call_function(&mut self, function: &Value, args: &[Value]) -> Result<Value> {
        match function.downcast_ref::<Lambda>() {
            Some(lambda) => self.call_lambda(lambda, args),
            None => Err(no_function(function)),
        }
    }
}

/// A stable merge sort that any comparator is good enough for.
fn merge_sort(items: &mut [Value], order: &mut dyn FnMut(&Value, &Value) -> Ordering) {
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
