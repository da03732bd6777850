//! The page in the hands of objects that an action touches: a bean of the application's own Java may write to it.
//!
//! # Implementation
//! The machine moves its state to where the engine finds it and takes it back afterwards, as it does for asynchronous
//! tags; so nothing is shared.

use std::cell::RefCell;

use vespid_streams::BufferMode;
use vespid_streams::PageWriter;

use super::Machine;
use super::budget::Budget;
use super::script::ScriptBudget;
use super::state::PageState;
use crate::script::ScriptPage;
use crate::value::Value;

thread_local! {
    static LENT: RefCell<Option<Lent>> = const { RefCell::new(None) };
}

struct Lent {
    state: Box<PageState>,
    budget: Budget,
}

impl Machine {
    /// Does something with an object, which finds the page if it may want it.
    pub(super) fn lend<R>(&mut self, object: &Value, act: impl FnOnce() -> R) -> R {
        if !object.as_object().is_some_and(|object| object.wants_page()) {
            return act();
        }
        let exchange = self.state.exchange.clone();
        let budget = Budget::new(exchange.application().limits());
        let out = PageWriter::new(BufferMode { size_bytes: 0, auto_flush: true }, 0);
        let state = Box::new(PageState::new(out, exchange));
        let state = std::mem::replace(&mut self.state, state);
        let budget = std::mem::replace(&mut self.budget, budget);
        let before = LENT.replace(Some(Lent { state, budget }));
        let result = act();
        if let Some(lent) = LENT.replace(before) {
            self.state = lent.state;
            self.budget = lent.budget;
        }
        result
    }
}

/// Gives what runs outside of any page the page whose action it serves, if there is one.
pub(crate) fn with_lent<R>(act: impl FnOnce(Option<&mut ScriptPage<'_>>) -> R) -> R {
    let Some(mut lent) = LENT.take() else { return act(None) };
    let result = act(Some(&mut ScriptPage::new(&mut lent.state, ScriptBudget::of(&mut lent.budget))));
    LENT.replace(Some(lent));
    result
}
