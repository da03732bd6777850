//! The single-byte encodings that encoding_rs takes for their Windows relatives, and the one of mainframes.

use std::borrow::Cow;

use super::ebcdic::Ebcdic;

/// An encoding whose bytes are the first characters of Unicode, but for a few, or in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SingleByte {
    /// US-ASCII.
    Ascii,
    /// ISO-8859-1.
    Latin1,
    /// ISO-8859-9: Latin-1 with six Turkish letters.
    Latin5,
    /// One of EBCDIC.
    Ebcdic(Ebcdic),
}

/// Where ISO-8859-9 differs from ISO-8859-1.
const LATIN5_LETTERS: [(u8, char); 6] =
    [(0xD0, 'Ğ'), (0xDD, 'İ'), (0xDE, 'Ş'), (0xF0, 'ğ'), (0xFD, 'ı'), (0xFE, 'ş')];

impl SingleByte {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ascii => "US-ASCII",
            Self::Latin1 => "ISO-8859-1",
            Self::Latin5 => "ISO-8859-9",
            Self::Ebcdic(it) => it.name(),
        }
    }

    /// Whether the first half of its bytes is ASCII.
    pub(super) fn is_ascii_compatible(self) -> bool {
        !matches!(self, Self::Ebcdic(_))
    }

    /// The byte's character; `None` if it has none.
    fn char_of(self, byte: u8) -> Option<char> {
        match self {
            Self::Ascii => byte.is_ascii().then_some(char::from(byte)),
            Self::Latin1 => Some(char::from(byte)),
            Self::Latin5 => {
                let letter = LATIN5_LETTERS.iter().find(|(code, _)| *code == byte);
                Some(letter.map_or(char::from(byte), |(_, letter)| *letter))
            }
            Self::Ebcdic(it) => Some(it.char_of(byte)),
        }
    }

    /// The character's byte; `None` if it has none.
    pub(super) fn byte_of(self, c: char) -> Option<u8> {
        if c.is_ascii() && self.is_ascii_compatible() {
            return u8::try_from(c).ok();
        }
        match self {
            Self::Ascii => None,
            Self::Latin1 => u8::try_from(c).ok(),
            Self::Ebcdic(it) => it.byte_of(c),
            Self::Latin5 => match LATIN5_LETTERS.iter().find(|(_, letter)| *letter == c) {
                Some((code, _)) => Some(*code),
                None => {
                    u8::try_from(c).ok().filter(|byte| LATIN5_LETTERS.iter().all(|(code, _)| code != byte))
                }
            },
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        if self.is_ascii_compatible()
            && bytes.is_ascii()
            && let Ok(text) = str::from_utf8(bytes)
        {
            return (text.into(), false);
        }
        let mut malformed = false;
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 4 + 4);
        text.extend(bytes.iter().map(|byte| {
            self.char_of(*byte).unwrap_or_else(|| {
                malformed = true;
                char::REPLACEMENT_CHARACTER
            })
        }));
        (text.into(), malformed)
    }
}
