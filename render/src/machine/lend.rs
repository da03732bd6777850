//! The page in the hands of objects that an action touches: a bean of the application's own Java may write to it.
//!
//! # Implementation
//! The machine moves its state to where the engine finds it and takes it back afterwards, as it does for asynchronous
//! tags; so nothing is shared.

use std::cell::RefCell;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use vespid_streams::BufferMode;
use vespid_streams::PageWriter;

use super::Machine;
use super::PageHandle;
use super::budget::Budget;
use super::script::ScriptBudget;
use super::state::PageState;
use crate::Result;
use crate::context::Exchange;
use crate::el::ElResolver;
use crate::script::ScriptPage;
use crate::value::Value;
use crate::value::methods::call_method;

thread_local! {
    static LENT: RefCell<Option<Lent>> = const { RefCell::new(None) };
}

struct Lent {
    state: Box<PageState>,
    budget: Budget,
}

impl Machine {
    /// Asks a resolver of the application, which finds the page if it wants it.
    pub(super) fn ask<R>(
        &mut self,
        resolver: &Arc<dyn ElResolver>,
        act: impl FnOnce(&dyn ElResolver) -> R,
    ) -> R {
        if resolver.wants_page() {
            lend(&mut self.state, &mut self.budget, || act(&**resolver))
        } else {
            act(&**resolver)
        }
    }

    /// Does something with an object, which finds the page if it may want it.
    pub(super) fn lend<R>(&mut self, object: &Value, act: impl FnOnce() -> R) -> R {
        if object.as_object().is_some_and(|object| object.wants_page()) {
            lend(&mut self.state, &mut self.budget, act)
        } else {
            act()
        }
    }
}

impl PageHandle {
    /// Calls a method of an object, which may wait and finds the page if it wants it: a connection of the application's
    /// own Java, say.
    ///
    /// # Errors
    /// What the method throws, or that there is none.
    ///
    /// # Cancel safety
    /// Dropping the future ends what the method does.
    pub async fn call(&self, target: &Value, method: &str, args: &[Value]) -> Result<Value> {
        let mut budget = Budget::new(self.exchange().application().limits());
        let future = target.as_object().and_then(|object| object.clone().call_async(method, args));
        let Some(mut future) = future else {
            return self
                .with_boxed(|state| lend(state, &mut budget, || call_method(target, method, args)))?;
        };
        poll_fn(|cx| {
            let polled = self.with_boxed(|state| {
                budget.start_turn()?;
                Ok(lend(state, &mut budget, || future.as_mut().poll(cx)))
            });
            match polled {
                Ok(Ok(polled)) => polled,
                Ok(Err(error)) | Err(error) => Poll::Ready(Err(error)),
            }
        })
        .await
    }
}

/// Lends what runs in a future a page that nobody reads.
pub(crate) async fn lend_vacant<T>(exchange: Arc<Exchange>, future: impl Future<Output = T>) -> T {
    let mut budget = Budget::new(exchange.application().limits());
    let mut state = vacant(exchange);
    let mut future = std::pin::pin!(future);
    poll_fn(|cx| {
        // What runs asks the clock itself, and ends by that.
        let _ = budget.start_turn();
        lend(&mut state, &mut budget, || future.as_mut().poll(cx))
    })
    .await
}

/// A page without content.
fn vacant(exchange: Arc<Exchange>) -> Box<PageState> {
    let out = PageWriter::new(BufferMode { size_bytes: 0, auto_flush: true }, 0);
    Box::new(PageState::new(out, exchange))
}

fn lend<R>(page: &mut Box<PageState>, used: &mut Budget, act: impl FnOnce() -> R) -> R {
    let budget = Budget::new(page.exchange.application().limits());
    let state = vacant(page.exchange.clone());
    let state = std::mem::replace(page, state);
    let budget = std::mem::replace(used, budget);
    let before = LENT.replace(Some(Lent { state, budget }));
    let result = act();
    if let Some(lent) = LENT.replace(before) {
        *page = lent.state;
        *used = lent.budget;
    }
    result
}

/// Gives what runs outside of any page the page whose action it serves, if there is one.
pub(crate) fn with_lent<R>(act: impl FnOnce(Option<&mut ScriptPage<'_>>) -> R) -> R {
    let Some(mut lent) = LENT.take() else { return act(None) };
    let result = act(Some(&mut ScriptPage::new(&mut lent.state, ScriptBudget::of(&mut lent.budget))));
    LENT.replace(Some(lent));
    result
}
