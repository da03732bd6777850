//! The formatting actions of Jakarta Tags (`jakarta.tags.fmt`; 3.1, chapters 8 and 9) as tag handlers. `fmt:formatNumber`,
//! which pages do most of all, is an instruction of the machine.

mod bundle;
mod date;
mod number;

pub(crate) use bundle::BundleTag;
pub(crate) use bundle::localized;

use std::sync::Arc;

use crate::Result;
use crate::context::Scope;
use crate::error::Error;
use crate::error::class;
use crate::l10n::locale;
use crate::machine::PageState;
use crate::machine::TagContext;
use crate::registry::Registry;
use crate::text::Locale;
use crate::value::Str;
use crate::value::Value;

/// Registers all handlers.
pub(crate) fn register(registry: &mut Registry) {
    bundle::register(registry);
    date::register(registry);
    number::register(registry);
}

/// The scope that an attribute names; the check of the tag has seen that it names one.
fn scope_of(scope: Option<&Str>) -> Scope {
    scope.and_then(|scope| Scope::by_name(scope)).unwrap_or_default()
}

/// Where an action leaves its result: a variable, or the page.
#[derive(Clone, Copy)]
struct Export<'a> {
    var: Option<&'a Str>,
    scope: Option<&'a Str>,
}

impl Export<'_> {
    /// Leaves a value there.
    fn put(self, page: &mut TagContext<'_>, value: Value) -> Result<()> {
        match self.var {
            Some(var) => page.set_in(scope_of(self.scope), var, value),
            None => page.out().write_value(&value),
        }
    }

    /// There is no value: nothing is written, a variable is removed.
    fn nothing(self, page: &mut TagContext<'_>) -> Result<()> {
        match self.var {
            Some(var) => page.set_in(scope_of(self.scope), var, Value::Null),
            None => Ok(()),
        }
    }
}

/// What an action works on: its attribute, else its trimmed body.
fn input(value: Option<&Str>, page: &TagContext<'_>) -> String {
    match value {
        Some(value) => value.to_string(),
        None => page.body_text().trim().to_owned(),
    }
}

impl PageState {
    /// The locale of formatting actions below the tag with that number (9.2): of the enclosing `fmt:bundle`, else of the
    /// page. Actions that write tell it the response as well.
    ///
    /// # Errors
    /// A setting that is no locale or context.
    pub(crate) fn formatting_locale_at(&mut self, tag: usize, writes: bool) -> Result<Option<Arc<Locale>>> {
        let enclosing = if self.tags.is_empty() { None } else { self.parent::<BundleTag>(tag) };
        let locale = match enclosing.and_then(|bundle| bundle.context().shared_locale()) {
            Some(locale) => Some(locale),
            None => self.formatting_locale()?,
        };
        if writes && let Some(locale) = &locale {
            self.set_response_locale(locale)?;
        }
        Ok(locale)
    }
}

/// A failure of an action that reads text, which the message names.
#[cold]
fn unreadable(tag: &str, text: &str, cause: Error) -> Error {
    Error::jsp(format!("{tag}: '{text}' can't be read: {cause}")).with_cause(cause)
}

/// The locale that an action reads text by: that of its `parseLocale`, else the one of formatting.
fn parse_locale(given: &Value, page: &mut TagContext<'_>, tag: &str, text: &str) -> Result<Arc<Locale>> {
    let locale = match locale::of_value(given)? {
        Some(locale) => Some(Arc::new(locale)),
        None => page.state.formatting_locale_at(page.index, false)?,
    };
    locale.ok_or_else(|| {
        Error::jsp(format!("{tag}: there is no locale to read '{text}' by"))
            .with_hint("give it parseLocale, or set one with fmt:setLocale")
    })
}

#[cold]
fn tag_error(message: String) -> Error {
    Error::new(class::JSP_TAG, message)
}
