//! Failures while a page runs: Java-like exceptions with class name, message, cause and the places they came through.

use std::fmt;
use std::sync::Arc;

use ecow::EcoString;

use crate::diagnostic::Diagnostic;
use crate::source::Place;
use crate::value::Value;

/// Shorthand for results of running pages.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Java class names of the exceptions that pages and specifications name.
pub mod class {
    #![allow(missing_docs)]
    pub const EL: &str = "jakarta.el.ELException";
    pub const PROPERTY_NOT_FOUND: &str = "jakarta.el.PropertyNotFoundException";
    pub const PROPERTY_NOT_WRITABLE: &str = "jakarta.el.PropertyNotWritableException";
    pub const METHOD_NOT_FOUND: &str = "jakarta.el.MethodNotFoundException";
    pub const JSP: &str = "jakarta.servlet.jsp.JspException";
    pub const JSP_TAG: &str = "jakarta.servlet.jsp.JspTagException";
    pub const SERVLET: &str = "jakarta.servlet.ServletException";
    pub const IO: &str = "java.io.IOException";
    pub const ILLEGAL_STATE: &str = "java.lang.IllegalStateException";
    pub const ILLEGAL_ARGUMENT: &str = "java.lang.IllegalArgumentException";
    pub const NUMBER_FORMAT: &str = "java.lang.NumberFormatException";
    pub const PARSE: &str = "java.text.ParseException";
    pub const ARITHMETIC: &str = "java.lang.ArithmeticException";
    pub const CLASS_CAST: &str = "java.lang.ClassCastException";
    pub const NULL_POINTER: &str = "java.lang.NullPointerException";
    pub const INDEX_OUT_OF_BOUNDS: &str = "java.lang.IndexOutOfBoundsException";
    pub const UNSUPPORTED: &str = "java.lang.UnsupportedOperationException";
    pub const SQL: &str = "java.sql.SQLException";
    pub const CLASS_NOT_FOUND: &str = "java.lang.ClassNotFoundException";
    pub const INSTANTIATION: &str = "java.lang.InstantiationException";
}

/// Whose fault a failure is; it decides the status and the level of the log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The page or something that it called.
    Page,
    /// A limit of the server stopped the page: steps, depth, output, time or memory.
    Budget,
    /// A page or tag file did not compile.
    Translation,
    /// The page that was asked for is not there.
    NotFound,
    /// The client went away or sent something unusable.
    Client,
}

/// How deep causes of an exception go: each wrapping copies them.
const MAX_CAUSES: usize = 64;

/// An exception of a running page.
///
/// `Display` gives the message; the alternate form (`{:#}`) adds causes and places, one a line. The wording may change.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    class: EcoString,
    supers: Vec<EcoString>,
    message: EcoString,
    hint: Option<EcoString>,
    cause: Option<Error>,
    places: Vec<Place>,
    origin: Origin,
    diagnostics: Option<Arc<[Diagnostic]>>,
    thrown: Option<Value>,
    code: Option<(EcoString, i32)>,
}

impl Error {
    /// An exception of the Java class `class` (see [`class`]).
    #[cold]
    pub fn new(class: impl Into<EcoString>, message: impl Into<EcoString>) -> Self {
        Error(Box::new(Inner {
            class: class.into(),
            supers: Vec::new(),
            message: message.into(),
            hint: None,
            cause: None,
            places: Vec::new(),
            origin: Origin::Page,
            diagnostics: None,
            thrown: None,
            code: None,
        }))
    }

    /// `jakarta.el.ELException`.
    #[cold]
    pub fn el(message: impl Into<EcoString>) -> Self {
        Self::new(class::EL, message)
    }

    /// `jakarta.servlet.jsp.JspException`.
    #[cold]
    pub fn jsp(message: impl Into<EcoString>) -> Self {
        Self::new(class::JSP, message)
    }

    /// `java.lang.IllegalStateException`.
    #[cold]
    pub fn illegal_state(message: impl Into<EcoString>) -> Self {
        Self::new(class::ILLEGAL_STATE, message)
    }

