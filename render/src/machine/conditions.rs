//! Conditions: what a jump asks, and comparisons.

use std::cmp::Ordering;

use super::Machine;
use super::property;
use crate::Result;
use crate::error::Error;
use crate::program::Compare;
use crate::program::PathSite;
use crate::program::Test;
use crate::program::TestSite;
use crate::value::Value;
use crate::value::coerce;
use crate::value::ops;

impl Machine {
    #[inline(never)]
    pub(super) fn compares(&mut self, compare: Compare) -> Answer {
        let [.., left, right] = self.stack.as_slice() else {
            unreachable!("the compiler pushes what it compares")
        };
        let holds = holds(compare, left, right);
        self.drop_operands(self.stack.len() - 2);
        holds
    }

    #[inline(never)]
    pub(super) fn compares_with(&mut self, compare: Compare, with: &Value) -> Answer {
        let value = self.stack.last().expect("the compiler pushes what it compares");
        let holds = holds(compare, value, with);
        self.drop_operands(self.stack.len() - 1);
        holds
    }

    #[inline(never)]
    pub(super) fn compares_path(&mut self, compare: Compare, path: &PathSite) -> Answer {
        let left = self.stack.last().expect("the compiler pushes what it compares");
        let holds = self.look(path, |right| holds(compare, left, right));
        self.drop_operands(self.stack.len() - 1);
        holds.unwrap_or_else(Answer::Failed)
    }

    #[inline(never)]
    pub(super) fn pop_truth(&mut self) -> Result<bool> {
        let truth = truth(self.stack.last().expect("the compiler pushes conditions"));
        self.drop_operands(self.stack.len() - 1);
        truth
    }

    /// Whether the topmost value is not null; if it is, it is dropped.
    #[inline(never)]
    pub(super) fn has_value(&mut self) -> bool {
        let has = self.stack.last().is_some_and(|value| !value.is_null());
        if !has {
            self.pop();
        }
        has
    }

    /// Whether a condition on what a path leads to holds.
    #[inline(never)]
    pub(super) fn passes(&self, site: &TestSite) -> Answer {
        let answer = self.look(&site.path, |value| match &site.test {
            Test::Compare(compare, with) => holds(*compare, value, with),
            Test::CompareVar(compare, slot) => self.compares_var(*compare, *slot, value),
            Test::Empty(empty) => Answer::of(ops::is_empty(value) == *empty),
            Test::True(wanted) => match truth(value) {
                Ok(truth) => Answer::of(truth == *wanted),
                Err(error) => Answer::Failed(error),
            },
        });
        answer.unwrap_or_else(Answer::Failed)
    }

    #[inline(never)]
    fn compares_var(&self, compare: Compare, slot: u32, right: &Value) -> Answer {
        match &self.state.vars[self.base + slot as usize] {
            Value::Null => holds(compare, &self.state.var_outside(slot), right),
            variable => holds(compare, variable, right),
        }
    }

    /// Looks at what a path leads to.
    #[inline(always)]
    pub(super) fn look<R>(&self, site: &PathSite, look: impl FnOnce(&Value) -> R) -> Result<R> {
        let variable = &self.state.vars[self.base + site.slot as usize];
        if variable.is_null() {
            return self.path_outside(site).map(|value| look(&value));
        }
        property::look(variable, site, look)
    }
}

#[inline]
pub(super) fn truth(value: &Value) -> Result<bool> {
    match value {
        Value::Bool(value) => Ok(*value),
        other => coerce::to_boolean(other),
    }
}

/// Whether something holds, or why that can't be told: a `Result<bool>` that is returned in registers, where that one goes
/// through memory in pieces (see [`Value::replace_with`]).
pub(super) enum Answer {
    No,
    Yes,
    Failed(Error),
}

impl Answer {
    #[inline(always)]
    fn of(holds: bool) -> Self {
        if holds { Answer::Yes } else { Answer::No }
    }

    pub(super) fn ok(self) -> Result<bool> {
        match self {
            Answer::No => Ok(false),
            Answer::Yes => Ok(true),
            Answer::Failed(error) => Err(error),
        }
    }
}

#[inline(always)]
fn holds(compare: Compare, left: &Value, right: &Value) -> Answer {
    let wanted: fn(Option<Ordering>) -> bool = match compare {
        Compare::Equal | Compare::NotEqual => {
            return match ops::equals(left, right) {
                Ok(equal) => Answer::of(equal == (compare == Compare::Equal)),
                Err(error) => Answer::Failed(error),
            };
        }
        // Where either operand is null, no order holds, not even between two nulls but <= and >= (EL 6.1, 1.9.1).
        Compare::Less => |order| order == Some(Ordering::Less),
        Compare::LessEqual => |order| matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Compare::Greater => |order| order == Some(Ordering::Greater),
        Compare::GreaterEqual => |order| matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    };
    match ops::compare(left, right) {
        Ok(order) => Answer::of(wanted(order)),
        Err(error) => Answer::Failed(error),
    }
}
