//! Asynchronous tags: how a future and the machine hand the page to each other.
//!
//! # Implementation
//! While the machine polls a tag's future, the page's state lies in a cell that the tag's [`PageHandle`] shares; at all
//! other times the machine has it. To evaluate its body a tag leaves a command in the cell and returns `Pending`; the
//! machine runs the body as an ordinary frame on top — which may wait itself — and polls the future again with the
//! reply. So no body ever runs within another's native stack.

use std::any::Any;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::task::Context;
use std::task::Poll;

use vespid_streams::BufferMode;
use vespid_streams::PageWriter;

use super::Machine;
use super::frame::Frame;
use super::frame::Heights;
use super::frame::Kind;
use super::state::OpenTag;
use super::state::PageState;
use super::waiting::IncludeReturn;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::error::Error;
use crate::program::Program;
use crate::tags::End;
use crate::tags::handler::TagFuture;
use crate::tags::stepwise::RunTag;
use crate::value::Str;
use crate::value::Value;
use crate::writer::write_error;

/// The page in the hands of an asynchronous tag.
///
/// It works only within the tag's own future: moved to another task, every call fails with an `IllegalStateException`.
pub struct PageHandle {
    cell: Arc<Mutex<Cell>>,
    exchange: Arc<Exchange>,
    index: usize,
    body: Option<u32>,
}

struct Cell {
    state: Box<PageState>,
    present: bool,
    command: Option<Command>,
    reply: Option<Result<String>>,
}

/// What a tag wants the machine to do.
struct Command {
    act: Act,
    /// The output is collected for the tag.
    capture: bool,
}

enum Act {
    /// Run the body or a fragment.
    Run(u32),
    /// Include a page or file.
    Include(Str),
    /// End this page and go on with another one.
    Forward(Str),
}

/// A running asynchronous tag, as the machine holds it.
pub(super) struct AsyncRun {
    future: TagFuture,
    cell: Arc<Mutex<Cell>>,
    /// The scope in which the tag stands.
    pub(super) scope: usize,
    pub(super) heights: Heights,
    /// The body's output is collected for the tag.
    capturing: bool,
    /// The future has ended.
    pub(super) finished: bool,
}

fn lock(cell: &Mutex<Cell>) -> MutexGuard<'_, Cell> {
    cell.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AsyncRun {
    /// The body came to its end.
    pub(super) fn body_done(&mut self, out: &mut PageWriter) {
        let text = if self.capturing { out.pop_capture() } else { String::new() };
        lock(&self.cell).reply = Some(Ok(text));
    }

    /// The body failed; the tag may handle it.
    pub(super) fn body_failed(&mut self, error: Error) {
        lock(&self.cell).reply = Some(Err(error));
    }
}

impl Machine {
    /// Starts an asynchronous tag.
    #[inline(never)]
    pub(super) fn tag_async(&mut self, program: &Program, number: u32) -> Result<()> {
        let site = &program.tags[number as usize];
        let RunTag::Async(make) = site.class.run else {
            unreachable!("the compiler runs only asynchronous tags so")
        };
        let from = self.stack.len() - site.on_stack as usize;
        let handler = make(site, &mut self.stack[from..], &self.state.exchange)?;
        self.stack.truncate(from);
        self.budget.call(self.frames.len())?;
        self.pc = site.end;
        self.save_pc();
        let heights = self.heights();
        let index = self.state.tags.len();
        self.state.open_tag(OpenTag::Provided(None), number, false, heights);
        let exchange = self.state.exchange.clone();
        let vacant = PageState::new(
            PageWriter::new(BufferMode { size_bytes: 0, auto_flush: true }, 0),
            exchange.clone(),
        );
        let cell = Arc::new(Mutex::new(Cell {
            state: Box::new(vacant),
            present: false,
            command: None,
            reply: None,
        }));
        let handle = PageHandle { cell: cell.clone(), exchange, index, body: site.body };
        let future = handler.run(handle);
        let scope = self.state.scope;
        let run = AsyncRun { future, cell, scope, heights, capturing: false, finished: false };
        self.frames.push(Frame::Async(Box::new(run)));
        Ok(())
    }

