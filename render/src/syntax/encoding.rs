//! In which encoding a source is written (Pages 4.1, 4.1 and appendix "Page Encoding Detection").

pub(super) mod xml;

use std::ops::Range;

use vespid_streams::Charset;

use super::UnitKind;
use crate::diagnostic::Severity;

/// A source as text, and what was odd about its bytes.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// The encoding that a byte order mark, the configuration or `pageEncoding` names: what a response gets whose
    /// content type names none.
    pub(super) named: Option<Charset>,
    pub(super) issues: Vec<Issue>,
}

/// Something odd, at some bytes of the decoded text.
#[derive(Clone, Debug)]
pub(super) struct Issue {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) hint: Option<&'static str>,
    pub(super) range: Range<usize>,
}

/// Decodes a source in standard syntax. `configured` is the `page-encoding` of a property group.
pub(super) fn decode(bytes: &[u8], kind: UnitKind, configured: Option<&str>) -> Decoded {
    let mut issues = Vec::new();
    let lookup = |label: &str, issues: &mut Vec<Issue>| {
        let charset = Charset::for_label(label);
        if charset.is_none() {
            issues.push(Issue {
                severity: Severity::Error,
                code: "page/unknown-encoding",
                message: format!("the encoding `{label}` is not known"),
                hint: Some("most pages are in UTF-8"),
                range: 0..0,
            });
        }
        charset
    };
    let configured = configured.and_then(|label| lookup(label, &mut issues));
    let directive = match kind {
        UnitKind::Page => "page",
        UnitKind::TagFile => "tag",
    };
    let (marked, body) = match Charset::for_bom(bytes) {
        Some((charset, length)) => (Some(charset), &bytes[length..]),
        None => (None, bytes),
    };
    let mut named = marked.or(configured);
    let mut charset = named;
    if charset.is_none()
        && let Some(range) = find(body, directive, "pageEncoding")
    {
        named = lookup(&String::from_utf8_lossy(&body[range]), &mut issues);
        // Bytes in which an ASCII reader found the directive are in no wide encoding, whatever they claim.
        charset = named.filter(|charset| charset.is_ascii_compatible());
    } else if charset.is_none()
        && kind == UnitKind::Page
        && let Some(range) = find(body, directive, "contentType")
        && let Some(label) = charset_of(&String::from_utf8_lossy(&body[range]))
    {
        charset = lookup(label, &mut issues).filter(|charset| charset.is_ascii_compatible());
    }
    let declared = charset.is_some() || !issues.is_empty();
    let (text, malformed) = match charset {
        Some(charset) => charset.decode(body),
        // An unknown encoding was reported; whatever reads it without loss will do.
        None if declared && str::from_utf8(body).is_ok() => Charset::UTF_8.decode(body),
        None => Charset::ISO_8859_1.decode(body),
    };
    let text = text.into_owned();
    let named_at = find(text.as_bytes(), directive, "pageEncoding");
    for issue in &mut issues {
        issue.range = named_at.clone().unwrap_or_default();
    }
    if let (Some(marked), Some(configured)) = (marked, configured)
        && !agree(marked, configured)
    {
        issues.push(conflict(
            marked,
            "the byte order mark",
            configured,
            "the page-encoding of web.xml",
            0..0,
        ));
    }
    if let (Some(first), Some(range)) = (marked.or(configured), named_at)
        && let Some(second) = Charset::for_label(&text[range.clone()])
        && !agree(first, second)
    {
        let by = if marked.is_some() { "the byte order mark" } else { "the page-encoding of web.xml" };
        issues.push(conflict(first, by, second, "pageEncoding", range));
    }
    if malformed {
        let at = text.find('\u{FFFD}').unwrap_or_default();
        issues.push(Issue {
            severity: Severity::Warning,
            code: "page/malformed-text",
            message: format!("these bytes are not {}", charset.unwrap_or(Charset::ISO_8859_1)),
            hint: Some("save the file in the encoding that it declares, or declare the one that it is in"),
            range: at..(at + '\u{FFFD}'.len_utf8()).min(text.len()),
        });
    }
    if !declared && !body.is_ascii() && str::from_utf8(body).is_ok() {
        let at = text.find(|c: char| !c.is_ascii()).unwrap_or_default();
        issues.push(Issue {
            severity: Severity::Warning,
            code: "page/undeclared-encoding",
            message: "this looks like UTF-8, but the file declares no encoding and is read as ISO-8859-1"
                .into(),
            hint: Some(match kind {
                UnitKind::Page => "declare it in this file: <%@ page pageEncoding=\"UTF-8\" %>",
                UnitKind::TagFile => "declare it in this file: <%@ tag pageEncoding=\"UTF-8\" %>",
            }),
            range: at..at + 1,
        });
    }
    Decoded { text, named, issues }
}