    /// `java.lang.IllegalArgumentException`.
    #[cold]
    pub fn illegal_argument(message: impl Into<EcoString>) -> Self {
        Self::new(class::ILLEGAL_ARGUMENT, message)
    }

    /// A limit was reached; `message` says which and how to raise it.
    #[cold]
    pub fn budget(message: impl Into<EcoString>) -> Self {
        Self::new("vespid.BudgetException", message).with_origin(Origin::Budget)
    }

    /// A page that does not compile: status 500 with its diagnostics.
    #[cold]
    pub fn translation(path: &str, diagnostics: Arc<[Diagnostic]>) -> Self {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        let message =
            first.map_or_else(|| format!("{path} does not compile"), std::string::ToString::to_string);
        let mut error = Self::new(class::JSP, message).with_origin(Origin::Translation);
        error.0.diagnostics = Some(diagnostics);
        error
    }

    /// A page that is not there: status 404.
    #[cold]
    pub fn not_found(path: &str) -> Self {
        Self::new("java.io.FileNotFoundException", format!("there is no page {path}"))
            .with_origin(Origin::NotFound)
    }

    /// The same failure as an exception of another class.
    #[must_use]
    pub(crate) fn with_class(mut self, class: &str) -> Self {
        self.0.class = class.into();
        self
    }

    /// An exception over another: places, hint and origin stay those of what happened.
    #[must_use]
    pub(crate) fn wrapped(mut self, class: &str, message: impl Into<EcoString>, cause: Error) -> Self {
        self.0.class = class.into();
        self.0.supers = Vec::new();
        self.0.message = message.into();
        self.0.cause = Some(cause.shortened());
        self
    }

    /// The error without causes that lie so deep that only a loop can have made them.
    fn shortened(mut self) -> Self {
        let mut at = &mut self.0;
        for _ in 0..MAX_CAUSES {
            match &mut at.cause {
                Some(cause) => at = &mut cause.0,
                None => return self,
            }
        }
        at.cause = None;
        self
    }

    /// Adds the exception that led to this one.
    #[must_use]
    pub fn with_cause(mut self, cause: Error) -> Self {
        self.0.cause = Some(cause.shortened());
        self
    }

    /// Adds how to mend it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<EcoString>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Says whose fault it is.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.0.origin = origin;
        self
    }

    /// Names super classes beyond those that [`is_instance`](Self::is_instance) knows, nearest first.
    #[must_use]
    pub fn with_supers(mut self, supers: impl IntoIterator<Item = EcoString>) -> Self {
        self.0.supers = supers.into_iter().collect();
        self
    }

    /// Says which object was thrown, where that is one of a script's own classes.
    #[must_use]
    pub fn with_thrown(mut self, thrown: Value) -> Self {
        self.0.thrown = Some(thrown);
        self
    }

    /// The object that was thrown, where that is one of a script's own classes.
    pub fn thrown(&self) -> Option<&Value> {
        self.0.thrown.as_ref()
    }

    /// Gives the codes that an `SQLException` has beside its message: the SQLState, and a number of the database's own.
    #[must_use]
    pub fn with_code(mut self, state: impl Into<EcoString>, number: i32) -> Self {
        self.0.code = Some((state.into(), number));
        self
    }

    /// SQLState and number of an `SQLException` that has them.
    pub fn code(&self) -> Option<(&EcoString, i32)> {
        self.0.code.as_ref().map(|(state, number)| (state, *number))
    }

    /// Adds a place that the failure passed on its way out, innermost first.
    pub fn push_place(&mut self, place: Place) {
        if self.0.places.last() != Some(&place) {
            self.0.places.push(place);
        }
    }

    /// The Java class name.
    pub fn class_name(&self) -> &EcoString {
        &self.0.class
    }

    /// The message alone.
    pub fn message(&self) -> &EcoString {
        &self.0.message
    }

    /// How to mend it, where that is known.
    pub fn hint(&self) -> Option<&EcoString> {
        self.0.hint.as_ref()
    }

    /// The exception that led to this one.
    pub fn cause(&self) -> Option<&Error> {
        self.0.cause.as_ref()
    }

    /// Where it happened: innermost place first, then each page or tag file that called it.
    pub fn places(&self) -> &[Place] {
        &self.0.places
    }

    /// Whose fault it is.
    pub fn origin(&self) -> Origin {
        self.0.origin
    }

    /// What is wrong with the page, where it does not compile.
    pub fn diagnostics(&self) -> Option<&Arc<[Diagnostic]>> {
        self.0.diagnostics.as_ref()
    }

    /// Whether a limit of the server stopped the page.
    pub fn is_budget(&self) -> bool {
        self.0.origin == Origin::Budget
    }

    /// Names of the super classes, nearest first.
    pub fn super_classes(&self) -> impl Iterator<Item = &str> {
        self.0.supers.iter().map(EcoString::as_str).chain(super_classes(&self.0.class).iter().copied())
    }

    /// Whether both are the same failure, places aside.
    pub(crate) fn same(a: &Error, b: &Error) -> bool {
        a.0.class == b.0.class && a.0.message == b.0.message && a.0.places == b.0.places
    }

    /// Whether this is an exception of the Java class `name` or of a class below it (`catch`, `<exception-type>`).
    pub fn is_instance(&self, name: &str) -> bool {
        self.0.class == name
            || self.0.supers.iter().any(|class| class == name)
            || super_classes(&self.0.class).contains(&name)
    }
}