    /// Polls the topmost frame's tag.
    pub(super) fn poll_tag(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let Some(Frame::Async(run)) = self.frames.last_mut() else { unreachable!("the caller saw a tag") };
        {
            let mut cell = lock(&run.cell);
            std::mem::swap(&mut cell.state, &mut self.state);
            cell.present = true;
        }
        let polled = run.future.as_mut().poll(cx);
        let command = {
            let mut cell = lock(&run.cell);
            std::mem::swap(&mut cell.state, &mut self.state);
            cell.present = false;
            cell.command.take()
        };
        match (polled, command) {
            (Poll::Ready(ended), _) => {
                run.finished = true;
                let heights = run.heights;
                let end = match ended {
                    Ok(end) => end,
                    Err(error) => return Poll::Ready(Err(error)),
                };
                self.frames.pop();
                self.state.tags.truncate(heights.tags as usize);
                if end == End::SkipPage {
                    return Poll::Ready(self.skip_page().map(drop));
                }
                Poll::Ready(Ok(()))
            }
            (Poll::Pending, Some(command)) => {
                run.capturing = command.capture;
                let scope = run.scope;
                if command.capture {
                    self.state.out.push_capture();
                }
                self.state.scope = scope;
                Poll::Ready(match command.act {
                    Act::Run(entry) => self.push_code(scope, entry, Kind::Fragment),
                    Act::Include(path) => self.start_include(&path, Vec::new(), IncludeReturn::include()),
                    Act::Forward(path) => self.forward_to(&path, Vec::new()),
                })
            }
            (Poll::Pending, None) => Poll::Pending,
        }
    }
}

impl PageHandle {
    pub(super) fn with<R>(&self, act: impl FnOnce(&mut PageState) -> R) -> Result<R> {
        self.with_boxed(|state| act(state))
    }

    pub(super) fn with_boxed<R>(&self, act: impl FnOnce(&mut Box<PageState>) -> R) -> Result<R> {
        let mut cell = lock(&self.cell);
        if !cell.present {
            return Err(Error::illegal_state("a page handle was used outside of its tag's own future"));
        }
        Ok(act(&mut cell.state))
    }

    /// Request and response.
    pub fn exchange(&self) -> &Arc<Exchange> {
        &self.exchange
    }

    /// Whether the tag has a body.
    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Evaluates the body into the page's output; nothing happens without one.
    ///
    /// # Errors
    /// What the body fails with; the tag may handle it or give it on.
    ///
    /// # Cancel safety
    /// Not cancel safe: a body that has started runs to its end, and its outcome is lost.
    pub async fn invoke_body(&self) -> Result<()> {
        self.run_body(false).await.map(drop)
    }

    /// Evaluates the body and gives its text; empty without a body.
    ///
    /// # Errors
    /// What the body fails with.
    ///
    /// # Cancel safety
    /// As [`invoke_body`](Self::invoke_body).
    pub async fn body_text(&self) -> Result<String> {
        self.run_body(true).await
    }

    async fn run_body(&self, capture: bool) -> Result<String> {
        match self.body {
            Some(entry) => self.command(Act::Run(entry), capture).await,
            None => Ok(String::new()),
        }
    }

    /// Evaluates a fragment attribute into the page's output.
    ///
    /// # Errors
    /// What the fragment fails with, or an `IllegalArgumentException` if the value is no fragment.
    pub async fn invoke_fragment(&self, fragment: &Value) -> Result<()> {
        let Value::Long(entry) = fragment else {
            return Err(Error::illegal_argument("the value is no fragment"));
        };
        let entry = u32::try_from(*entry).map_err(|_| Error::illegal_argument("the value is no fragment"))?;
        self.command(Act::Run(entry), false).await.map(drop)
    }

    /// Includes a page or file, as `jsp:include` does: its output goes to the page. The path is relative to the page, or
    /// to the application if it starts with `/`, and may have a query.
    ///
    /// # Errors
    /// There is none, or what it fails with; the tag may handle it or give it on.
    ///
    /// # Cancel safety
    /// As [`invoke_body`](Self::invoke_body).
    pub async fn include(&self, path: &str) -> Result<()> {
        self.command(Act::Include(path.into()), false).await.map(drop)
    }

    /// [`include`](Self::include)s a page or file and gives its text.
    ///
    /// # Errors
    /// As [`include`](Self::include).
    ///
    /// # Cancel safety
    /// As [`invoke_body`](Self::invoke_body).
    pub async fn include_text(&self, path: &str) -> Result<String> {
        self.command(Act::Include(path.into()), true).await
    }

