//! What a stepwise tag handler sees of the page.

use std::sync::Arc;

use super::state::PageState;
use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::value::Str;
use crate::value::Value;
use crate::writer::TextSink;

/// The page as a stepwise tag handler sees it (the part of `PageContext` that tags use).
pub struct TagContext<'a> {
    pub(crate) state: &'a mut PageState,
    /// The handler's own place among the open tags.
    pub(crate) index: usize,
    pub(crate) body: &'a mut String,
}

impl TagContext<'_> {
    /// The output around the tag; a buffered body has been taken away before.
    #[inline]
    pub fn out(&mut self) -> TextSink<'_> {
        self.state.sink()
    }

    /// Writes text as it is.
    ///
    /// # Errors
    /// As [`TextSink::write_str`].
    #[inline]
    pub fn write_str(&mut self, text: &str) -> Result<()> {
        self.out().write_str(text)
    }

    /// The text of a buffered body so far.
    pub fn body_text(&self) -> &str {
        self.body
    }

    /// Takes the text of a buffered body, so that the next evaluation starts afresh.
    pub fn take_body(&mut self) -> String {
        std::mem::take(self.body)
    }

    /// A variable in the first scope that has it; null if none does.
    pub fn find(&self, name: &str) -> Value {
        self.state.find(name)
    }

    /// A variable of one scope.
    pub fn get(&self, name: &str, scope: Scope) -> Option<Value> {
        self.state.get(name, scope)
    }

    /// Sets a page-scope variable; null removes it.
    #[inline]
    pub fn set(&mut self, name: &str, value: Value) {
        let scope = self.state.scope;
        self.state.set_page_var(scope, name, value);
    }

    /// Sets a variable of one scope; null removes it.
    ///
    /// # Errors
    /// `IllegalStateException` where a session is wanted and can't be had.
    pub fn set_in(&mut self, scope: Scope, name: &str, value: Value) -> Result<()> {
        self.state.set(name, scope, value)
    }

    /// Removes a page-scope variable.
    #[inline]
    pub fn remove(&mut self, name: &str) {
        self.set(name, Value::Null);
    }

    /// The names of all page-scope variables, in no order.
    pub fn page_names(&self) -> Vec<Str> {
        self.state.page_vars().into_iter().map(|(name, _)| name).collect()
    }

    /// The nearest enclosing tag of the type `T`, or what an asynchronous tag provides of that type.
    pub fn parent<T: 'static>(&mut self) -> Option<&mut T> {
        let index = self.index;
        self.state.parent(index)
    }

    /// The object of the nearest enclosing tag that has one of that class: a handler in Java, or what an asynchronous tag
    /// [provides](super::PageHandle::provide_object).
    pub fn parent_object(&self, class: &str) -> Option<Value> {
        self.state.objects_around(self.index).find(|object| object.is_instance(class)).cloned()
    }

    /// Request and response.
    #[inline]
    pub fn exchange(&self) -> &Arc<Exchange> {
        &self.state.exchange
    }
}
