//! A position in the text of one file.

use std::ops::Range;

use crate::source::Span;

/// A position in the text of one file, and the small steps that all of the parser shares.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    /// The file's number in the source map.
    pub(super) file: u32,
    /// The byte that is looked at; always at the start of a character.
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, file: u32) -> Self {
        Cursor { text, file, at: 0 }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn starts_with(&self, prefix: &str) -> bool {
        self.rest().starts_with(prefix)
    }

    /// Steps over `prefix`, if it is here.
    pub(super) fn eat(&mut self, prefix: &str) -> bool {
        let here = self.starts_with(prefix);
        if here {
            self.at += prefix.len();
        }
        here
    }

    /// Steps over one character.
    pub(super) fn skip_char(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Steps over white space and tells whether there was any.
    pub(super) fn skip_space(&mut self) -> bool {
        let from = self.at;
        self.at += self.text.len() - self.at - self.rest().trim_start_matches(is_space).len();
        self.at > from
    }

    /// Steps over `end` and gives the bytes before it; stays where it is if `end` does not follow.
    pub(super) fn until(&mut self, end: &str) -> Option<Range<usize>> {
        let length = memchr::memmem::find(self.rest().as_bytes(), end.as_bytes())?;
        let range = self.at..self.at + length;
        self.at = range.end + end.len();
        Some(range)
    }

    /// Steps over a name: letters, digits, `_`, `-`, `.`, and colons between its parts if `qualified`.
    pub(super) fn name(&mut self, qualified: bool) -> Option<&'t str> {
        let name = name_at(self.rest(), qualified)?;
        self.at += name.len();
        Some(name)
    }

    pub(super) fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    pub(super) fn span_of(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }
}

/// Java's notion of white space in pages: everything up to the blank.
pub(super) fn is_space(c: char) -> bool {
    c <= ' '
}

/// The name at the start of `text` (an XML name, as far as pages use them).
pub(super) fn name_at(text: &str, qualified: bool) -> Option<&str> {
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.') || (qualified && c == ':');
    if !text.starts_with(is_start) {
        return None;
    }
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    Some(&text[..end])
}

/// The prefix and local name at the start of `text`, both not empty: `c:if`.
pub(super) fn qualified_name_at(text: &str) -> Option<(&str, &str)> {
    let prefix = name_at(text, false)?;
    let local = name_at(text[prefix.len()..].strip_prefix(':')?, false)?;
    Some((prefix, local))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_xml_names_end() {
        assert_eq!(name_at("data-x.y_1=", false), Some("data-x.y_1"));
        assert_eq!(name_at("c:if test", true), Some("c:if"));
        assert_eq!(name_at("1a", true), None);
        assert_eq!(qualified_name_at("c:if>"), Some(("c", "if")));
        assert_eq!(qualified_name_at("c:>"), None);
        assert_eq!(qualified_name_at("größe:ä/"), Some(("größe", "ä")));
    }

    #[test]
    fn steps_stay_at_characters() {
        let mut cursor = Cursor::new("é \t\r\nb--%>c", 0);
        cursor.skip_char();
        assert!(cursor.skip_space());
        assert_eq!(cursor.until("--%>"), Some(6..7));
        assert_eq!(cursor.rest(), "c");
        assert_eq!(cursor.until("x"), None);
        cursor.skip_char();
        cursor.skip_char();
        assert_eq!(cursor.rest(), "");
    }
}
