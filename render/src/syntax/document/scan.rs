//! What an XML tree does not keep of its text: how start tags are written, and where CDATA sections are.
//!
//! The text is known to be well-formed, so that little can be met here that is not expected; what is, ends the scan.

use std::borrow::Cow;
use std::ops::Range;

use crate::el::Shift;

/// A start tag as it is written.
pub(super) struct StartTag<'t> {
    /// With its prefix.
    pub(super) name: &'t str,
    /// Namespace declarations among them, in order.
    pub(super) attributes: Vec<Written<'t>>,
    /// From `<` to `>`.
    pub(super) range: Range<usize>,
}

/// An attribute as it is written.
pub(super) struct Written<'t> {
    /// With its prefix.
    pub(super) name: &'t str,
    /// From the name to the closing quote.
    pub(super) range: Range<usize>,
    /// The bytes between the quotes.
    pub(super) value: Range<usize>,
}

impl<'t> Written<'t> {
    /// The prefix that this declares, empty for the default namespace; `None`: it is no namespace declaration.
    pub(super) fn declares(&self) -> Option<&'t str> {
        match self.name.strip_prefix("xmlns")? {
            "" => Some(""),
            prefix => prefix.strip_prefix(':'),
        }
    }
}

/// The white space of XML.
pub(super) fn is_xml_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Reads the start tag whose `<` is at byte `start`.
pub(super) fn start_tag(text: &str, start: usize) -> StartTag<'_> {
    let bytes = text.as_bytes();
    let until = |from: usize, end: fn(u8) -> bool| {
        bytes[from..].iter().position(|b| end(*b)).map_or(bytes.len(), |length| from + length)
    };
    let is_space = |b: u8| is_xml_space(b.into());
    let name_end = until(start + 1, |b| is_xml_space(b.into()) || matches!(b, b'/' | b'>'));
    let name = &text[start + 1..name_end];
    let mut attributes = Vec::new();
    let mut at = name_end;
    let end = loop {
        at = until(at, |b| !is_xml_space(b.into()));
        match bytes.get(at) {
            None => break bytes.len(),
            Some(b'>') => break at + 1,
            Some(b'/') => {
                at += 1;
                continue;
            }
            Some(_) => {}
        }
        let name_end = until(at, |b| is_xml_space(b.into()) || b == b'=');
        let open = until(name_end, |b| matches!(b, b'"' | b'\''));
        let quote = bytes.get(open).copied();
        let is_gap = bytes[name_end..open].iter().all(|b| is_space(*b) || *b == b'=');
        let close = quote.and_then(|quote| memchr::memchr(quote, &bytes[open + 1..]));
        let (Some(length), true) = (close, is_gap) else { break bytes.len() };
        let value = open + 1..open + 1 + length;
        let range = at..value.end + 1;
        attributes.push(Written { name: &text[at..name_end], range: range.clone(), value });
        at = range.end;
    };
    StartTag { name, attributes, range: start..end }
}

/// Text between two pieces of markup, or within one CDATA section.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Run<'t> {
    /// References resolved.
    pub(super) text: Cow<'t, str>,
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// The places where text and file get out of step.
    pub(super) shifts: Vec<Shift>,
}

impl Run<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(is_xml_space)
    }
}

/// Splits the text node at `range` of `source` at the borders of its CDATA sections, where Tomcat splits it too.
/// `text` is the node's text as the XML parser has it, for references to entities that only that knows.
pub(super) fn runs<'t>(source: &'t str, range: Range<usize>, text: &'t str) -> Vec<Run<'t>> {
    const OPEN: &str = "<![CDATA[";
    const CLOSE: &str = "]]>";
    let whole = |range| vec![Run { text: text.into(), range, shifts: Vec::new() }];
    let is_same = |runs: &[Run<'_>]| {
        let mut rest = text;
        runs.iter().all(|run| rest.strip_prefix(run.text.as_ref()).map(|after| rest = after).is_some())
            && rest.is_empty()
    };
    let mut runs = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = &source[at..range.end];
        let plain = rest.find(OPEN).unwrap_or(rest.len());
        if plain > 0 {
            let Some(run) = decoded(source, at..at + plain) else { return whole(range) };
            runs.push(run);
        }
        at += plain;
        let Some(section) = source[at..range.end].strip_prefix(OPEN) else { continue };
        let Some(length) = section.find(CLOSE) else { return whole(range) };
        let start = at + OPEN.len();
        if length > 0 {
            runs.push(lines(source, start..start + length));
        }
        at = start + length + CLOSE.len();
    }
    if is_same(&runs) { runs } else { whole(range) }
}

