//! Reads and decodes the files of a unit, each once.

use std::io;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use vespid_streams::Charset;

use super::Host;
use super::UnitKind;
use super::encoding;
use super::encoding::Issue;
use crate::source::SourceFile;
use crate::value::Str;

/// Most bytes of source in a unit, files that are included again counted again. Stops a few files that include each
/// other's text in ever growing numbers.
const MAX_SOURCE_BYTES: usize = 64 << 20;

pub(super) struct Loader<'h> {
    host: &'h dyn Host,
    kind: UnitKind,
    files: FxHashMap<Str, Loaded>,
    bytes: usize,
}

/// A file of the unit.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) source: Arc<SourceFile>,
    pub(super) named_encoding: Option<Charset>,
    pub(super) issues: Rc<[Issue]>,
}

pub(super) enum LoadError {
    Missing,
    Unreadable(io::Error),
    /// It is in XML syntax.
    Xml,
    /// The unit has become too large.
    TooLarge,
}

impl<'h> Loader<'h> {
    pub(super) fn new(host: &'h dyn Host, kind: UnitKind) -> Self {
        Loader { host, kind, files: FxHashMap::default(), bytes: 0 }
    }

    /// Starts a new count of the unit's size; what was read stays.
    pub(super) fn rewind(&mut self) {
        self.bytes = 0;
    }

    pub(super) fn load(&mut self, path: &str) -> Result<Loaded, LoadError> {
        let loaded = match self.files.get(path) {
            Some(loaded) => loaded.clone(),
            None => {
                let loaded = self.read(path)?;
                self.files.insert(path.into(), loaded.clone());
                loaded
            }
        };
        self.bytes += loaded.source.text().len();
        if self.bytes > MAX_SOURCE_BYTES { Err(LoadError::TooLarge) } else { Ok(loaded) }
    }

    fn read(&self, path: &str) -> Result<Loaded, LoadError> {
        let settings = match self.kind {
            UnitKind::Page => self.host.settings(path),
            UnitKind::TagFile => super::PageSettings::default(),
        };
        let is_xml = settings.is_xml.unwrap_or_else(|| path.ends_with(".jspx") || path.ends_with(".tagx"));
        let bytes = self.host.read(path).map_err(LoadError::Unreadable)?.ok_or(LoadError::Missing)?;
        if bytes.len() > MAX_SOURCE_BYTES {
            return Err(LoadError::TooLarge);
        }
        let decoded = encoding::decode(&bytes, self.kind, settings.page_encoding.as_deref());
        if is_xml || (settings.is_xml.is_none() && has_root(&decoded.text)) {
            return Err(LoadError::Xml);
        }
        Ok(Loaded {
            source: Arc::new(SourceFile::new(path, decoded.text)),
            named_encoding: decoded.named,
            issues: decoded.issues.into(),
        })
    }
}

/// Whether the top element is `jsp:root`, which makes a file a JSP document.
fn has_root(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ => {
                return rest.starts_with("<jsp:root")
                    && !rest["<jsp:root".len()..].starts_with(char::is_alphanumeric);
            }
        };
        let Some(at) = rest.find(end) else { return false };
        rest = rest[at + end.len()..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_element_is_found_behind_prolog_and_comments() {
        assert!(has_root("<?xml version='1.0'?>\n<!-- x --> <jsp:root version='2.0'>"));
        assert!(!has_root("<?xml version='1.0'?>\n<html><jsp:root>"));
        assert!(!has_root("<!-- <jsp:root>"));
    }
}
