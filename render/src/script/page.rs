//! The page as scripting elements see it.

use std::any::Any;
use std::sync::Arc;

use crate::Result;
use crate::context::Exchange;
use crate::context::Scope;
use crate::error::Error;
use crate::machine::PageState;
use crate::machine::ScriptBudget;
use crate::text::Locale;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::writer::write_error;
use crate::writer::write_value;

const NO_PAGE: &str = "there is no page to write to here";

/// The page as scripting elements see it.
pub struct ScriptPage<'a> {
    state: &'a mut PageState,
    budget: ScriptBudget<'a>,
}

impl<'a> ScriptPage<'a> {
    pub(crate) fn new(state: &'a mut PageState, budget: ScriptBudget<'a>) -> Self {
        ScriptPage { state, budget }
    }

    /// Gives what runs outside of any page the page whose action it serves, if there is one: a bean whose property a
    /// `jsp:setProperty` sets.
    pub fn lent<R>(act: impl FnOnce(Option<&mut ScriptPage<'_>>) -> R) -> R {
        crate::machine::with_lent(act)
    }

    /// Runs what belongs to no page, such as a listener, with one that nobody reads: so it finds the application, and
    /// what it opens is given back at its end.
    ///
    /// # Cancel safety
    /// Dropping the future ends what runs.
    pub async fn lend_vacant<T>(exchange: Arc<Exchange>, future: impl Future<Output = T>) -> T {
        crate::machine::lend_vacant(exchange, future).await
    }

    /// The error of code that wants the page where there is none.
    pub fn missing() -> Error {
        Error::illegal_state(NO_PAGE)
    }

    pub(crate) fn is_missing(error: &Error) -> bool {
        error.message() == NO_PAGE
    }

    pub(crate) fn state_mut(&mut self) -> &mut PageState {
        self.state
    }

    /// The request and its response.
    pub fn exchange(&self) -> &Arc<Exchange> {
        &self.state.exchange
    }

    /// Encodes what is written as the response says by now; once part of it was sent, nothing changes.
    pub fn write_in_its_charset(&mut self) {
        let charset = self.state.exchange.response.head().charset;
        self.state.out.set_charset(charset);
    }

    /// Counts steps: rounds of loops and calls; true: the turn is over.
    ///
    /// # Errors
    /// The page has taken all steps or all the time that it may.
    pub fn spend(&mut self, steps: u32) -> Result<bool> {
        self.budget.spend(steps)
    }

    /// Writes a value's text to the page: null as `null`.
    ///
    /// # Errors
    /// What the output reports.
    pub fn print(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Null => self.state.out.write_str("null").map_err(write_error),
            value => write_value(&mut self.state.out, value),
        }
    }

    /// Writes text to the page.
    ///
    /// # Errors
    /// What the output reports.
    pub fn write_str(&mut self, text: &str) -> Result<()> {
        self.state.out.write_str(text).map_err(write_error)
    }

    /// Sends what is buffered, where no body is open (`ServletResponse.flushBuffer`).
    ///
    /// # Errors
    /// What the output reports.
    pub fn flush(&mut self) -> Result<()> {
        if self.state.out.capture_depth() > 0 {
            return Ok(());
        }
        self.state.out.flush().map_err(write_error)
    }

    /// Drops what is buffered; `strict`: that something was sent already is an error (`JspWriter.clear`).
    ///
    /// # Errors
    /// What the output reports.
    pub fn clear(&mut self, strict: bool) -> Result<()> {
        if strict {
            return self.state.out.clear().map_err(write_error);
        }
        self.state.out.clear_buffer();
        Ok(())
    }

    /// The size of the page's buffer in bytes, what is left of it, and whether it is sent when it is full.
    pub fn buffer(&self) -> (usize, usize, bool) {
        let out = &self.state.out;
        (out.buffer_size(), out.remaining(), out.mode().auto_flush)
    }

    /// A number for where output goes now: that of the innermost capture, 0 for the page itself.
    pub fn writer(&self) -> u64 {
        self.state.out.capture_serial()
    }

