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
pub struct StaticText(Bytes);

impl StaticText {
    /// Text that is part of the binary.
    pub const fn from_static(text: &'static str) -> Self {
        Self(Bytes::from_static(text.as_bytes()))
    }

    /// Length in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no text.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text's bytes, in UTF-8.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text. Looks at every byte, so it is for diagnostics and tests, not for hot paths.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("StaticText is only made from str, cut at character boundaries")
    }

    /// The part at `range` (byte offsets), sharing the buffer. `None` if the range is out of bounds or
    /// would cut a character in two.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        let is_boundary = |at: usize| at == self.len() || self.0.get(at).is_some_and(|b| b & 0xC0 != 0x80);
        if range.start > range.end || !is_boundary(range.start) || !is_boundary(range.end) {
            return None;
        }
        Some(Self(self.0.slice(range)))
    }

    /// The shared bytes.
    pub fn to_bytes(&self) -> Bytes {
        self.0.clone()
    }
}

impl From<String> for StaticText {
    fn from(text: String) -> Self {
        Self(Bytes::from(text))
    }
}

impl From<&str> for StaticText {
    fn from(text: &str) -> Self {
        Self(Bytes::copy_from_slice(text.as_bytes()))
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
