//! The encoding of a source in XML syntax (Pages 4.1, 4.1.2 and the appendix "Page Encoding Detection"; XML 1.0, 4.3.3
//! and F.1): the byte order mark, the first bytes, the XML declaration.

use std::borrow::Cow;
use std::ops::Range;

use vespid_streams::Charset;

use super::Decoded;
use super::Issue;
use super::UnitKind;
use super::agree;
use super::conflict;
use super::find;
use crate::diagnostic::Severity;

/// How far an XML declaration may reach.
const LONGEST_DECLARATION: usize = 1_024;

/// What the first bytes say.
struct First {
    charset: Charset,
    /// What says so, if not just that nothing else was said.
    by: Option<&'static str>,
    /// Bytes of the mark.
    mark: usize,
}

fn first(bytes: &[u8]) -> Option<First> {
    if let Some((charset, mark)) = Charset::for_bom(bytes) {
        return Some(First { charset, by: Some("the byte order mark"), mark });
    }
    let charset = match bytes {
        [0, 0, 0, b'<', ..] => Charset::UTF_32BE,
        [b'<', 0, 0, 0, ..] => Charset::UTF_32LE,
        [0, b'<', 0, _, ..] => Charset::UTF_16BE,
        [b'<', 0, _, 0, ..] => Charset::UTF_16LE,
        // `<?xm` in EBCDIC.
        [0x4C, 0x6F, 0xA7, 0x94, ..] => Charset::for_label("IBM037")?,
        _ => return Some(First { charset: Charset::UTF_8, by: None, mark: 0 }),
    };
    Some(First { charset, by: Some("its first bytes"), mark: 0 })
}

/// The text of a source that may or may not be XML, good enough to look for its top element.
pub(in crate::syntax) fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match first(bytes) {
        Some(first) => first.charset.decode(&bytes[first.mark..]).0,
        None => Charset::UTF_8.decode(bytes).0,
    }
}

/// Decodes a source in XML syntax. `configured` is the `page-encoding` of a property group.
pub(in crate::syntax) fn decode(bytes: &[u8], kind: UnitKind, configured: Option<&str>) -> Decoded {
    let mut issues = Vec::new();
    let unknown = |label: &str, range| Issue {
        severity: Severity::Error,
        code: "page/unknown-encoding",
        message: format!("the encoding `{label}` is not known"),
        hint: Some("most pages are in UTF-8"),
        range,
    };
    let Some(First { charset: detected, by, mark }) = first(bytes) else {
        issues.push(unknown("IBM037", 0..0));
        return Decoded { text: String::new(), named: None, issues };
    };
    let body = &bytes[mark..];
    // The declaration is ASCII: whatever comes after it and is malformed has not been asked for yet.
    let head = detected.decode(&body[..body.len().min(LONGEST_DECLARATION)]).0.into_owned();
    let label = declared(&head);
    let declared = label.clone().and_then(|range| {
        let charset = Charset::for_label(&head[range.clone()]);
        if charset.is_none() {
            issues.push(unknown(&head[range.clone()], range));
        }
        charset
    });
    let mut charset = detected;
    if let (Some(declared), Some(range)) = (declared, label) {
        match by {
            Some(by) if !agree(detected, declared) => {
                issues.push(conflict(detected, by, declared, "the XML declaration", range));
            }
            Some(_) if detected.is_ebcdic() => charset = declared,
            Some(_) => {}
            None if declared.is_ascii_compatible() => charset = declared,
            None => {
                issues.push(conflict(
                    Charset::US_ASCII,
                    "its first bytes",
                    declared,
                    "the XML declaration",
                    range,
                ));
            }
        }
    }
    let named = declared.or(by.map(|_| detected));
    let (text, malformed) = charset.decode(body);
    let text = text.into_owned();
    let configured = configured.and_then(|label| {
        let charset = Charset::for_label(label);
        if charset.is_none() {
            issues.push(unknown(label, 0..0));
        }
        charset
    });
    let directive = match kind {
        UnitKind::Page => "page",
        UnitKind::TagFile => "tag",
    };
    let attribute = find(text.as_bytes(), directive, "pageEncoding");
    let in_directive = attribute.and_then(|range| {
        let charset = Charset::for_label(&text[range.clone()]);
        if charset.is_none() {
            issues.push(unknown(&text[range.clone()], range.clone()));
        }
        charset.map(|charset| (charset, range))
    });
    let own = if declared.is_some() { "the XML declaration" } else { by.unwrap_or_default() };
    let mut compare =
        |first: Option<Charset>, by: &str, second: Option<Charset>, other: &str, range: Range<usize>| {
            if let (Some(first), Some(second)) = (first, second)
                && !agree(first, second)
            {
                issues.push(conflict(first, by, second, other, range));
            }
        };
    const CONFIGURED: &str = "the page-encoding of web.xml";
    compare(named, own, configured, CONFIGURED, 0..0);
    let (second, range) = in_directive.map_or((None, 0..0), |(charset, range)| (Some(charset), range));
    compare(named, own, second, "pageEncoding", range.clone());
    compare(configured, CONFIGURED, second, "pageEncoding", range);
    if malformed {
        let at = text.find('\u{FFFD}').unwrap_or_default();
        issues.push(Issue {
            severity: Severity::Error,
            code: "page/malformed-text",
            message: format!("these bytes are not {charset}"),
            hint: Some("name the file's encoding in its first line: <?xml version=\"1.0\" encoding=\"…\"?>"),
            range: at..(at + '\u{FFFD}'.len_utf8()).min(text.len()),
        });
    }
    Decoded { text, named, issues }
}

