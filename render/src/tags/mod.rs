//! Tag libraries and tag handlers.

mod check;
pub(crate) mod fmt;
pub mod functions;
pub mod handler;
pub mod info;
pub mod native;
pub(crate) mod standard;
pub(crate) mod stepwise;
pub mod tld;
mod validator;
pub(crate) mod validators;

pub use check::TagCheck;
pub use check::TagExtraInfo;
pub use check::TagProblem;
pub use check::TagUse;
pub use handler::AfterBody;
pub use handler::AsyncTag;
pub use handler::End;
pub use handler::Start;
pub use handler::Tag;
pub use handler::TagAttribute;
pub use handler::TagAttributes;
pub use native::Arrival;
pub use native::Parallel;
pub use validator::PageData;
pub use validator::TagLibraryValidator;
pub use validator::ValidationMessage;
pub use validator::ValidatorInfo;
