//! The shared catalog application: its model and its functions as Rust types.
//!
//! One set of types feeds every way to render the page, so that a comparison differs in the template engine
//! alone. The pages themselves are files in `apps/catalog/webapp`, and `apps/catalog/expected` holds their
//! exact output.

pub mod functions;
mod model;

pub use model::Catalog;
pub use model::Category;
pub use model::Product;