/// The bytes of the encoding's name in the XML declaration at the start of a text.
fn declared(text: &str) -> Option<Range<usize>> {
    let end = text.starts_with("<?xml").then(|| text.find("?>"))??;
    let space = |at: usize| at + text[at..end].len() - text[at..end].trim_start().len();
    let at = text[..end].find("encoding")? + "encoding".len();
    let at = space(at);
    let at = space(text[at..end].starts_with('=').then_some(at + 1)?);
    let quote = text[at..end].chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let start = at + 1;
    Some(start..start + text[start..end].find(quote)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(bytes: &[u8]) -> Decoded {
        decode(bytes, UnitKind::Page, None)
    }

    fn codes(decoded: &Decoded) -> Vec<&str> {
        decoded.issues.iter().map(|issue| issue.code).collect()
    }

    fn wide(text: &str, big: bool, mark: bool) -> Vec<u8> {
        let text = if mark { format!("\u{FEFF}{text}") } else { text.to_owned() };
        text.encode_utf16()
            .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
            .collect()
    }

    #[test]
    fn the_first_bytes_and_the_declaration_tell_the_encoding() {
        let text = "<?xml version='1.0'?><a>é</a>";
        let utf16 = "<?xml version='1.0' encoding='UTF-16'?><a>é</a>";
        for (bytes, named) in [
            (text.as_bytes().to_vec(), None),
            ("<a>é</a>".as_bytes().to_vec(), None),
            ([b"\xEF\xBB\xBF", text.as_bytes()].concat(), Some("UTF-8")),
            (wide(text, true, true), Some("UTF-16BE")),
            (wide(text, false, true), Some("UTF-16LE")),
            (wide(text, true, false), Some("UTF-16BE")),
            (wide(utf16, false, false), Some("UTF-16")),
            (b"<?xml version='1.0' encoding = \"ISO-8859-1\" ?><a>\xE9</a>".to_vec(), Some("ISO-8859-1")),
        ] {
            let decoded = document(&bytes);
            assert!(decoded.text.ends_with("<a>é</a>"), "{decoded:?}");
            assert_eq!(codes(&decoded), [""; 0], "{decoded:?}");
            assert_eq!(decoded.named.map(Charset::name), named, "{decoded:?}");
        }
    }

    #[test]
    fn what_does_not_agree_is_told() {
        let latin1 = b"<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
        assert_eq!(
            codes(&document(&[b"\xEF\xBB\xBF", latin1.as_slice()].concat())),
            ["page/encoding-conflict"]
        );
        assert_eq!(codes(&decode(latin1, UnitKind::Page, Some("UTF-8"))), ["page/encoding-conflict"]);
        assert_eq!(codes(&decode(latin1, UnitKind::Page, Some("latin1"))), [""; 0]);
        let utf16 = b"<?xml version='1.0' encoding='UTF-16'?><a/>";
        assert_eq!(codes(&document(utf16)), ["page/encoding-conflict"]);
        let directive = b"<?xml version='1.0' encoding='UTF-8'?><jsp:directive.page pageEncoding='GBK'/>";
        assert_eq!(codes(&document(directive)), ["page/encoding-conflict"]);
        let directive = b"<a><jsp:directive.page pageEncoding='GBK'/></a>";
        assert_eq!(codes(&document(directive)), [""; 0]);
        assert_eq!(codes(&decode(directive, UnitKind::Page, Some("Big5"))), ["page/encoding-conflict"]);
        assert_eq!(
            codes(&document(b"<?xml version='1.0' encoding='UFT-8'?><a/>")),
            ["page/unknown-encoding"]
        );
        assert_eq!(codes(&document(b"<a>\xE9</a>")), ["page/malformed-text"]);
    }

    #[test]
    fn broken_declarations_are_none() {
        for text in
            ["<?xml", "<?xml encoding", "<?xml encoding?>", "<?xml encoding=?>", "<?xml encoding='x?>", ""]
        {
            assert_eq!(declared(text), None, "{text}");
            assert_eq!(document(text.as_bytes()).text, text);
        }
    }
}