    /// Writes text to the page (0) or to the capture with that number; false: that is over.
    ///
    /// # Errors
    /// What the output reports.
    pub fn write_at(&mut self, writer: u64, text: &str) -> Result<bool> {
        let written = self.state.out.at_level(writer, |out| out.write_str(text).map_err(write_error));
        written.transpose().map(|written| written.is_some())
    }

    /// What a capture holds so far; `None`: it is over.
    pub fn captured_at(&mut self, writer: u64) -> Option<String> {
        self.state.out.at_level(writer, |out| out.captured().to_owned())
    }

    /// Drops what a capture holds so far; false: it is over.
    pub fn clear_at(&mut self, writer: u64) -> bool {
        self.state.out.at_level(writer, vespid_streams::PageWriter::clear_buffer).is_some()
    }

    /// From here on output goes to a capture, whose number this gives (`PageContext.pushBody`).
    pub fn begin_capture(&mut self) -> u64 {
        self.state.out.push_capture();
        self.writer()
    }

    /// Ends the innermost capture and gives what it holds (`PageContext.popBody`).
    pub fn end_capture(&mut self) -> String {
        self.state.out.pop_capture()
    }

    /// Sends what is buffered and drops everything that is still written to the page (`JspWriter.close`).
    ///
    /// # Errors
    /// What the output reports.
    pub fn close(&mut self) -> Result<()> {
        let ended = self.state.out.at_level(0, vespid_streams::PageWriter::end);
        ended.transpose().map(drop).map_err(write_error)
    }

    /// Sends what the page's own buffer holds, past all bodies that are open (`JspWriter.flush`).
    ///
    /// # Errors
    /// What the output reports.
    pub fn flush_page(&mut self) -> Result<()> {
        let flushed = self.state.out.at_level(0, vespid_streams::PageWriter::flush);
        flushed.transpose().map(drop).map_err(write_error)
    }

    /// Drops what the page's own buffer holds; `strict`: that something was sent already is an error.
    ///
    /// # Errors
    /// As [`clear`](Self::clear).
    pub fn clear_page(&mut self, strict: bool) -> Result<()> {
        let cleared = self.state.out.at_level(0, |out| {
            if strict {
                return out.clear();
            }
            out.clear_buffer();
            Ok(())
        });
        cleared.transpose().map(drop).map_err(write_error)
    }

    /// Whether the page's output was [closed](Self::close).
    pub fn is_closed(&self) -> bool {
        self.state.out.is_ended()
    }

    /// What the engine keeps with the request's page, as long as that runs.
    pub fn attachment<T: Any + Send + Default>(&mut self) -> &mut T {
        let kept = &mut self.state.attachment;
        if !kept.as_ref().is_some_and(|kept| kept.is::<T>()) {
            *kept = Some(Box::new(T::default()));
        }
        kept.as_mut().and_then(|kept| kept.downcast_mut()).expect("it was just put there")
    }

    /// Whether part of the response was sent already.
    pub fn is_committed(&self) -> bool {
        self.state.out.is_committed() || self.state.exchange.response.is_committed()
    }

    /// An attribute of the first scope that has it; null: none has.
    pub fn find(&self, name: &str) -> Value {
        self.state.find(name)
    }

    /// An attribute of one scope.
    pub fn get(&self, name: &str, scope: Scope) -> Option<Value> {
        self.state.get(name, scope)
    }

    /// Sets an attribute of a scope; null removes it.
    ///
    /// # Errors
    /// `IllegalStateException` for session scope where there can be no session.
    pub fn set(&mut self, name: &str, scope: Scope, value: Value) -> Result<()> {
        crate::l10n::set_by_name(self.state, name);
        self.state.set(name, scope, value)
    }

