//! The machine that runs programs.
//!
//! # Implementation
//! All state is in plain sight: frames (scope, place in the code), an operand stack, loops, open tags, places that catch
//! errors. The machine runs synchronously until output is ready, something must be waited for, its turn is over or the
//! page is done; then it returns to its poller. A page can stop anywhere — in a tag's body, in a tag file called from a
//! loop, in an included page — and needs no native stack while it waits.

mod assign;
mod budget;
mod conditions;
mod deferred;
mod exec;
mod expressions;
mod frame;
mod handle;
mod include;
mod jstl;
mod lambda;
mod lend;
mod loops;
mod mapped;
mod output;
mod params;
pub(crate) mod property;
mod resolve;
mod script;
mod script_tag;
mod state;
mod stream;
mod streams;
mod tag_context;
mod tag_files;
mod tags;
mod unwind;
mod urls;
mod waiting;

use std::sync::Arc;
use std::task::Context;
use std::task::Poll;

pub use deferred::DeferredPage;
pub use deferred::MethodExpression;
pub use deferred::ValueExpression;
pub(crate) use deferred::evaluate_in;
pub(crate) use expressions::Expressions;
pub(crate) use expressions::member_type;
pub use handle::PageHandle;
pub use lambda::Lambda;
pub use lambda::MAX_LAMBDA_DEPTH;
pub(crate) use lend::lend_vacant;
pub(crate) use lend::with_lent;
pub use script_tag::Fragment;
pub(crate) use state::PageState;
pub use stream::PageStream;
pub use tag_context::TagContext;

use crate::Result;
use crate::context::Exchange;
use crate::error::Error;
use crate::value::Value;
use budget::Budget;
use frame::CatchPoint;
use frame::CodeFrame;
use frame::Frame;
use frame::Heights;
use frame::Kind;
use loops::LoopState;
use script::ActiveScript;
pub(crate) use script::ScriptBudget;
use state::push_in_place;
use vespid_streams::BufferMode;
use vespid_streams::PageWriter;
use waiting::Waiting;

/// Buffers for text are kept up to this capacity.
const MAX_SCRATCH_BYTES: usize = 1024;

/// One request's run.
pub(crate) struct Machine {
    state: Box<PageState>,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    loops: Vec<LoopState>,
    catches: Vec<CatchPoint>,
    /// The scripts of pages that run, outermost first.
    scripts: Vec<ActiveScript>,
    waiting: Option<Waiting>,
    /// The page that comes next is the error page of one that failed.
    failed: bool,
    budget: Budget,
    /// The next instruction of the running code frame.
    pc: u32,
    /// Where the running frame's page-scope slots start.
    base: usize,
    /// Where the running lambda's parameters start on the operand stack.
    locals: usize,
    /// Text on its way from a formatter to the page.
    scratch: String,
}

/// Why the machine returned to its poller.
pub(crate) enum Event {
    /// The writer has chunks to hand over.
    Output,
    /// The page is done.
    Done,
}

/// Why instructions stopped.
enum Stop {
    /// The top frame is no longer the same, or something is to be waited for.
    Switch,
    /// The writer has chunks to hand over.
    Output,
    /// Others should have a turn.
    Turn,
}

impl Machine {
    /// A machine that is about to answer `exchange` with the page at `path`.
    pub(crate) fn new(exchange: Arc<Exchange>, path: &str) -> Self {
        let limits = exchange.application().limits();
        let out = PageWriter::new(BufferMode::default(), limits.max_output_bytes);
        let waiting = Some(Waiting::root(exchange.application().clone(), path));
        Machine { waiting, ..Self::over(PageState::new(out, exchange)) }
    }

    /// A machine that evaluates expressions and writes nothing.
    pub(crate) fn bare(exchange: Arc<Exchange>) -> Self {
        Self::over(PageState::new(
            PageWriter::new(BufferMode { size_bytes: 0, auto_flush: true }, 0),
            exchange,
        ))
    }

    fn over(state: PageState) -> Self {
        let budget = Budget::new(state.exchange.application().limits());
        Machine {
            state: Box::new(state),
            stack: Vec::new(),
            frames: Vec::new(),
            loops: Vec::new(),
            catches: Vec::new(),
            scripts: Vec::new(),
            waiting: None,
            failed: false,
            budget,
            pc: 0,
            base: 0,
            locals: 0,
            scratch: String::new(),
        }
    }

    pub(crate) fn exchange(&self) -> &Arc<Exchange> {
        &self.state.exchange
    }

    pub(crate) fn out(&mut self) -> &mut PageWriter {
        &mut self.state.out
    }