/// The super classes of Java's and Jakarta's exceptions, nearest first; others are taken for `RuntimeException`s.
fn super_classes(class: &str) -> &'static [&'static str] {
    const RUNTIME: &[&str] = &["java.lang.RuntimeException", "java.lang.Exception", "java.lang.Throwable"];
    const CHECKED: &[&str] = &["java.lang.Exception", "java.lang.Throwable"];
    match class {
        class::PROPERTY_NOT_FOUND | class::PROPERTY_NOT_WRITABLE | class::METHOD_NOT_FOUND => {
            &[class::EL, "java.lang.RuntimeException", "java.lang.Exception", "java.lang.Throwable"]
        }
        class::JSP_TAG => &[class::JSP, "java.lang.Exception", "java.lang.Throwable"],
        class::NUMBER_FORMAT => &[
            class::ILLEGAL_ARGUMENT,
            "java.lang.RuntimeException",
            "java.lang.Exception",
            "java.lang.Throwable",
        ],
        class::JSP | class::SERVLET | class::IO | class::PARSE | class::SQL => CHECKED,
        class::CLASS_NOT_FOUND | class::INSTANTIATION => {
            &["java.lang.ReflectiveOperationException", "java.lang.Exception", "java.lang.Throwable"]
        }
        _ => RUNTIME,
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if !f.alternate() {
            return Ok(());
        }
        for place in &self.0.places {
            write!(f, "\n    at {place}")?;
        }
        if let Some(hint) = &self.0.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        let mut cause = self.0.cause.as_ref();
        while let Some(error) = cause {
            write!(f, "\n  caused by {}: {}", error.0.class, error.0.message)?;
            cause = error.0.cause.as_ref();
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self:#}", self.0.class)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.cause.as_ref().map(|cause| cause as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_know_their_super_classes() {
        let error = Error::new(class::PROPERTY_NOT_FOUND, "no property x");
        assert!(error.is_instance(class::EL));
        assert!(error.is_instance("java.lang.Throwable"));
        assert!(!error.is_instance(class::JSP));
        assert!(!Error::new(class::SQL, "x").is_instance("java.lang.RuntimeException"));
    }

    #[test]
    fn the_long_form_tells_places_hint_and_causes() {
        let mut error = Error::jsp("outer").with_cause(Error::el("inner")).with_hint("do this");
        error.push_place(Place { path: "/a.jsp".into(), line: 2, column: 3, width: 1, text: "x".into() });
        assert_eq!(
            format!("{error:#}"),
            "outer\n    at /a.jsp:2:3\n  hint: do this\n  caused by jakarta.el.ELException: inner"
        );
        assert_eq!(error.to_string(), "outer");
    }
}
