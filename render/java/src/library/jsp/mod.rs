//! `jakarta.servlet.jsp` and what of `jakarta.el` hangs on it.
//!
//! | file | what is there |
//! | --- | --- |
//! | `writer` | `JspWriter`, `BodyContent` |
//! | `context` | `JspContext`, `PageContext` |
//! | `factory` | `JspFactory` and what it gives, `ErrorData` |
//! | `tags` | `JspFragment` |
//! | `resolvers` | what resolvers of expressions do with objects; what our own Java asks of the machine |
//! | `source_resolver` | `JspApplicationContext`: resolvers and listeners that Java adds |
//! | `turns` | what one request at a time does |
//! | `jstl` | classes of Jakarta Tags |
//! | `expressions` | `ValueExpression`, `MethodExpression` and what makes them |

pub(crate) mod context;
pub(super) mod expressions;
pub(super) mod factory;
pub(super) mod jstl;
pub(super) mod resolvers;
pub(super) mod source_resolver;
pub(super) mod tags;
mod turns;
pub(crate) mod writer;

/// What is kept with a page that runs.
#[derive(Default)]
pub(crate) struct Kept {
    writers: writer::Known,
    expressions: expressions::PageExpressions,
    /// What is given back when the page ends.
    pub(crate) until_end: Vec<Box<dyn std::any::Any + Send>>,
}
