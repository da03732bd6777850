//! The prolog of the output of a JSP document (Pages 4.1, 5.16): XML declaration and document type.

use super::Compiler;
use crate::source::Span;

impl Compiler<'_> {
    /// Writes what comes before the body.
    pub(super) fn prolog(&mut self) {
        let prolog = &self.unit.prolog;
        if prolog.xml_declaration {
            // A tag file has no content type of its own; what it writes is XML, which is in UTF-8 (Pages 4.1, 4.2).
            let content_type = self.program.settings.content_type.as_deref().unwrap_or_default();
            let charset = charset(content_type).unwrap_or("UTF-8");
            let declaration = format!("<?xml version=\"1.0\" encoding=\"{charset}\"?>\n");
            self.emit_text(&declaration, Span::default());
        }
        if let Some(doctype) = &prolog.doctype {
            self.emit_text(doctype, Span::default());
        }
    }
}

/// The charset that a content type names.
fn charset(content_type: &str) -> Option<&str> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']))
    })
}

#[cfg(test)]
mod tests {
    use super::charset;

    #[test]
    fn content_types_name_charsets() {
        assert_eq!(charset("text/xml; Charset = 'GBK'"), Some("GBK"));
        assert_eq!(charset("text/xml"), None);
    }
}
