//! Text as Java sees it: positions count UTF-16 units.
//!
//! Text here is UTF-8, which can't hold half a surrogate pair; where Java would cut one in two, each half becomes the
//! replacement character U+FFFD.

use std::borrow::Cow;

/// `String.length()`
#[inline]
pub fn len(text: &str) -> usize {
    // Each character has one leading byte; those of four bytes (leading byte from 0xF0) count as two units.
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// `String.charAt(index)`; `None` beyond the end.
pub fn unit_at(text: &str, index: usize) -> Option<u16> {
    if text.is_ascii() {
        return text.as_bytes().get(index).map(|byte| u16::from(*byte));
    }
    text.encode_utf16().nth(index)
}

/// `String.codePointAt(index)`; `None` beyond the end.
pub fn code_point_at(text: &str, index: usize) -> Option<u32> {
    let (byte, split) = byte_at(text, index)?;
    if split {
        return unit_at(text, index).map(u32::from);
    }
    text[byte..].chars().next().map(u32::from)
}

/// The byte at which the unit `index` begins, and whether that unit is the second half of a pair (the byte is then
/// the one after the pair). `None` beyond the end; the end itself counts.
fn byte_at(text: &str, index: usize) -> Option<(usize, bool)> {
    if text.is_ascii() {
        return (index <= text.len()).then_some((index, false));
    }
    let mut units = 0;
    for (byte, char) in text.char_indices() {
        if units == index {
            return Some((byte, false));
        }
        units += char.len_utf16();
        if units > index {
            return Some((byte + char.len_utf8(), true));
        }
    }
    (units == index).then_some((text.len(), false))
}

/// `String.substring(begin, end)`; `None` where that would throw.
pub fn slice(text: &str, begin: usize, end: usize) -> Option<Cow<'_, str>> {
    if begin > end {
        return None;
    }
    let (start, start_split) = byte_at(text, begin)?;
    let (stop, stop_split) = byte_at(text, end)?;
    if begin == end {
        return Some(Cow::Borrowed(""));
    }
    // The pair that the end splits goes with its first half only.
    let stop = if stop_split { stop - 4 } else { stop };
    if !start_split && !stop_split {
        return Some(Cow::Borrowed(&text[start..stop]));
    }
    let mut cut = String::new();
    if start_split {
        cut.push(char::REPLACEMENT_CHARACTER);
    }
    cut.push_str(&text[start..stop]);
    if stop_split {
        cut.push(char::REPLACEMENT_CHARACTER);
    }
    Some(Cow::Owned(cut))
}

/// `String.indexOf(search, from)`
pub fn index_of(text: &str, search: &str, from: usize) -> Option<usize> {
    // A start beyond the end finds nothing but the empty text, and that at the end.
    let start = byte_at(text, from).map_or(text.len(), |(byte, _)| byte);
    text[start..].find(search).map(|at| len(&text[..start + at]))
}

/// `String.lastIndexOf(search, from)`: the last place that begins at `from` or before.
pub fn last_index_of(text: &str, search: &str, from: usize) -> Option<usize> {
    let at = match byte_at(text, from) {
        None => text.rfind(search),
        Some((byte, split)) => {
            let start = if split { byte - 4 } else { byte };
            let stop = text.floor_char_boundary(start.saturating_add(search.len()).min(text.len()));
            text[..stop].rfind(search)
        }
    };
    at.map(|at| len(&text[..at]))
}

/// `String.compareTo`: the difference of the first units that differ, else of the lengths.
pub fn compare(a: &str, b: &str) -> i32 {
    compare_units(a.encode_utf16(), b.encode_utf16(), len(a), len(b))
}

/// `String.compareToIgnoreCase`
pub fn compare_ignore_case(a: &str, b: &str) -> i32 {
    let fold =
        |text: &str| -> Vec<u16> { text.chars().map(fold_case).collect::<String>().encode_utf16().collect() };
    compare_units(fold(a).into_iter(), fold(b).into_iter(), len(a), len(b))
}

fn compare_units(
    a: impl Iterator<Item = u16>,
    b: impl Iterator<Item = u16>,
    a_len: usize,
    b_len: usize,
) -> i32 {
    match a.zip(b).find(|(a, b)| a != b) {
        Some((a, b)) => i32::from(a) - i32::from(b),
        None => (a_len as i64 - b_len as i64) as i32,
    }
}

/// `String.equalsIgnoreCase`
pub fn equals_ignore_case(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().map(fold_case).eq(b.chars().map(fold_case))
}

/// A character without its case, by Java's rule: upper case, then lower case, each of one character only.
fn fold_case(char: char) -> char {
    if char.is_ascii() {
        return char.to_ascii_lowercase();
    }
    let upper = single(char.to_uppercase()).unwrap_or(char);
    // Only U+0130 has several lower case characters; alone it is the first of them, `i`.
    upper.to_lowercase().next().unwrap_or(upper)
}

/// The only character of a mapping; `None` where it maps to several.
fn single(mut mapped: impl Iterator<Item = char>) -> Option<char> {
    let first = mapped.next();
    first.filter(|_| mapped.next().is_none())
}