fn conflict(first: Charset, by: &str, second: Charset, other: &str, range: Range<usize>) -> Issue {
    Issue {
        severity: Severity::Error,
        code: "page/encoding-conflict",
        message: format!("{other} says {second}, but {by} says {first}"),
        hint: Some("leave all but one out, or let them agree"),
        range,
    }
}

/// Whether two names can mean the same bytes: `UTF-16` leaves the order of bytes to the mark.
fn agree(a: Charset, b: Charset) -> bool {
    let family = |charset: Charset| match charset.name() {
        "UTF-16BE" | "UTF-16LE" => "UTF-16",
        "UTF-32BE" | "UTF-32LE" => "UTF-32",
        name => name,
    };
    // The first bytes of a document tell of one EBCDIC as well as of another.
    a == b
        || (a.is_ebcdic() && b.is_ebcdic())
        || (family(a) == family(b) && [a, b].iter().any(|charset| charset.name() == family(*charset)))
}

/// The charset of a content type: `UTF-8` of `text/html; charset="UTF-8"`.
pub(super) fn charset_of(content_type: &str) -> Option<&str> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

/// The bytes of the value of the first such attribute in any directive of that name. Works on any encoding that
/// extends ASCII, so on bytes whose encoding is still to be found.
fn find(bytes: &[u8], directive: &str, attribute: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let skip_to = |from: usize, end: &str| {
        memchr::memmem::find(&bytes[from..], end.as_bytes())
            .map_or(bytes.len(), |found| from + found + end.len())
    };
    while let Some(found) = memchr::memchr(b'<', &bytes[at..]) {
        at += found;
        let rest = &bytes[at..];
        if rest.starts_with(b"<%--") {
            at = skip_to(at + 4, "--%>");
        } else if rest.starts_with(b"<%@") || rest.starts_with(b"<jsp:directive.") {
            let start = at + if rest.starts_with(b"<%@") { 3 } else { "<jsp:directive.".len() };
            let start = skip_space(bytes, start);
            at = start;
            let name = directive.as_bytes();
            if bytes[start..].starts_with(name)
                && !bytes.get(start + name.len()).is_some_and(u8::is_ascii_alphanumeric)
                && let Some(value) = attribute_value(bytes, start + name.len(), attribute)
            {
                return Some(value);
            }
        } else if rest.starts_with(b"<%") {
            at = skip_to(at + 2, "%>");
        } else {
            at += 1;
        }
    }
    None
}

