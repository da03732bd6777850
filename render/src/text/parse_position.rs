//! Where reading begins and how far it came (`java.text.ParsePosition`).

use crate::Error;
use crate::error::class;

/// A `java.text.ParsePosition`. Positions are bytes of the UTF-8 text, always at the beginning of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParsePosition {
    /// Where reading begins; where it succeeds, it moves behind what was read, else it stays.
    pub index: usize,
    /// Where reading failed.
    pub error_index: Option<usize>,
}

impl ParsePosition {
    /// Begins at a byte.
    pub fn new(index: usize) -> Self {
        ParsePosition { index, error_index: None }
    }

    /// Records a failure; gives `None` for the caller to return.
    pub(super) fn fail<T>(&mut self, at: usize) -> Option<T> {
        self.error_index = Some(at);
        None
    }
}

/// The `ParseException` of the methods that take a whole text.
#[cold]
pub(super) fn unparseable(what: &str, text: &str, position: ParsePosition) -> Error {
    let at = position.error_index.unwrap_or(0).min(text.len());
    let units = text.get(..at).unwrap_or("").encode_utf16().count();
    Error::new(class::PARSE, format!("{text:?} can't be read as {what}, from character {} on", units + 1))
}

/// Whether the text has that part at a byte, as it is.
pub(super) fn has_at(text: &str, at: usize, part: &str) -> bool {
    text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(part.as_bytes()))
}

/// How many bytes at that place of the text equal the part in any case, as `String.regionMatches(true, …)` compares:
/// character by character.
pub(super) fn match_ignoring_case(text: &str, at: usize, part: &str) -> Option<usize> {
    let rest = text.get(at..)?;
    let mut there = rest.char_indices();
    for expected in part.chars() {
        let (_, c) = there.next()?;
        if !(c == expected || fold(c) == fold(expected)) {
            return None;
        }
    }
    Some(there.next().map_or(rest.len(), |(end, _)| end))
}

/// The lower case of the upper case, both only where they are single characters.
fn fold(c: char) -> char {
    fn single(mut mapped: impl Iterator<Item = char>, c: char) -> char {
        match (mapped.next(), mapped.next()) {
            (Some(mapped), None) => mapped,
            _ => c,
        }
    }
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let upper = single(c.to_uppercase(), c);
    single(upper.to_lowercase(), upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_case_matches_character_by_character() {
        assert_eq!(match_ignoring_case("xMÄRZ 5", 1, "März"), Some(5));
        assert_eq!(match_ignoring_case("Mär", 0, "März"), None);
        assert_eq!(match_ignoring_case("am", 0, ""), Some(0));
        assert_eq!(match_ignoring_case("am", 3, "a"), None);
        assert_eq!(match_ignoring_case("STRASSE", 0, "straße"), None);
    }

    #[test]
    fn the_place_is_told_in_characters_of_java() {
        let position = ParsePosition { index: 0, error_index: Some("€𝄞".len()) };
        let error = unparseable("a date", "€𝄞x", position);
        assert_eq!(error.class_name(), "java.text.ParseException");
        assert!(error.is_instance("java.lang.Exception") && !error.is_instance("java.lang.RuntimeException"));
        assert!(error.to_string().ends_with("from character 4 on"), "{error}");
    }
}
