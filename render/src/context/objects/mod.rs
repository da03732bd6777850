//! Request, response, session and application as objects of EL: `pageContext.request.contextPath` and the maps.

mod event;
mod maps;
mod page_context;

pub use event::event;

pub(crate) use maps::Cookies;
pub(crate) use maps::Headers;
pub(crate) use maps::InitParams;
pub(crate) use maps::Parameters;
pub(crate) use maps::ScopeMap;
pub(crate) use page_context::PageContext;
pub use page_context::exchange_of;
pub use page_context::request_object;
pub use page_context::response_object;
pub use page_context::servlet_config;
pub use page_context::servlet_context;
pub use page_context::session_object;
pub use page_context::session_of;

use crate::value::Class;
use crate::value::Property;

/// A class with read-only properties, from pairs of name and Java type.
fn class(name: &str, supers: &[&str], properties: &[(&str, &str)]) -> Class {
    let properties =
        properties.iter().map(|(name, java_type)| Property::read_only(name, java_type)).collect();
    Class::with_properties(name, supers, properties)
}