/// The bytes of an attribute's value in the directive whose attributes start at `at`.
fn attribute_value(bytes: &[u8], mut at: usize, wanted: &str) -> Option<Range<usize>> {
    loop {
        at = skip_space(bytes, at);
        let start = at;
        at += bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"-_.:".contains(b)).count();
        let name = &bytes[start..at];
        at = skip_space(bytes, at);
        if name.is_empty() || bytes.get(at) != Some(&b'=') {
            return None;
        }
        at = skip_space(bytes, at + 1);
        let quote = bytes.get(at).copied().filter(|b| matches!(b, b'"' | b'\''))?;
        let value = at + 1..at + 1 + memchr::memchr(quote, &bytes[at + 1..])?;
        at = value.end + 1;
        if name == wanted.as_bytes() {
            return Some(value);
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    at + bytes[at.min(bytes.len())..].iter().take_while(|b| **b <= b' ').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(bytes: &[u8]) -> Decoded {
        decode(bytes, UnitKind::Page, None)
    }

    fn codes(decoded: &Decoded) -> Vec<&str> {
        decoded.issues.iter().map(|issue| issue.code).collect()
    }

    #[test]
    fn directives_name_the_encoding() {
        for (source, named, text) in [
            (b"<%@ page pageEncoding=\"UTF-8\"%>\xC3\xA9".as_slice(), Some("UTF-8"), "é"),
            (b"<%@page pageEncoding = 'ISO-8859-1' contentType='text/html;charset=UTF-8'%>\xE9", Some("ISO-8859-1"), "é"),
            (b"<%@ page contentType=\"text/html; charset=UTF-8\"%>\xC3\xA9", None, "é"),
            (b"<%@ page session='false'%><%@ page\n contentType='text/html' %><%@page pageEncoding='GBK'%>\xC4\xE3", Some("GBK"), "你"),
            (b"<%-- <%@ page pageEncoding='GBK' %> --%>\xE9", None, "é"),
            (b"<% \"<%@ page pageEncoding='GBK' %> \xE9", None, "é"),
            (b"<jsp:directive.page pageEncoding='UTF-8'/>\xC3\xA9", Some("UTF-8"), "é"),
            (b"<%@ tag pageEncoding='GBK'%>\xE9", None, "é"),
        ] {
            let decoded = page(source);
            assert_eq!(decoded.named.map(Charset::name), named, "{source:?}");
            assert!(decoded.text.ends_with(text), "{}", decoded.text);
            assert_eq!(codes(&decoded), [""; 0], "{source:?}");
        }
        let tag = decode(b"<%@ tag pageEncoding='UTF-8' %>\xC3\xA9", UnitKind::TagFile, None);
        assert!(tag.text.ends_with('é'));
    }

    #[test]
    fn marks_win_and_vanish() {
        let decoded = page(b"\xEF\xBB\xBF<%@ page pageEncoding='utf-8' %>\xC3\xA9");
        assert!(decoded.text.starts_with("<%@") && decoded.text.ends_with('é') && decoded.issues.is_empty());
        let wide: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain("<%@ page pageEncoding='UTF-16' %>é".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        let decoded = page(&wide);
        assert!(decoded.text.ends_with('é') && decoded.issues.is_empty(), "{decoded:?}");
        let decoded = page(b"\xEF\xBB\xBF<%@ page pageEncoding='ISO-8859-1' %>");
        assert_eq!(codes(&decoded), ["page/encoding-conflict"]);
        assert_eq!(&decoded.text[decoded.issues[0].range.clone()], "ISO-8859-1");
    }

    #[test]
    fn configuration_and_directive_must_agree() {
        let source = b"<%@ page pageEncoding='ISO-8859-1' %>\xE9";
        assert!(decode(source, UnitKind::Page, Some("latin1")).issues.is_empty());
        assert_eq!(
            codes(&decode(source, UnitKind::Page, Some("UTF-8"))),
            ["page/encoding-conflict", "page/malformed-text"]
        );
    }

    #[test]
    fn odd_encodings_are_reported() {
        assert_eq!(codes(&page(b"<%@ page pageEncoding='UFT-8' %>\xC3\xA9")), ["page/unknown-encoding"]);
        assert_eq!(codes(&page(b"a \xC3\xA9")), ["page/undeclared-encoding"]);
        assert_eq!(codes(&page(b"a \xE9")), [""; 0]);
        assert_eq!(codes(&page(b"<%@ page pageEncoding='UTF-8' %>\xE9")), ["page/malformed-text"]);
        assert_eq!(codes(&page(b"<%@ page pageEncoding='UTF-16' %>x")), [""; 0]);
    }

    #[test]
    fn broken_directives_end_the_search_quietly() {
        for source in [
            "<%@",
            "<%@ page",
            "<%@ page pageEncoding",
            "<%@ page pageEncoding=",
            "<%@ page pageEncoding='U",
            "<%--",
            "<%",
            "<",
        ] {
            assert_eq!(page(source.as_bytes()).text, source);
        }
    }

    #[test]
    fn charsets_of_content_types() {
        assert_eq!(charset_of("text/html; Charset = \"UTF-8\" ; x=y"), Some("UTF-8"));
        assert_eq!(charset_of("text/html;charset="), None);
        assert_eq!(charset_of("charset=UTF-8"), None);
    }
}
