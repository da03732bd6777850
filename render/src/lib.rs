//! The page engine of Vespid: Jakarta Pages 4.1, Expression Language 6.1 and Jakarta Tags 3.1, compiled to small
//! programs that one machine runs as a stream of bytes.
//!
//! ```text
//! source bytes ─▶ syntax tree ─▶ program ─▶ machine ─▶ PageWriter ─▶ chunks
//!     resources      syntax, el     compile     machine     vespid-streams
//! ```
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`application`] | [`Application`](application::Application): files, classes, libraries, limits, compiled pages |
//! | [`context`] | [`Exchange`](context::Exchange): request, response, session, the four scopes |
//! | [`value`] | [`Value`] and [`Object`](value::Object): Java's types, beans, collections, coercions, operators |
//! | [`el`] | Expression Language: text to tree |
//! | [`syntax`] | pages and tag files: bytes to tree |
//! | [`tags`] | tag libraries and tag handlers |
//! | [`l10n`] | localization contexts: locales, resource bundles, settings |
//! | [`machine`] | what runs programs, and what tags see of a page |
//! | [`text`] | java.text's formats |
//! | [`diagnostic`] | what is wrong with a page, and how it is shown |
//! | [`error`] | what goes wrong while a page runs |
//! | [`paths`] | paths within an application |
//! | [`registry`] | Rust types under Java class names |
//! | [`resources`] | where sources come from |
//! | [`script`] | the seam to engines that run scripting elements |
//!
//! What is *not* here: HTTP, sockets, databases.
#![forbid(unsafe_code)]

pub mod application;
mod compile;
pub mod context;
pub mod diagnostic;
pub mod el;
pub mod error;
pub mod l10n;
pub mod machine;
pub mod paths;
pub mod program;
pub mod registry;
pub mod resources;
pub mod script;
pub mod source;
pub mod syntax;
pub mod tags;
pub mod text;
pub mod value;
mod writer;

// The derive macros name this crate from outside and from within.
extern crate self as vespid_render;

pub use error::Error;
pub use error::Result;
pub use value::Value;
pub use vespid_macros::Bean;
pub use vespid_macros::Tag;
pub use writer::TextSink;
