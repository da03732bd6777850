//! Template text: encoded when the page is compiled, shared by all its requests.

use std::fmt;
use std::ops::Range;

use bytes::Bytes;

/// Bytes that are known to be UTF-8 because they came from a `str`, and cheap to share: a clone or a
/// slice is a reference into the same buffer.
///
/// A page keeps all its template text in one `StaticText` and cuts the pieces out with
/// [`slice`](Self::slice). Long pieces reach the socket without being copied once.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct StaticText {
    bytes: Bytes,
    /// The first bytes once more, and zeros behind a shorter text: a piece of a fixed size is copied by two moves, where
    /// a copy of any other length is a call. Most pieces of real pages are that short.
    start: [u8; START_BYTES],
}

/// Texts up to this length are copied with what stands behind them.
pub(crate) const START_BYTES: usize = 32;

impl StaticText {
    /// Text that is part of the binary.
    pub const fn from_static(text: &'static str) -> Self {
        Self { start: start_of(text.as_bytes()), bytes: Bytes::from_static(text.as_bytes()) }
    }

    fn new(bytes: Bytes) -> Self {
        Self { start: start_of(&bytes), bytes }
    }

    /// The first bytes, with zeros behind a text that is shorter.
    #[inline]
    pub(crate) fn start(&self) -> &[u8; START_BYTES] {
        &self.start
    }

    /// Length in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is no text.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The text's bytes, in UTF-8.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text. Looks at every byte, so it is for diagnostics and tests, not for hot paths.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes).expect("StaticText is only made from str, cut at character boundaries")
    }

    /// The part at `range` (byte offsets), sharing the buffer. `None` if the range is out of bounds or
    /// would cut a character in two.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        let is_boundary =
            |at: usize| at == self.len() || self.bytes.get(at).is_some_and(|b| b & 0xC0 != 0x80);
        if range.start > range.end || !is_boundary(range.start) || !is_boundary(range.end) {
            return None;
        }
        Some(Self::new(self.bytes.slice(range)))
    }

    /// The shared bytes.
    pub fn to_bytes(&self) -> Bytes {
        self.bytes.clone()
    }
}

const fn start_of(bytes: &[u8]) -> [u8; START_BYTES] {
    let mut start = [0; START_BYTES];
    let mut at = 0;
    while at < bytes.len() && at < START_BYTES {
        start[at] = bytes[at];
        at += 1;
    }
    start
}

impl From<String> for StaticText {
    fn from(text: String) -> Self {
        Self::new(Bytes::from(text))
    }
}

impl From<&str> for StaticText {
    fn from(text: &str) -> Self {
        Self::new(Bytes::copy_from_slice(text.as_bytes()))
    }
}

impl fmt::Debug for StaticText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_share_the_pool() {
        let pool = StaticText::from("<h1>Preis</h1>".to_owned());
        let piece = pool.slice(4..9).unwrap();
        assert_eq!(piece.as_str(), "Preis");
        assert_eq!(piece.as_bytes().as_ptr(), pool.as_bytes()[4..].as_ptr());
        assert_eq!(pool.slice(0..pool.len()).unwrap(), pool);
        assert!(pool.slice(3..3).unwrap().is_empty());
    }

    #[test]
    fn a_slice_never_cuts_a_character() {
        let pool = StaticText::from("a€b");
        assert_eq!(pool.slice(1..4).unwrap().as_str(), "€");
        for bad in [0..2, 2..5, 3..4, 0..6, 6..6] {
            assert_eq!(pool.slice(bad.clone()), None, "{bad:?}");
        }
        #[expect(clippy::reversed_empty_ranges, reason = "that is the point")]
        let reversed = 4..1;
        assert_eq!(pool.slice(reversed), None);
    }
}
