//! Runs of Java that take turns with the machine of a page.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::task::Context;
use std::task::Poll;
use std::task::ready;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::script::Resume;
use vespid_render::script::ScriptPage;
use vespid_render::script::Step;
use vespid_render::value::CallFuture;

use crate::library;
use crate::vm::Cx;
use crate::vm::Outcome;
use crate::vm::Pending;
use crate::vm::Run;

/// A run within a page, from step to step.
#[derive(Default)]
pub(crate) struct Going {
    run: Run,
    allocated: usize,
    /// What the call gave for which the run waited last.
    answer: Arc<Mutex<Option<Result<Value>>>>,
    /// Where the text of the fragment goes that the machine runs.
    target: Option<Value>,
}

/// A method that code outside of any Java calls and that may wait: its future runs it.
///
/// # Cancel safety
/// Dropping it ends the run.
pub(crate) struct Calling {
    run: Run,
    allocated: usize,
    waiting: Option<CallFuture>,
}

impl Calling {
    pub(crate) fn new(run: Run) -> Self {
        Calling { run, allocated: 0, waiting: None }
    }

    fn resume(&mut self, answer: Option<Result<Value>>) -> Result<Outcome> {
        Cx::outside(|cx| {
            cx.allocated = self.allocated;
            match answer {
                Some(Ok(value)) => {
                    if cx.page.is_some() {
                        cx.arrived(&value)?;
                    }
                    self.run.answer(value);
                }
                Some(Err(error)) => self.run.fail(error)?,
                None => {}
            }
            let outcome = self.run.go_on(cx);
            self.allocated = cx.allocated;
            outcome
        })
    }
}

impl Future for Calling {
    type Output = Result<Value>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Value>> {
        loop {
            let answer = match &mut self.waiting {
                Some(call) => Some(ready!(call.as_mut().poll(cx))),
                None => None,
            };
            self.waiting = None;
            match self.resume(answer) {
                Ok(Outcome::Done(value)) => return Poll::Ready(Ok(value)),
                Ok(Outcome::Turn) => {
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Ok(Outcome::Wait(Pending::Call(call))) => self.waiting = Some(call),
                Ok(_) => {
                    return Poll::Ready(Err(Error::illegal_state(
                        "Java that a tag calls can't include, forward or run a body",
                    )));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

/// How far a run came.
pub(crate) enum Advance {
    /// The machine has something to do.
    Step(Step),
    /// It is over, with this result.
    Done(Value),
}

impl Going {
    pub(crate) fn new(run: Run) -> Self {
        Going { run, ..Self::default() }
    }

    /// Goes on; `object` is the page object, for a page's own Java.
    ///
    /// # Errors
    /// What the code throws and nothing in it catches.
    pub(crate) fn go_on(
        &mut self,
        page: &mut ScriptPage<'_>,
        with: Resume,
        object: Option<&Value>,
    ) -> Result<Advance> {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut cx = Cx::new(page, self.allocated);
        cx.page_object = object.cloned();
        let captured = match self.target.take() {
            Some(target) => Some((target, cx.page()?.end_capture())),
            None => None,
        };
        // What was collected goes where it belongs, also where a failure came behind it.
        let written = match captured {
            Some((target, text)) if !text.is_empty() => {
                cx.invoke(&target, "write", &[Value::str(text)]).map(drop)
            }
            _ => Ok(()),
        };
        let run = &mut self.run;
        match (answer, with, written) {
            (Some(Ok(value)), ..) => {
                cx.arrived(&value)?;
                run.answer(value);
            }
            (Some(Err(error)), ..) | (None, Resume::Failed(error), _) | (None, _, Err(error)) => {
                run.fail(error)?;
            }
            (None, Resume::Reply(answer), Ok(())) => run.reply(answer),
            (None, Resume::Go, Ok(())) => {}
        }
        let outcome = run.go_on(&mut cx);
        self.allocated = cx.allocated;
        Ok(Advance::Step(match outcome? {
            Outcome::Done(value) => return Ok(Advance::Done(value)),
            Outcome::Turn => Step::Turn,
            Outcome::Segment { segment, level, value } => Step::Segment { segment, level, value },
            Outcome::Failed { level, error } => Step::Failed { level, error },
            Outcome::Wait(Pending::Include { path, flush }) => Step::Include { path, flush },
            Outcome::Wait(Pending::Fail(error)) => Step::Fail(error),
            Outcome::Wait(Pending::Forward(path)) => Step::Forward(path),
            Outcome::Wait(Pending::Sleep(time)) => Step::Sleep(time),
            Outcome::Wait(Pending::Body) => Step::Body,
            Outcome::Wait(Pending::Fragment { fragment, to }) => {
                self.target = capture_for(&mut cx, to)?;
                Step::Fragment(fragment)
            }
            Outcome::Wait(Pending::Rest { to }) => {
                self.target = capture_for(&mut cx, to)?;
                Step::Rest
            }
            Outcome::Wait(Pending::Call(call)) => self.wait_for(call),
        }))
    }

    /// Lets the machine wait for the result of a call.
    fn wait_for(&self, call: CallFuture) -> Step {
        let answer = self.answer.clone();
        Step::Wait(Box::pin(async move {
            let result = call.await;
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }))
    }
}

/// Begins to collect what the machine writes next, if a writer is to have it that is not the page's.
fn capture_for(cx: &mut Cx<'_, '_>, to: Value) -> Result<Option<Value>> {
    if to.is_null() || library::is_current_writer(cx, &to)? {
        return Ok(None);
    }
    cx.page()?.begin_capture();
    Ok(Some(to))
}
