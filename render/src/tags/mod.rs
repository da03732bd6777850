//! Tag libraries and tag handlers.

pub mod functions;
pub mod handler;
pub mod info;
pub(crate) mod standard;
pub mod tld;

pub use handler::AfterBody;
pub use handler::AsyncTag;
pub use handler::End;
pub use handler::Start;
pub use handler::Tag;
pub use handler::TagAttribute;
pub use handler::TagAttributes;
