//! What runs: frames, how they are left and where errors go.

use std::sync::Arc;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Throwable;

use super::Cx;
use super::Kind;
use super::Method;
use super::Module;
use super::Pending;
use super::op::Op;

/// Steps that are taken before they are told to the budget.
pub(super) const FUEL: u32 = 256;

/// Java that runs, or waits to go on.
#[derive(Default)]
pub(crate) struct Run {
    pub(super) frames: Vec<Frame>,
    pub(super) prims: Vec<i64>,
    pub(super) refs: Vec<Value>,
    pub(super) fuel: u32,
    pub(super) result: Value,
}

/// A method that runs.
pub(super) struct Frame {
    pub(super) module: Arc<Module>,
    pub(super) method: u32,
    /// The next instruction.
    pub(super) pc: u32,
    /// Where its registers start.
    pub(super) p: usize,
    pub(super) r: usize,
    /// The register of the caller that takes the result, and what the caller expects there.
    pub(super) d: u16,
    pub(super) want: Kind,
    /// Whether `Method.invoke` called it, so that what it throws gets wrapped.
    pub(super) is_reflected: bool,
}

impl Frame {
    pub(super) fn method(&self) -> &Method {
        &self.module.methods[self.method as usize]
    }
}

/// Why a run stopped.
pub(crate) enum Outcome {
    Done(Value),
    /// Others should have a turn.
    Turn,
    /// The page is to run a segment; its answer goes to the register that [`Run::reply`] finds.
    Segment {
        segment: u32,
        level: u32,
        value: Option<Value>,
    },
    /// The body of an action failed.
    Failed {
        level: u32,
        error: Error,
    },
    /// Something is to be waited for.
    Wait(Pending),
}

impl Run {
    /// Runs on.
    ///
    /// # Errors
    /// What no handler takes.
    pub(crate) fn go_on(&mut self, cx: &mut Cx<'_, '_>) -> Result<Outcome> {
        if let Some(frame) = self.frames.last() {
            cx.generation = frame.module.generation.clone();
        }
        loop {
            let error = match self.run(cx) {
                Ok(outcome) => return Ok(outcome),
                Err(error) => error,
            };
            self.unwind(error)?;
        }
    }

    /// Answers a segment with a number.
    pub(crate) fn reply(&mut self, answer: i32) {
        if let Some(frame) = self.frames.last()
            && let Some(Op::Segment { d, .. } | Op::Failed { d, .. } | Op::Push { d, .. }) =
                frame.method().code.get(frame.pc as usize - 1)
        {
            self.prims[frame.p + *d as usize] = i64::from(answer);
        }
    }

    /// Gives the call that stopped its result.
    pub(crate) fn answer(&mut self, value: Value) {
        if let Some(frame) = self.frames.last()
            && let Some(Op::Invoke { d, .. } | Op::InvokeStatic { d, .. }) =
                frame.method().code.get(frame.pc as usize - 1)
        {
            self.refs[frame.r + *d as usize] = value;
        }
    }

    /// Lets the instruction that stopped fail.
    ///
    /// # Errors
    /// The error itself, if no handler takes it.
    pub(crate) fn fail(&mut self, error: Error) -> Result<()> {
        self.unwind(error)
    }

    /// Looks for a handler of the error, from the innermost frame out.
    fn unwind(&mut self, mut error: Error) -> Result<()> {
        while let Some(frame) = self.frames.last_mut() {
            let method = frame.module.methods.get(frame.method as usize);
            let Some(method) = method else { return Err(error) };
            let at = frame.pc.saturating_sub(1);
            if let Some(span) = method.spans.get(at as usize)
                && span.end > 0
            {
                error.push_place(frame.module.sources.place(*span));
            }
            let handler = method.handlers.iter().find(|handler| {
                (handler.from..handler.to).contains(&at)
                    && !error.is_budget()
                    && (handler.classes.is_empty()
                        || handler.classes.iter().any(|class| error.is_instance(class)))
            });
            if let Some(handler) = handler {
                frame.pc = handler.target;
                let r = frame.r + handler.r as usize;
                self.refs[r] = Throwable::value(error);
                return Ok(());
            }
            let frame = self.frames.pop();
            if frame.is_some_and(|frame| frame.is_reflected) && !error.is_budget() {
                error = super::reflect::invocation_failed(error);
            }
        }
        Err(error)
    }

    /// Leaves the topmost frame with a result; true: that was the last.
    #[inline]
    pub(super) fn leave(&mut self, own: Kind, bits: i64, value: Value) -> Result<bool> {
        let Some(frame) = self.frames.pop() else { return Ok(true) };
        // Calls within the one that ends may have let go of registers that the caller has behind it.
        if let Some(caller) = self.frames.last() {
            let end = caller.r + caller.method().refs as usize;
            if self.refs.len() < end {
                self.refs.resize(end, Value::Null);
            }
        }
        let result = match (own.is_primitive(), frame.want) {
            (_, Kind::Void) => None,
            (true, Kind::Ref) => Some(own.boxed(bits)),
            (false, want) if want.is_primitive() => {
                let bits = want.unbox(&value)?;
                if let Some(caller) = self.frames.last() {
                    self.prims[caller.p + frame.d as usize] = bits;
                }
                return Ok(self.frames.is_empty());
            }
            (true, _) => {
                if let Some(caller) = self.frames.last() {
                    self.prims[caller.p + frame.d as usize] = bits;
                }
                return Ok(self.frames.is_empty());
            }
            (false, _) => Some(value),
        };
        match (self.frames.last(), result) {
            (Some(caller), Some(value)) => {
                let at = caller.r + frame.d as usize;
                let end = caller.r + caller.method().refs as usize;
                self.refs[at] = value;
                self.refs.truncate(end.max(at + 1));
                Ok(false)
            }
            (Some(_), None) => Ok(false),
            (None, value) => {
                self.result = value.unwrap_or_default();
                Ok(true)
            }
        }
    }

    pub(super) fn spend(&mut self, cx: &mut Cx<'_, '_>) -> Result<bool> {
        self.fuel = FUEL;
        cx.spend(FUEL)
    }
}
