//! `.properties` files, as `java.util.Properties` reads them.

use rustc_hash::FxHashMap;
use vespid_streams::Charset;

use crate::value::Str;

/// The entries of a file, in UTF-8 or, where that is not what it is, ISO-8859-1 (`java.util.PropertyResourceBundle`).
pub(super) fn of_file(bytes: &[u8]) -> FxHashMap<Str, Str> {
    let latin = || Charset::for_label("ISO-8859-1").map(|charset| charset.decode(bytes).0.into_owned());
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => latin().unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
    };
    parse(&text).into_iter().collect()
}

/// The entries of a text, in their order. Escapes that are malformed stand for themselves.
pub fn parse(text: &str) -> Vec<(Str, Str)> {
    let mut entries = Vec::new();
    let mut lines =
        text.lines().flat_map(|line| line.split('\r')).map(|line| line.trim_start_matches(BLANKS));
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let mut whole = line.to_owned();
        while continues(&whole) {
            whole.pop();
            match lines.next() {
                Some(next) => whole.push_str(next),
                None => break,
            }
        }
        let (key, value) = split(&whole);
        entries.push((unescape(key), unescape(value)));
    }
    entries
}

const BLANKS: [char; 3] = [' ', '\t', '\x0c'];

/// Whether a line ends in a backslash that is not escaped itself.
fn continues(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// Key and value: between them blanks, and one `=` or `:` at the most.
fn split(line: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = line.find(|char: char| {
        let ends = !escaped && (char == '=' || char == ':' || BLANKS.contains(&char));
        escaped = !escaped && char == '\\';
        ends
    });
    let Some(end) = end else { return (line, "") };
    let (key, rest) = line.split_at(end);
    let rest = rest.trim_start_matches(BLANKS);
    let value = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    (key, value.trim_start_matches(BLANKS))
}

fn unescape(text: &str) -> Str {
    if !text.contains('\\') {
        return text.into();
    }
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    let push = |char: char, units: &mut Vec<u16>| {
        units.extend_from_slice(char.encode_utf16(&mut [0; 2]));
    };
    while let Some(char) = chars.next() {
        if char != '\\' {
            push(char, &mut units);
            continue;
        }
        match chars.next() {
            Some('t') => push('\t', &mut units),
            Some('n') => push('\n', &mut units),
            Some('r') => push('\r', &mut units),
            Some('f') => push('\x0c', &mut units),
            Some('u') => {
                let digits: String = chars.as_str().chars().take(4).collect();
                match u16::from_str_radix(&digits, 16) {
                    Ok(unit) if digits.len() == 4 => {
                        units.push(unit);
                        chars = chars.as_str()[4..].chars();
                    }
                    _ => push('u', &mut units),
                }
            }
            Some(other) => push(other, &mut units),
            None => {}
        }
    }
    // Two escapes may be the halves of one character.
    String::from_utf16_lossy(&units).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_java_does() {
        let text = "# comment\n! too\n\n a = 1 \nb:2\nc 3\n  d\\ e\\=f = x\\\n   y\nlast\ng = \\u00fc\\uD83D\\uDE00\\t\\z\\u12\n\
                    h==\rend = a\\\\\ni=\\\n";
        let entries: FxHashMap<Str, Str> = parse(text).into_iter().collect();
        let expected = [
            ("a", "1 "),
            ("b", "2"),
            ("c", "3"),
            ("d e=f", "xy"),
            ("last", ""),
            ("g", "ü😀\tzu12"),
            ("h", "="),
            ("end", "a\\"),
            ("i", ""),
        ];
        for (key, value) in expected {
            assert_eq!(entries.get(key).map(Str::as_str), Some(value), "{key}");
        }
        assert_eq!(entries.len(), expected.len());
    }

    #[test]
    fn files_are_utf_8_or_latin() {
        assert_eq!(of_file("a=ü".as_bytes())["a"], "ü");
        assert_eq!(of_file(b"a=\xfc")["a"], "ü");
    }
}