    /// Drops what the page has written so far and goes on with another page in its place, as `jsp:forward` does. The
    /// tag ends here: its future is dropped.
    ///
    /// # Errors
    /// A part of the page was sent already, or the path leads outside of the application. There is no other result.
    pub async fn forward(&self, path: &str) -> Result<std::convert::Infallible> {
        match self.command(Act::Forward(path.into()), false).await {
            Err(error) => Err(error),
            Ok(_) => Err(Error::illegal_state("a page goes on after it was left by a forward")),
        }
    }

    async fn command(&self, act: Act, capture: bool) -> Result<String> {
        let mut act = Some(act);
        poll_fn(|_| {
            let mut cell = lock(&self.cell);
            if act.is_none() {
                return cell.reply.take().map_or(Poll::Pending, Poll::Ready);
            }
            if !cell.present {
                let error = Error::illegal_state("a page handle was used outside of its tag's own future");
                return Poll::Ready(Err(error));
            }
            cell.command = act.take().map(|act| Command { act, capture });
            cell.reply = None;
            Poll::Pending
        })
        .await
    }

    /// Writes text as it is.
    ///
    /// # Errors
    /// The buffer overflows without autoFlush, or the output budget is used up.
    pub fn write_str(&self, text: &str) -> Result<()> {
        self.with(|state| state.out.write_str(text).map_err(write_error))?
    }

    /// Sends what the buffer holds, before the tag goes on; the response is committed.
    ///
    /// # Errors
    /// Within a captured body, which can't be flushed.
    pub async fn flush(&self) -> Result<()> {
        self.with(|state| state.out.flush().map_err(write_error))??;
        // Back to the machine once, which hands the chunks over.
        let mut yielded = false;
        poll_fn(|cx| {
            if yielded {
                return Poll::Ready(());
            }
            yielded = true;
            cx.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        Ok(())
    }

    /// A variable in the first scope that has it; null if none does.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn find(&self, name: &str) -> Result<Value> {
        self.with(|state| state.find(name))
    }

    /// A variable of one scope.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn get(&self, name: &str, scope: Scope) -> Result<Option<Value>> {
        self.with(|state| state.get(name, scope))
    }

    /// Sets a variable of one scope; null removes it.
    ///
    /// # Errors
    /// `IllegalStateException` where a session is wanted and can't be had.
    pub fn set(&self, name: &str, scope: Scope, value: Value) -> Result<()> {
        self.with(|state| state.set(name, scope, value))?
    }

    /// Offers something to the tags in the body, which find it by its type as a parent.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn provide<T: Any + Send>(&self, provided: T) -> Result<()> {
        self.with(|state| {
            if let Some(entry) = state.tags.get_mut(self.index) {
                entry.tag = OpenTag::Provided(Some(Box::new(provided)));
            }
        })
    }

    /// Lets an object stand for the tag: tags in Java find it as their parent, others as
    /// [`parent_object`](super::TagContext::parent_object). Null: nothing stands for it any more.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn provide_object(&self, object: Value) -> Result<()> {
        self.with(|state| {
            if let Some(entry) = state.tags.get_mut(self.index) {
                entry.tag = OpenTag::Script(object);
            }
        })
    }

    /// The object of the nearest tag around that has one; null: there is none.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn parent_object(&self) -> Result<Value> {
        self.with(|state| state.parent_object(self.index))
    }

    /// Takes back what was [provided](Self::provide), with what the tags in the body did to it.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn take_provided<T: Any + Send>(&self) -> Result<Option<T>> {
        self.with(|state| {
            let OpenTag::Provided(provided) = &mut state.tags.get_mut(self.index)?.tag else { return None };
            match provided.take()?.downcast::<T>() {
                Ok(found) => Some(*found),
                Err(other) => {
                    *provided = Some(other);
                    None
                }
            }
        })
    }

    /// Lets `act` work on the nearest enclosing tag of the type `T`, or what an enclosing asynchronous tag provides of
    /// that type; `None`: there is none.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn with_parent<T: 'static, R>(&self, act: impl FnOnce(&mut T) -> R) -> Result<Option<R>> {
        self.with(|state| state.parent(self.index).map(act))
    }

    /// The names of all page-scope variables, in no order.
    ///
    /// # Errors
    /// Outside of the tag's own future.
    pub fn page_names(&self) -> Result<Vec<Str>> {
        self.with(|state| state.page_vars().into_iter().map(|(name, _)| name).collect())
    }
}