/// Text with its references resolved. `None`: there is a reference to an entity that the document defines.
fn decoded(source: &str, range: Range<usize>) -> Option<Run<'_>> {
    let raw = &source[range.clone()];
    if !raw.contains(['&', '\r']) {
        return Some(Run { text: raw.into(), range, shifts: Vec::new() });
    }
    let mut builder = Builder::new(raw, range);
    while let Some(next) = builder.next_of(b"&\r") {
        if builder.raw.as_bytes()[next] == b'\r' {
            builder.line_end(next);
            continue;
        }
        let reference = &builder.raw[next + 1..];
        let length = reference.find(';')?;
        let c = match &reference[..length] {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            name => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(number) => u32::from_str_radix(number, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)?
            }
        };
        builder.replace(next, length + 2, c);
    }
    Some(builder.finish())
}

/// Text with its line ends made one character each (XML 1.0, 2.11).
fn lines(source: &str, range: Range<usize>) -> Run<'_> {
    let raw = &source[range.clone()];
    if !raw.contains('\r') {
        return Run { text: raw.into(), range, shifts: Vec::new() };
    }
    let mut builder = Builder::new(raw, range);
    while let Some(next) = builder.next_of(b"\r") {
        builder.line_end(next);
    }
    builder.finish()
}

/// Makes a run whose text is not what stands in the file.
struct Builder<'t> {
    raw: &'t str,
    range: Range<usize>,
    text: String,
    shifts: Vec<Shift>,
    /// The bytes of `raw` that are taken over.
    done: usize,
}

impl<'t> Builder<'t> {
    fn new(raw: &'t str, range: Range<usize>) -> Self {
        Builder { raw, range, text: String::with_capacity(raw.len()), shifts: Vec::new(), done: 0 }
    }

    fn next_of(&self, bytes: &[u8]) -> Option<usize> {
        let rest = &self.raw.as_bytes()[self.done..];
        rest.iter().position(|b| bytes.contains(b)).map(|found| self.done + found)
    }

    /// Puts `c` in the place of the `length` bytes at `at`.
    fn replace(&mut self, at: usize, length: usize, c: char) {
        self.text.push_str(&self.raw[self.done..at]);
        self.text.push(c);
        self.done = at + length;
        let source = (self.range.start + self.done) as u32;
        self.shifts.push(Shift { at: self.text.len() as u32, source });
    }

    fn line_end(&mut self, at: usize) {
        let length = if self.raw[at..].starts_with("\r\n") { 2 } else { 1 };
        self.replace(at, length, '\n');
    }

    fn finish(mut self) -> Run<'t> {
        self.text.push_str(&self.raw[self.done..]);
        Run { text: self.text.into(), range: self.range, shifts: self.shifts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_tags_are_read_as_they_are_written() {
        let text = "<a>\n<c:x  xmlns:c = 'urn:c' a=\"1 > 0\"\n b=''\t/>";
        let tag = start_tag(text, 4);
        assert_eq!(tag.name, "c:x");
        assert_eq!(&text[tag.range], "<c:x  xmlns:c = 'urn:c' a=\"1 > 0\"\n b=''\t/>");
        let written: Vec<_> = tag
            .attributes
            .iter()
            .map(|it| (it.name, &text[it.value.clone()], &text[it.range.clone()], it.declares()))
            .collect();
        assert_eq!(
            written,
            [
                ("xmlns:c", "urn:c", "xmlns:c = 'urn:c'", Some("c")),
                ("a", "1 > 0", "a=\"1 > 0\"", None),
                ("b", "", "b=''", None)
            ]
        );
        for broken in ["<", "<a", "<a b", "<a b=", "<a b='", "<a b c='1'"] {
            assert_eq!(start_tag(broken, 0).attributes.len(), 0, "{broken}");
        }
    }

    #[test]
    fn runs_end_at_sections_and_know_their_places() {
        let source = "x&lt;y\r\n<![CDATA[<&amp;\r]]><![CDATA[]]>&#65;&#x42;z";
        let found = runs(source, 0..source.len(), "x<y\n<&amp;\nABz");
        let texts: Vec<_> = found.iter().map(|run| run.text.as_ref()).collect();
        assert_eq!(texts, ["x<y\n", "<&amp;\n", "ABz"]);
        assert_eq!(found[0].shifts, [Shift { at: 2, source: 5 }, Shift { at: 4, source: 8 }]);
        assert_eq!(found[1].range, 17..24);
        assert_eq!(runs("a<b/>", 0..5, "ab").len(), 1, "a part of it comes from elsewhere");
        let own = runs("a&own;b", 0..7, "a…b");
        assert_eq!(own, [Run { text: "a…b".into(), range: 0..7, shifts: Vec::new() }]);
    }
}
