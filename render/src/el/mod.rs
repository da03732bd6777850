//! Expression Language 6.1: from text to syntax tree, and [evaluated](Evaluator) without a page.

pub mod ast;
mod base;
mod error;
mod eval;
mod grammar;
mod hints;
mod identifier;
mod lexer;
mod parser;
pub(crate) mod resolver;
mod template;

pub use base::Base;
pub use base::Shift;
pub use error::SyntaxError;
pub use eval::Context;
pub use eval::Evaluator;
pub use eval::Expression;
pub(crate) use eval::Target;
pub(crate) use eval::compile_deferred;
pub use eval::evaluate;
pub use identifier::is_identifier;
pub use parser::MAX_DEPTH;
pub use parser::parse_bare;
pub use parser::parse_expression;
pub use resolver::ElResolver;
pub use resolver::OptionalResolver;
pub use resolver::coerce_value;
pub use resolver::property;
pub use resolver::property_type;
pub use resolver::set_property;
pub use template::Deferred;
pub use template::Quoting;
pub use template::TemplateOptions;
pub use template::parse_template;