/// `String.trim()`: without control characters and spaces around.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|char| char <= ' ')
}

/// `Character.isWhitespace`
pub fn is_whitespace(char: char) -> bool {
    match char {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' => true,
        // No-break spaces hold words together, and next-line is a control to Java.
        '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}' => false,
        char => char.is_whitespace(),
    }
}

/// `String.toUpperCase()`; borrowed where nothing changes.
pub fn upper(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_lowercase()) {
            Cow::Owned(text.to_ascii_uppercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    Cow::Owned(text.to_uppercase())
}

/// `String.toLowerCase()`; borrowed where nothing changes.
pub fn lower(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
    }
    Cow::Owned(text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// U+1F600 has two units, each of `é` and `€` one.
    const TEXT: &str = "aé€😀z";

    #[test]
    fn lengths_and_units() {
        assert_eq!(len(""), 0);
        assert_eq!(len("abc"), 3);
        assert_eq!(len(TEXT), 6);
        let units: Vec<u16> = (0..7).map_while(|index| unit_at(TEXT, index)).collect();
        assert_eq!(units, TEXT.encode_utf16().collect::<Vec<_>>());
        assert_eq!(code_point_at(TEXT, 3), Some(0x1F600));
        assert_eq!(code_point_at(TEXT, 4), Some(0xDE00));
        assert_eq!(code_point_at(TEXT, 6), None);
    }

    #[test]
    fn slices_count_units() {
        for (begin, end, expected) in [
            (0, 6, Some("aé€😀z")),
            (1, 3, Some("é€")),
            (3, 5, Some("😀")),
            (5, 6, Some("z")),
            (6, 6, Some("")),
            (4, 4, Some("")),
            (3, 4, Some("\u{fffd}")),
            (4, 6, Some("\u{fffd}z")),
            (2, 4, Some("€\u{fffd}")),
            (2, 1, None),
            (0, 7, None),
            (7, 7, None),
        ] {
            assert_eq!(slice(TEXT, begin, end).as_deref(), expected, "{begin}..{end}");
        }
        assert_eq!(slice("abc", 1, 2).as_deref(), Some("b"));
        assert_eq!(slice("abc", 1, 4), None);
        // Both halves of one pair, and the second half of one with the first of the next.
        assert_eq!(slice("😀😀", 1, 3).as_deref(), Some("\u{fffd}\u{fffd}"));
    }

    #[test]
    fn places_count_units() {
        for (text, search, from, first, last) in [
            (TEXT, "z", 0, Some(5), None),
            (TEXT, "z", 9, None, Some(5)),
            (TEXT, "", 2, Some(2), Some(2)),
            (TEXT, "", 9, Some(6), Some(6)),
            (TEXT, "😀", 3, Some(3), Some(3)),
            (TEXT, "😀", 4, None, Some(3)),
            (TEXT, "a", 0, Some(0), Some(0)),
            (TEXT, "x", 0, None, None),
            ("abab", "ab", 1, Some(2), Some(0)),
            ("abab", "ab", 2, Some(2), Some(2)),
            ("abab", "abc", 3, None, None),
            ("éé", "é", 0, Some(0), Some(0)),
        ] {
            assert_eq!(index_of(text, search, from), first, "index of {search} in {text} from {from}");
            assert_eq!(
                last_index_of(text, search, from),
                last,
                "last index of {search} in {text} from {from}"
            );
        }
    }

    #[test]
    fn comparing() {
        for (a, b, order, without_case) in [
            ("a", "b", -1, -1),
            ("a", "A", 32, 0),
            ("abc", "ab", 1, 1),
            ("", "", 0, 0),
            ("é", "É", 32, 0),
            // By units the emoji (0xD83D) comes before U+FF21.
            ("😀", "\u{ff21}", 0xD83D - 0xFF21, 0xD83D - 0xFF41),
        ] {
            assert_eq!(compare(a, b), order, "{a} {b}");
            assert_eq!(compare_ignore_case(a, b), without_case, "{a} {b}");
            assert_eq!(equals_ignore_case(a, b), without_case == 0, "{a} {b}");
        }
        assert!(!equals_ignore_case("ß", "ss"));
        assert!(equals_ignore_case("İ", "i") && equals_ignore_case("ı", "I"));
    }

    #[test]
    fn white_space_and_case() {
        assert_eq!(trim("\u{0} \t a b\u{a0}\n"), "a b\u{a0}");
        for (char, white) in [
            (' ', true),
            ('\u{1f}', true),
            ('\u{b}', true),
            ('\u{a0}', false),
            ('\u{2007}', false),
            ('\u{3000}', true),
            ('\u{2028}', true),
            ('\u{85}', false),
            ('x', false),
        ] {
            assert_eq!(is_whitespace(char), white, "{char:?}");
        }
        assert_eq!((upper("straße"), lower("ΑΣ")), ("STRASSE".into(), "ας".into()));
        assert!(matches!(upper("ABC1"), Cow::Borrowed(_)) && matches!(lower("abc1"), Cow::Borrowed(_)));
        assert_eq!((upper("abC"), lower("abC")), ("ABC".into(), "abc".into()));
    }
}
