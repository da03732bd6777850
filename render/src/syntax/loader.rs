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
use super::encoding::xml;
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
    /// It is in XML syntax.
    pub(super) is_xml: bool,
    pub(super) source: Arc<SourceFile>,
    pub(super) named_encoding: Option<Charset>,
    pub(super) issues: Rc<[Issue]>,
}

pub(super) enum LoadError {
    Missing,
    Unreadable(io::Error),
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
        let configured = settings.page_encoding.as_deref();
        let is_xml = is_xml || (settings.is_xml.is_none() && has_root(&bytes));
        let decoded = if is_xml {
            xml::decode(&bytes, self.kind, configured)
        } else {
            encoding::decode(&bytes, self.kind, configured)
        };
        Ok(Loaded {
            is_xml,
            source: Arc::new(SourceFile::new(path, decoded.text)),
            named_encoding: decoded.named,
            issues: decoded.issues.into(),
        })
    }
}

/// The namespace of `jsp:root`.
const JSP: &str = "http://java.sun.com/JSP/Page";

/// Whether the top element is `jsp:root`, which makes a file a JSP document, whatever its prefix is
/// (Pages 4.1, 6.2.1).
fn has_root(bytes: &[u8]) -> bool {
    // The name in ASCII, or in what is twice or four times as wide.
    let is_wide = bytes.iter().take(4).any(|b| *b == 0 || *b >= 0xFE);
    if !is_wide && memchr::memmem::find(bytes, b":root").is_none() {
        return false;
    }
    let text = xml::decode_lossy(bytes);
    let mut rest = text.trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!") => ">",
            _ => break,
        };
        let Some(at) = rest.find(end) else { return false };
        rest = rest[at + end.len()..].trim_start();
    }
    let Some(tag) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(tag, _)| tag) else {
        return false;
    };
    let Some((prefix, attributes)) = tag.split_once(":root") else { return false };
    if !attributes.starts_with(char::is_whitespace) || prefix.contains(char::is_whitespace) {
        return false;
    }
    // Without a declaration it can't be XML, but what the author means is plain enough to say so.
    let declares = |attributes: &str| {
        let (_, value) = attributes.split_once(&format!("xmlns:{prefix}"))?;
        Some(value.trim_start().strip_prefix('=')?.trim_start().get(1..)?.starts_with(JSP))
    };
    declares(attributes).unwrap_or(prefix == "jsp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_element_is_found_behind_prolog_and_comments() {
        for (text, expected) in [
            ("<?xml version='1.0'?>\n<!-- x --> <jsp:root version='2.0'>", true),
            ("<j:root version='2.0' xmlns:j = \"http://java.sun.com/JSP/Page\">", true),
            ("<j:root version='2.0'>", false),
            ("<jsp:root xmlns:jsp='http://example.com'>", false),
            ("<?xml version='1.0'?>\n<html><jsp:root>", false),
            ("<!-- <jsp:root>", false),
            ("<style>:root { color: red }</style>", false),
            ("<jsp:rooted x='1'>", false),
            ("<:root", false),
        ] {
            assert_eq!(has_root(text.as_bytes()), expected, "{text}");
        }
        let wide: Vec<u8> =
            "\u{FEFF}<jsp:root version='2.0'>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(has_root(&wide));
    }
}
