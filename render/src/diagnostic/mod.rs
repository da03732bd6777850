//! What is wrong with a page, and how people and programs get to see it.
//!
//! A [`Diagnostic`] is found while a page is translated, an [`Error`](crate::Error) while it runs. Both become a
//! [`Report`], and a report is shown as text with the source line marked (logs, terminals), as JSON, or as HTML (the
//! error page of development mode).

mod report;
mod similar;

use std::fmt;

use serde::Serialize;

use crate::source::Place;

pub use report::Report;
pub use similar::closest;
pub use similar::did_you_mean;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The page can't be translated.
    Error,
    /// The page can be translated, but hardly does what its author meant.
    Warning,
}

/// One thing that is wrong with a page, tag file or descriptor.
///
/// `Display` gives one line with place, code and message; [`report`](Self::report) all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// A name that stays the same from version to version, such as `page/unclosed-tag`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub place: Place,
    /// How to mend it, where that can be guessed.
    pub hint: Option<String>,
    /// Other places that have to do with it.
    pub related: Vec<Related>,
    /// How the translation got to the place: the file that includes it or the page that uses the tag, nearest first.
    pub chain: Vec<Place>,
}

/// A place that has to do with a [`Diagnostic`], and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    /// What is there.
    pub message: String,
    /// Where.
    pub place: Place,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            hint: None,
            related: Vec::new(),
            chain: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, message, place) }
    }

    /// Adds how to mend it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds how to mend it, if that is known.
    #[must_use]
    pub fn with_hint_if(self, hint: Option<impl Into<String>>) -> Self {
        match hint {
            Some(hint) => self.with_hint(hint),
            None => self,
        }
    }

    /// Adds another place that has to do with it.
    #[must_use]
    pub fn with_related(mut self, message: impl Into<String>, place: Place) -> Self {
        self.related.push(Related { message: message.into(), place });
        self
    }

    /// Adds places to the end of the chain.
    #[must_use]
    pub fn with_chain(mut self, places: impl IntoIterator<Item = Place>) -> Self {
        self.chain.extend(places);
        self
    }

    /// Whether it keeps the page from being translated.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// All of it, to be shown.
    pub fn report(&self) -> Report<'_> {
        Report::of_diagnostic(self)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}: {severity}[{}]: {}", self.place, self.code, self.message)
    }
}

#[cfg(test)]
mod tests;
