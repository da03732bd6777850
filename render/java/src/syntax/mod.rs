//! Java's syntax (Java Language Specification 17, chapters 3, 8, 14 and 15): text to tree.
//!
//! | file | what is there |
//! | --- | --- |
//! | `lexer`, `token` | text to tokens; pieces of the page are tokens too |
//! | `parser` | the parser's own tools; source files |
//! | `declarations` | classes and their members |
//! | `statements` | statements, those that stand for pieces of the page included |
//! | `expressions`, `primaries` | expressions |
//! | `types` | types, and the guess whether something is one |
//!
//! What is wrong is reported and left behind, so that one run finds all of it.

pub(crate) mod ast;
mod declarations;
mod expressions;
mod lexer;
mod parser;
mod primaries;
mod statements;
#[cfg(test)]
mod tests;
pub(crate) mod token;
mod types;

pub(crate) use expressions::dotted;
pub(crate) use lexer::lex;
pub(crate) use parser::Parser;
use vespid_render::source::Span;

/// Something wrong in Java code.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) span: Span,
    pub(crate) hint: Option<String>,
    /// It does not keep the code from running.
    pub(crate) warning: bool,
}

impl Problem {
    /// A violation of Java's syntax.
    pub(crate) fn new(message: impl Into<String>, span: Span) -> Self {
        Problem { code: "java/syntax", message: message.into(), span, hint: None, warning: false }
    }
}