    /// Removes an attribute from a scope, or from all.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn remove(&mut self, name: &str, scope: Option<Scope>) -> Result<()> {
        crate::l10n::set_by_name(self.state, name);
        self.state.remove(name, scope)
    }

    /// The scope that has an attribute of that name.
    pub fn scope_of(&self, name: &str) -> Option<Scope> {
        self.state.scope_of(name)
    }

    /// The resource bundle of a base name that fits a locale best, or the request's first locale without one.
    pub fn bundle(&self, base: &str, locale: Option<&Locale>) -> Option<Value> {
        let exchange = &self.state.exchange;
        let application = exchange.application();
        let first = exchange.request.locales.first().map(|tag| Locale::for_language_tag(tag));
        let locale = locale.cloned().or(first).unwrap_or(Locale::ROOT);
        let found = application.bundles().find(application.registry(), base, &locale)?;
        Some(Value::Object(found))
    }

    /// Whether a name is that of an implicit object of expressions (Pages 4.1, 2.2.3).
    pub fn is_implicit(name: &str) -> bool {
        crate::program::Implicit::by_name(name).is_some()
    }

    /// The implicit object of that name, as expressions see it; `None`: there is none.
    pub fn implicit_object(&self, name: &str) -> Option<Value> {
        let implicit = crate::program::Implicit::by_name(name)?;
        Some(crate::context::implicit::object(self.state, implicit))
    }

    /// A message by its key, with arguments: of the bundle of a base name, or of the localization context that goes for
    /// the page (Jakarta Tags 3.1, 8.7). `???key???` stands for one that is missing.
    ///
    /// # Errors
    /// A message that is no pattern, a setting that is none.
    pub fn localized(&mut self, key: &str, args: &[Value], base: Option<&str>) -> Result<Str> {
        let message = crate::tags::fmt::localized(self.state, key, args, base)?;
        Ok(coerce::to_text(&message).as_ref().into())
    }

    /// The names of a scope's attributes.
    pub fn names(&self, scope: Scope) -> Vec<Str> {
        let exchange = &self.state.exchange;
        match scope {
            Scope::Page => self.state.page_vars().into_iter().map(|(name, _)| name).collect(),
            Scope::Request => exchange.attributes.names(),
            Scope::Session => exchange.session().map_or(Vec::new(), |session| session.attributes.names()),
            Scope::Application => exchange.application().attributes().names(),
        }
    }

    /// A number of the page or tag file whose code runs, which no other one has.
    pub fn scope_number(&mut self) -> u64 {
        self.state.serial()
    }

    /// Does something as if the code of the page or tag file with that number ran; as it is, where that has ended.
    pub fn within_scope<R>(&mut self, number: u64, act: impl FnOnce(&mut Self) -> R) -> R {
        let own = self.state.scope;
        let wanted = self.state.scopes.iter().rposition(|scope| scope.serial == number);
        self.state.scope = wanted.unwrap_or(own);
        let result = act(self);
        self.state.scope = own;
        result
    }

    /// `pageContext` as expressions see it, from which request, response, session and application hang.
    pub fn page_context(&self) -> Value {
        crate::context::implicit::object(self.state, crate::program::Implicit::PageContext)
    }

    /// A property of `pageContext`: `request`, `response`, `session`, `servletContext`, `servletConfig`, `exception`.
    pub fn implicit(&self, name: &str) -> Value {
        let property = crate::context::implicit::property(
            self.state,
            crate::program::Implicit::PageContext,
            &name.into(),
        );
        property.unwrap_or_default()
    }

    /// The expression that a name of the page is mapped to (an EL variable).
    pub fn mapped(&self, name: &str) -> Option<Value> {
        self.state.get(&crate::compile::hidden(name), Scope::Page)
    }

    /// What the nearest tag around the one that runs [gave](Self::set_tag) for itself; null: there is none.
    pub fn parent_tag(&self) -> Value {
        self.state.parent_object(self.state.tags.len().saturating_sub(1))
    }

    /// What the tags within the one that runs see of it.
    pub fn set_tag(&mut self, handler: Value) {
        self.state.set_tag_object(handler);
    }

    /// The path of the page that runs, from which relative paths start.
    pub fn path(&self) -> Str {
        self.state.program().path.clone()
    }

    /// Coerces text of a value as attributes of tags are.
    pub fn text_of(value: &Value) -> Str {
        coerce::to_text(value).as_ref().into()
    }
}
