//! Sources as a page shows them: escaped, line by line, with what belongs to a page marked.

use vespid_render::Result;
use vespid_render::TextSink;

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Pages, tag files, descriptors.
    Page,
    /// Rust.
    Rust,
    /// SQL scripts.
    Sql,
}

/// Marked pieces: how one begins, where it ends, and the class that it gets.
type Mark = (&'static str, &'static str, &'static str);

const PAGE: &[Mark] =
    &[("<%--", "--%>", "comment"), ("<!--", "-->", "comment"), ("<%@", "%>", "directive"), ("${", "}", "el")];
const RUST: &[Mark] = &[("//", "\n", "comment"), ("#[", "]\n", "directive")];
const SQL: &[Mark] = &[("-- ", "\n", "comment")];

impl Language {
    /// By the extension of a file.
    pub(super) fn of(file: &str) -> Self {
        match file.rsplit_once('.') {
            Some((_, "rs")) => Language::Rust,
            Some((_, "sql")) => Language::Sql,
            _ => Language::Page,
        }
    }

    /// The length of the first piece and its class.
    fn piece(self, text: &str) -> (usize, Option<&'static str>) {
        let marks = match self {
            Language::Page => PAGE,
            Language::Rust => RUST,
            Language::Sql => SQL,
        };
        if let Some((begin, end, class)) = marks.iter().find(|(begin, ..)| text.starts_with(begin)) {
            let len = text[begin.len()..].find(end).map_or(text.len(), |at| begin.len() + at + end.len());
            return (len, Some(class));
        }
        if self == Language::Page
            && let Some(name) = tag_name(text)
        {
            return (name.len(), Some(if name.contains(':') { "action" } else { "markup" }));
        }
        // Plain text as far as nothing can begin; at least the character that began nothing.
        let first = text.chars().next().map_or(0, char::len_utf8);
        let len = text[first..].find(['<', '$', '/', '#', '-']).map_or(text.len(), |at| first + at);
        (len, None)
    }
}

/// Writes the lines of a source, each a `span` of the class `line`, for a style sheet to number.
///
/// # Errors
/// As the output's.
pub(super) fn write_lines(source: &str, language: Language, out: &mut TextSink<'_>) -> Result<()> {
    let mut rest = source.strip_suffix('\n').unwrap_or(source);
    out.write_str("<span class=\"line\">")?;
    while !rest.is_empty() {
        let (len, class) = language.piece(rest);
        let (text, after) = rest.split_at(len);
        rest = after;
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                out.write_str("\n</span><span class=\"line\">")?;
            }
            if line.is_empty() {
                continue;
            }
            match class {
                Some(class) => {
                    out.write_str("<span class=\"")?;
                    out.write_str(class)?;
                    out.write_str("\">")?;
                    out.write_escaped(line)?;
                    out.write_str("</span>")?;
                }
                None => out.write_escaped(line)?,
            }
        }
    }
    out.write_str("\n</span>")
}

/// The `<name`, `<name>` or `</name>` that the text begins with; attributes are not part of it.
fn tag_name(text: &str) -> Option<&str> {
    let slash = usize::from(text.starts_with("</"));
    let name = text.strip_prefix('<')?.get(slash..)?;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let end = name.find(|c: char| !(c.is_alphanumeric() || ":-_.".contains(c))).unwrap_or(name.len());
    let closed = usize::from(name[end..].starts_with('>'));
    Some(&text[..1 + slash + end + closed])
}

#[cfg(test)]
mod tests {
    use super::super::CODE;
    use super::super::FILES;
    use super::*;

    fn lines(source: &str, language: Language) -> String {
        let mut html = String::new();
        write_lines(source, language, &mut TextSink::string(&mut html)).unwrap();
        html
    }

    /// The text that a browser makes of it.
    fn shown(html: &str) -> String {
        let mut pieces = html.split('<');
        let mut text = pieces.next().unwrap().to_owned();
        for piece in pieces {
            text.push_str(piece.split_once('>').unwrap().1);
        }
        for (reference, char) in
            [("&lt;", "<"), ("&gt;", ">"), ("&#034;", "\""), ("&#039;", "'"), ("&amp;", "&")]
        {
            text = text.replace(reference, char);
        }
        text
    }

    #[test]
    fn every_file_is_shown_as_it_is() {
        for (path, source) in FILES.iter().chain(CODE) {
            let html = lines(source, Language::of(path));
            assert_eq!(shown(&html), *source, "{path}");
            assert_eq!(html.matches("class=\"line\"").count(), source.lines().count(), "{path}");
        }
    }

    #[test]
    fn pieces_are_marked_and_never_cross_a_line() {
        assert_eq!(
            lines("<%-- a\nb --%><c:if test=\"${x}\">&</c:if><p>", Language::Page),
            "<span class=\"line\"><span class=\"comment\">&lt;%-- a</span>\n</span><span class=\"line\">\
             <span class=\"comment\">b --%&gt;</span><span class=\"action\">&lt;c:if</span> test=&#034;\
             <span class=\"el\">${x}</span>&#034;&gt;&amp;<span class=\"action\">&lt;/c:if&gt;</span>\
             <span class=\"markup\">&lt;p&gt;</span>\n</span>"
        );
        assert_eq!(
            lines("#[x]\nVec<u8>; // <a>", Language::Rust),
            "<span class=\"line\"><span class=\"directive\">#[x]</span>\n</span><span class=\"line\">\
             Vec&lt;u8&gt;; <span class=\"comment\">// &lt;a&gt;</span>\n</span>"
        );
    }

    #[test]
    fn what_is_not_closed_goes_on_to_the_end() {
        for source in ["<%-- é", "${x\n", "<", "</", "<1", "a -- b", "", "\n\n", "é<é"] {
            for language in [Language::Page, Language::Rust, Language::Sql] {
                let html = lines(source, language);
                assert_eq!(shown(&html).trim_end(), source.trim_end(), "{source:?} as {language:?}");
            }
        }
    }
}
