//! The escaper of `c:out` and `fn:escapeXml` (Jakarta Tags 3.0, 4.2): five characters become
//! references that are right in XML and HTML, in element content and in quoted attributes.
//!
//! Text is scanned eight bytes at a time, and clean runs are handed on whole. Typical text (some
//! sixty bytes, none to two specials) costs one or two instructions a byte plus a copy per run.

/// The reference for a byte that must be escaped, or `None` for every other byte.
#[inline]
pub fn entity(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&#034;",
        b'\'' => "&#039;",
        _ => return None,
    })
}

/// Hands `text` in escaped form to `put`, piece by piece: clean runs whole, references one by one.
///
/// # Errors
///
/// The first error of `put`, at once.
#[inline]
pub fn escape_to<E>(text: &str, mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let bytes = text.as_bytes();
    let mut rest = bytes;
    let mut clean_from = 0;
    while let Some((word_from, mut specials)) = next_specials(bytes, &mut rest) {
        while specials != 0 {
            let found = word_from + (specials.trailing_zeros() / 8) as usize;
            specials &= specials - 1;
            let Some(reference) = bytes.get(found).copied().and_then(entity) else { continue };
            if clean_from < found {
                put(&text[clean_from..found])?;
            }
            put(reference)?;
            clean_from = found + 1;
        }
    }
    if clean_from == 0 {
        put(text)
    } else if clean_from < text.len() {
        put(&text[clean_from..])
    } else {
        Ok(())
    }
}

/// Appends `text` in escaped form to `out`.
pub fn escape_into(text: &str, out: &mut String) {
    let Ok(()) = escape_to(text, |piece| -> Result<(), std::convert::Infallible> {
        out.push_str(piece);
        Ok(())
    });
}

/// Whether `text` has nothing to escape.
pub fn is_clean(text: &str) -> bool {
    next_specials(text.as_bytes(), &mut text.as_bytes()).is_none()
}

/// `text` in escaped form; borrowed when there is nothing to escape.
pub fn escape(text: &str) -> std::borrow::Cow<'_, str> {
    if is_clean(text) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 4 + 16);
    escape_into(text, &mut out);
    out.into()
}

const ONES: u64 = u64::MAX / 255;
const LOW_BITS: u64 = ONES * 0x7F;
const HIGH_BITS: u64 = ONES * 0x80;

/// The next eight bytes that have specials: where they begin in `bytes`, and the marks of their lanes
/// (first byte lowest). `rest` is the end of `bytes` that has not been looked at yet. `None` if all that
/// is clean.
///
/// Clean text goes by two words at a time. Loops over bytes that the compiler would have to turn into
/// vector instructions itself have been tried: what it makes of them depends on their surroundings, and
/// is worse than words more often than better.
#[inline]
fn next_specials(bytes: &[u8], rest: &mut &[u8]) -> Option<(usize, u64)> {
    while let Some((block, after)) = rest.split_first_chunk::<16>() {
        let (words, _) = block.as_chunks();
        if words.iter().fold(0, |found, word| found | special_lanes(u64::from_le_bytes(*word))) != 0 {
            break;
        }
        *rest = after;
    }
    while let Some((word, after)) = rest.split_first_chunk() {
        let specials = special_lanes(u64::from_le_bytes(*word));
        let word_from = bytes.len() - rest.len();
        *rest = after;
        if specials != 0 {
            return Some((word_from, specials));
        }
    }
    if rest.is_empty() {
        return None;
    }
    let word = match bytes.last_chunk() {
        // The last word overlaps the one before: shifted, its first lane is the first of `rest`.
        Some(word) => u64::from_le_bytes(*word) >> (8 * (8 - rest.len())),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    let word_from = bytes.len() - rest.len();
    *rest = &[];
    let specials = special_lanes(word);
    (specials != 0).then_some((word_from, specials))
}

/// Marks (with its highest bit) every lane that holds one of the five specials, exactly.
///
/// Two pairs of specials differ in one bit only, so three comparisons do: `&` and `'` in bit 0, `<` and
/// `>` in bit 1. With the highest bits masked off no sum carries from lane to lane.
#[inline]
fn special_lanes(word: u64) -> u64 {
    let low = word & LOW_BITS;
    let differs = |lanes: u64, byte: u8| (lanes ^ (ONES * u64::from(byte))) + LOW_BITS;
    let clean = differs(low | ONES, b'\'') & differs(low | ONES << 1, b'>') & differs(low, b'"');
    !(clean | word) & HIGH_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(text: &str) -> String {
        text.chars()
            .map(|c| match c {
                '&' => "&amp;".to_owned(),
                '<' => "&lt;".to_owned(),
                '>' => "&gt;".to_owned(),
                '"' => "&#034;".to_owned(),
                '\'' => "&#039;".to_owned(),
                other => other.to_string(),
            })
            .collect()
    }

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        escape_into(text, &mut out);
        out
    }

    #[test]
    fn every_byte_in_every_lane_is_told_apart() {
        for byte in 0..=255_u8 {
            for lane in 0..8 {
                for filler in [b'a', 0x80, 0xFF, 0, b'&'] {
                    let mut lanes = [filler; 8];
                    lanes[lane] = byte;
                    let marks = special_lanes(u64::from_le_bytes(lanes));
                    let expected = lanes
                        .iter()
                        .enumerate()
                        .filter(|(_, b)| entity(**b).is_some())
                        .fold(0, |marks, (i, _)| marks | 0x80 << (8 * i));
                    assert_eq!(marks, expected, "{byte:#x} in lane {lane} among {filler:#x}");
                }
            }
        }
    }

    #[test]
    fn a_special_at_every_place_of_every_length() {
        for len in 0..40 {
            for at in 0..len {
                let mut text = "x".repeat(len);
                text.replace_range(at..=at, "<");
                assert_eq!(escaped(&text), plain(&text), "{len} {at}");
            }
        }
    }

    #[test]
    fn clean_text_is_handed_on_in_one_piece() {
        let text = "clean text with ünïcödé, 20 words or so, and #35 but nothing special in it";
        let mut pieces = Vec::new();
        escape_to(text, |piece| {
            pieces.push(piece.to_owned());
            Ok::<(), ()>(())
        })
        .unwrap();
        assert_eq!(pieces, [text]);
        assert!(matches!(escape(text), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn an_error_of_the_sink_ends_it() {
        let mut calls = 0;
        let res = escape_to("a<b", |_| {
            calls += 1;
            if calls == 2 { Err("full") } else { Ok(()) }
        });
        assert_eq!((res, calls), (Err("full"), 2));
    }

    proptest! {
        #[test]
        fn same_as_the_plain_way(text in "[a-z<>&\"'#%äß€😀]{0,70}") {
            prop_assert_eq!(escaped(&text), plain(&text));
            prop_assert_eq!(escape(&text), plain(&text));
        }
    }
}
