//! What a page knows of the request that it answers: request, response, session, scopes.
//!
//! One [`Exchange`] belongs to one request and is shared by all pages that take part in it through include, forward and
//! error pages. It knows nothing of HTTP connections: whoever embeds Vespid fills it.

mod attributes;
mod exchange;
pub(crate) mod implicit;
mod objects;
mod request;
mod response;
mod servlet;
mod session;

pub use attributes::Attributes;
pub use attributes::Observer;
pub use exchange::Exchange;
pub use exchange::ExchangeBuilder;
pub use exchange::Wrapped;
pub use objects::event;
pub use objects::exchange_of;
pub use objects::request_object;
pub use objects::response_object;
pub use objects::servlet_config;
pub use objects::servlet_context;
pub use objects::session_object;
pub use objects::session_of;
pub use request::Params;
pub use request::Paths;
pub use request::RequestHead;
pub use response::Head;
pub use response::Redirect;
pub use response::Response;
pub(crate) use response::charset;
pub use servlet::ServletInfo;
pub use session::MemorySessions;
pub use session::Session;
pub use session::SessionStore;

/// The four scopes of attributes (Pages 4.1, 1.8.2), in the order in which names are looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// One page or tag file.
    #[default]
    Page,
    /// One request, through includes and forwards.
    Request,
    /// One client's session.
    Session,
    /// The whole web application.
    Application,
}

impl Scope {
    /// The scope of that name in an action's `scope` attribute.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "page" => Scope::Page,
            "request" => Scope::Request,
            "session" => Scope::Session,
            "application" => Scope::Application,
            _ => return None,
        })
    }
}