    /// Runs until there is something to hand over.
    ///
    /// # Errors
    /// What the page fails with; nothing more comes after it.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Event>> {
        if let Err(error) = self.budget.start_turn() {
            return Poll::Ready(Err(self.give_up(error)));
        }
        loop {
            if self.state.out.has_output() {
                return Poll::Ready(Ok(Event::Output));
            }
            let ran = match &mut self.waiting {
                Some(waiting) => match waiting.poll(cx, &self.state.exchange) {
                    Poll::Ready(arrived) => {
                        self.waiting = None;
                        arrived.and_then(|arrived| self.arrive(arrived)).map(|()| Stop::Switch)
                    }
                    Poll::Pending => return self.pending(cx),
                },
                None => match self.frames.last() {
                    None => return Poll::Ready(Ok(Event::Done)),
                    Some(Frame::Code(_)) => self.exec(),
                    Some(Frame::Async(_)) => match self.poll_tag(cx) {
                        Poll::Ready(ran) => ran.map(|()| Stop::Switch),
                        Poll::Pending if self.state.out.has_output() => Ok(Stop::Output),
                        Poll::Pending => return self.pending(cx),
                    },
                    Some(Frame::Script(_)) => self.run_tag(),
                },
            };
            match ran {
                Ok(Stop::Switch) => {}
                Ok(Stop::Output) => return Poll::Ready(Ok(Event::Output)),
                Ok(Stop::Turn) => {
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Err(error) => {
                    if let Err(error) = self.unwind(error) {
                        return Poll::Ready(Err(error));
                    }
                }
            }
        }
    }

    /// Waits, but not beyond the page's time.
    fn pending(&mut self, cx: &mut Context<'_>) -> Poll<Result<Event>> {
        match self.budget.poll_deadline(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(error) => Poll::Ready(Err(self.give_up(error))),
        }
    }

    /// Ends the page with an error that nothing may catch.
    fn give_up(&mut self, error: Error) -> Error {
        self.waiting = None;
        match self.unwind(error) {
            Err(error) => error,
            // Budget errors are not caught; an error page would run on an exhausted budget.
            Ok(()) => Error::budget("the page was stopped"),
        }
    }

    #[inline]
    fn heights(&self) -> Heights {
        Heights {
            stack: self.stack.len() as u32,
            tags: self.state.tags.len() as u32,
            loops: self.loops.len() as u32,
            catches: self.catches.len() as u32,
            captures: self.state.out.capture_depth() as u32,
            scripts: self.scripts.len() as u32,
        }
    }

    /// Goes back to the heights of before: drops operands, loops and captured output.
    #[inline]
    fn restore(&mut self, heights: Heights) {
        // Where all went well, there is nothing to drop.
        if self.heights() != (Heights { tags: self.state.tags.len() as u32, ..heights }) {
            self.drop_above(heights);
        }
    }

    #[inline(never)]
    fn drop_above(&mut self, heights: Heights) {
        self.stack.truncate(heights.stack as usize);
        self.loops.truncate(heights.loops as usize);
        self.catches.truncate(heights.catches as usize);
        self.scripts.truncate(heights.scripts as usize);
        self.state.out.drop_captures(heights.captures as usize);
    }

    /// How deep calls lie within each other. Handlers of the engine, and their bodies, nest as the page is written.
    fn depth(&self) -> usize {
        let is_tag = |frame: &&Frame| matches!(frame, Frame::Script(_));
        match self.frames.len() {
            few @ 0..16 => few,
            many => many - 2 * self.frames.iter().filter(is_tag).count().min(many / 2),
        }
    }

    /// Calls code: pushes a frame, whose scope becomes the current one.
    fn push_code(&mut self, scope: usize, pc: u32, kind: Kind) -> Result<()> {
        self.budget.call(self.depth())?;
        self.enter(scope, pc, kind);
        Ok(())
    }

    /// Pushes a frame, whose scope becomes the current one; the one that runs goes on at `self.pc` afterwards.
    fn enter(&mut self, scope: usize, pc: u32, kind: Kind) {
        self.save_pc();
        let heights = self.heights();
        self.state.scope = scope;
        push_in_place(&mut self.frames, || Frame::Code(CodeFrame { scope: scope as u32, pc, heights, kind }));
    }

    #[inline]
    fn push(&mut self, value: Value) {
        self.place().replace_with(value);
    }

    /// A place on top of the operand stack.
    #[inline(always)]
    fn place(&mut self) -> &mut Value {
        push_in_place(&mut self.stack, || Value::Null)
    }

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the compiler balances pushes and pops")
    }

    /// Keeps the buffer of a text for the next one, unless it would be a burden to a page that waits.
    fn keep_scratch(&mut self, text: String) {
        if text.capacity() <= MAX_SCRATCH_BYTES {
            self.scratch = text;
        }
    }

    /// Drops the operands above a height.
    #[inline]
    fn drop_operands(&mut self, from: usize) {
        for value in &mut self.stack[from..] {
            value.clear();
        }
        while self.stack.len() > from {
            // Nothing is behind it any more.
            std::mem::forget(self.stack.pop());
        }
    }

    /// Takes the topmost `count` values, in the order in which they were pushed.
    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count)
    }
}
