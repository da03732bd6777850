//! What is wrong with the text of an expression.

use std::fmt;

use crate::source::Span;

/// An expression that is none: what is wrong, where, and how to mend it where that can be guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place to mark.
    pub span: Span,
    /// How to mend it.
    pub hint: Option<String>,
}

impl SyntaxError {
    /// An error without a hint.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        SyntaxError { message: message.into(), span, hint: None }
    }

    /// Adds how to mend it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}
