//! Pages and tag files: from source bytes to a syntax tree.
//!
//! ```text
//! bytes ─▶ encoding ─▶ survey (directives that change how the rest reads) ─▶ parser ─▶ tree::Unit
//! ```
//!
//! The parser never gives up on bad input: it reports what is wrong, mends it as far as it can and goes on, so that one
//! run finds all that is wrong with a page. Whether the unit can be used is for the diagnostics to say.
//!
//! | file | what it reads |
//! | --- | --- |
//! | `parser` | the unit: preludes, the file itself, codas; which piece of markup comes next |
//! | `elements` | which elements are open, what may stand in them, end tags |
//! | `text` | template text, `${…}`, `jsp:text` |
//! | `attributes`, `values` | attributes of tags and directives, their quoting |
//! | `directives`, `tag_directives`, `taglib`, `include` | `<%@ … %>` |
//! | `standard`, `named`, `custom`, `scripting` | actions and scripting elements |
//! | `document` | files in XML syntax |
//! | `view` | the XML view, for validators |
//! | `loader`, `encoding` | files and their encodings |

mod attributes;
mod cursor;
mod custom;
mod directives;
mod document;
mod elements;
mod encoding;
mod host;
mod include;
mod loader;
mod named;
mod parser;
mod scripting;
mod standard;
mod tag_directives;
mod taglib;
mod text;
pub mod tree;
mod values;
mod view;

pub use document::XmlName;
pub use document::XmlPiece;
pub use document::XmlProblem;
pub use document::xml_pieces;
pub use document::xml_text;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::tags::info::TagInfo;
use crate::value::Str;

pub use host::Host;
pub use host::Lookup;
pub use host::PageSettings;
pub use view::XmlView;
pub(crate) use view::xml_view;

/// Elements within each other, over all files of a unit. Stops a page that would overflow the stack of whatever walks
/// its tree.
pub const MAX_NESTING: usize = 200;

/// Include directives within each other.
pub const MAX_INCLUDE_DEPTH: usize = 50;

/// Files in a unit, those included again counted again.
pub const MAX_FILES: usize = 5_000;

/// Diagnostics of one unit; the rest of a page that is wrong all over is not worth reading.
pub const MAX_DIAGNOSTICS: usize = 50;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A page.
    Page,
    /// A tag file.
    TagFile,
}

/// Reads a page or tag file with everything that it includes.
///
/// There is a unit whenever the file itself could be read. It is good for compiling if no diagnostic
/// [is an error](Diagnostic::is_error).
pub fn parse_unit(path: &str, kind: UnitKind, host: &dyn Host) -> (Option<tree::Unit>, Vec<Diagnostic>) {
    parser::Parser::new(kind, host).unit(path)
}

/// A tag file as its callers see it.
#[derive(Clone, Debug)]
pub struct TagFileDescription {
    /// Its name, attributes, variables and body.
    pub tag: Arc<TagInfo>,
    /// The files that say so: the tag file and what it includes.
    pub dependencies: Vec<Str>,
}

/// Reads only what the directives of a tag file say of it, for the pages that use it. `None`: it can't be read.
///
/// What is wrong with its directives is told when the tag file itself is parsed.
pub fn describe_tag_file(path: &str, host: &dyn Host) -> Option<TagFileDescription> {
    parser::Parser::new(UnitKind::TagFile, host).describe(path)
}

#[cfg(test)]
mod tests;
