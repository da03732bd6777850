//! Expression Language 6.1: from text to syntax tree.

pub mod ast;
mod base;
mod error;
mod grammar;
mod hints;
mod identifier;
mod lexer;
mod parser;
mod template;

pub use base::Base;
pub use base::Shift;
pub use error::SyntaxError;
pub use identifier::is_identifier;
pub use parser::MAX_DEPTH;
pub use parser::parse_bare;
pub use parser::parse_expression;
pub use template::Deferred;
pub use template::Quoting;
pub use template::TemplateOptions;
pub use template::parse_template;
