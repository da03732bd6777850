//! Configuration settings (Jakarta Tags 3.1, 2.8: `jakarta.servlet.jsp.jstl.core.Config`).

use crate::Result;
use crate::context::Scope;
use crate::machine::PageState;
use crate::machine::TagContext;
use crate::value::Value;

/// A configuration setting: a variable in each scope that does not hide those of the others, and a context parameter.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The name of the context parameter.
    name: &'static str,
    /// Its name before Jakarta.
    old_name: &'static str,
    /// The names of the variables, page scope first.
    variables: [&'static str; 4],
}

macro_rules! setting {
    ($constant:ident, $name:literal) => {
        pub(crate) static $constant: Setting = Setting {
            name: concat!("jakarta.servlet.jsp.jstl.", $name),
            old_name: concat!("javax.servlet.jsp.jstl.", $name),
            variables: [
                concat!("jakarta.servlet.jsp.jstl.", $name, ".page"),
                concat!("jakarta.servlet.jsp.jstl.", $name, ".request"),
                concat!("jakarta.servlet.jsp.jstl.", $name, ".session"),
                concat!("jakarta.servlet.jsp.jstl.", $name, ".application"),
            ],
        };
    };
}

setting!(LOCALE, "fmt.locale");
setting!(FALLBACK_LOCALE, "fmt.fallbackLocale");
setting!(CONTEXT, "fmt.localizationContext");
setting!(TIME_ZONE, "fmt.timeZone");

/// Where the charset of forms is kept in the session (Jakarta Tags 3.1, 8.4).
pub(crate) const REQUEST_CHARSET: &str = "jakarta.servlet.jsp.jstl.fmt.request.charset";

/// `jakarta.servlet.jsp.jstl.core.Config`: configuration settings of any name, for tag handlers and scripting.
///
/// ```
/// use vespid_render::context::Scope;
/// use vespid_render::l10n::Config;
/// use vespid_render::machine::TagContext;
/// use vespid_render::{Result, Value};
///
/// fn german(page: &mut TagContext<'_>) -> Result<()> {
///     Config::set(page, "jakarta.servlet.jsp.jstl.fmt.locale", Scope::Request, Value::str("de_DE"))
/// }
/// ```
#[derive(Debug)]
pub enum Config {}

impl Config {
    fn variable(name: &str, scope: Scope) -> String {
        const SCOPES: [&str; 4] = ["page", "request", "session", "application"];
        format!("{name}.{}", SCOPES[scope as usize])
    }

    /// The setting of one scope.
    pub fn get(page: &TagContext<'_>, name: &str, scope: Scope) -> Option<Value> {
        page.state.get(&Self::variable(name, scope), scope)
    }

    /// What goes for the page: the setting of the innermost scope that has one, else the context parameter.
    pub fn find(page: &TagContext<'_>, name: &str) -> Option<Value> {
        let mut scopes = [Scope::Page, Scope::Request, Scope::Session, Scope::Application].into_iter();
        scopes
            .find_map(|scope| Self::get(page, name, scope))
            .or_else(|| page.exchange().application().init_param(name).map(|param| Value::Str(param.clone())))
    }

    /// Sets the setting of one scope; null removes it.
    ///
    /// # Errors
    /// `IllegalStateException` where a session is wanted and can't be had.
    pub fn set(page: &mut TagContext<'_>, name: &str, scope: Scope, value: Value) -> Result<()> {
        forget(page.state);
        page.state.set(&Self::variable(name, scope), scope, value)
    }
}

/// An attribute of that name is about to be set: if it is a setting, what was found out by it is forgotten.
pub(crate) fn set_by_name(state: &mut PageState, name: &str) {
    if name.contains(".jsp.jstl.fmt.") {
        forget(state);
    }
}

/// What running pages have found out depends on the settings.
fn forget(state: &mut PageState) {
    for scope in &mut state.scopes {
        scope.localization = None;
    }
}

impl Setting {
    /// The variable in one scope.
    pub(crate) fn get(&self, state: &PageState, scope: Scope) -> Option<Value> {
        state.get(self.variables[scope as usize], scope)
    }

    /// What goes for a page: the variable of the innermost scope that has one, else the context parameter.
    pub(crate) fn find(&self, state: &PageState) -> Option<Value> {
        let mut scopes = [Scope::Page, Scope::Request, Scope::Session, Scope::Application].into_iter();
        scopes.find_map(|scope| self.get(state, scope)).or_else(|| {
            let application = state.exchange.application();
            let param =
                application.init_param(self.name).or_else(|| application.init_param(self.old_name))?;
            Some(Value::Str(param.clone()))
        })
    }

    /// Sets the variable of one scope; null removes it.
    ///
    /// # Errors
    /// `IllegalStateException` where a session is wanted and can't be had.
    pub(crate) fn set(&self, state: &mut PageState, scope: Scope, value: Value) -> Result<()> {
        forget(state);
        state.set(self.variables[scope as usize], scope, value)
    }
}
