//! HTTP: requests as pages see them, responses as clients do, and the server itself.

mod access;
mod body;
mod conditional;
mod cookies;
mod exchange;
mod files;
mod imports;
mod languages;
mod params;
mod refusal;
mod request;
mod respond;
mod server;
mod target;

pub use access::AccessLog;
pub(crate) use access::Entry;
pub use body::Body;
pub use imports::HostError;
pub use imports::Imports;
pub use request::Peer;
pub use server::Server;
pub use server::ServerLimits;
pub use server::Shutdown;

pub(crate) use body::PageResponse;
pub(crate) use exchange::Placement;
pub(crate) use exchange::exchange;
pub(crate) use exchange::forward;
pub(crate) use files::Sent;
pub(crate) use files::send_file;
pub(crate) use refusal::Refusal;
pub(crate) use request::Request;
pub(crate) use request::RequestLimits;
pub(crate) use respond::head_only;
pub(crate) use respond::redirect;
pub(crate) use respond::respond;
