//! A queue of byte chunks that are moved, not copied.

use std::collections::VecDeque;
use std::fmt;
use std::mem;

use bytes::Bytes;

/// A rope: byte chunks in the order in which they go out.
///
/// The first chunk is kept inline, so a rope of one chunk (the usual page) needs no allocation of its
/// own. No chunk is ever empty. Iterating takes the chunks out from the front.
#[derive(Clone, Default)]
pub struct Rope {
    /// Empty only if the whole rope is.
    front: Bytes,
    rest: VecDeque<Bytes>,
    len: usize,
}

impl Rope {
    /// An empty rope.
    pub const fn new() -> Self {
        Self { front: Bytes::new(), rest: VecDeque::new(), len: 0 }
    }

    /// Length of all chunks together, in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many chunks it has.
    pub fn chunk_count(&self) -> usize {
        usize::from(!self.front.is_empty()) + self.rest.len()
    }

    /// Appends one chunk. An empty one is dropped.
    pub fn push(&mut self, chunk: Bytes) {
        if chunk.is_empty() {
            return;
        }
        self.len += chunk.len();
        if self.front.is_empty() {
            self.front = chunk;
        } else {
            self.rest.push_back(chunk);
        }
    }

    /// Moves all chunks of `other` to the end of this rope.
    pub fn append(&mut self, other: &mut Rope) {
        for chunk in other {
            self.push(chunk);
        }
    }

    /// Takes the first chunk.
    pub fn pop(&mut self) -> Option<Bytes> {
        if self.front.is_empty() {
            return None;
        }
        let chunk = mem::replace(&mut self.front, self.rest.pop_front().unwrap_or_default());
        self.len -= chunk.len();
        Some(chunk)
    }

    /// Takes the first chunk, joined with its followers as far as all of them together stay within
    /// `max_joined_bytes`: below a few kilobytes a copy costs less than a frame of its own.
    pub fn pop_joined(&mut self, max_joined_bytes: usize) -> Option<Bytes> {
        let first = self.pop()?;
        let mut total = first.len();
        let followers = [&self.front]
            .into_iter()
            .chain(&self.rest)
            .take_while(|chunk| {
                total += chunk.len();
                !chunk.is_empty() && total <= max_joined_bytes
            })
            .count();
        if followers == 0 {
            return Some(first);
        }
        let mut joined = Vec::with_capacity(max_joined_bytes.min(first.len() + self.len));
        joined.extend_from_slice(&first);
        joined.extend(self.take(followers).flatten());
        Some(joined.into())
    }

    /// The whole rope as one chunk: copied only if there are several.
    pub fn into_bytes(mut self) -> Bytes {
        if self.rest.is_empty() {
            return mem::take(&mut self.front);
        }
        let mut whole = Vec::with_capacity(self.len);
        for chunk in self {
            whole.extend_from_slice(&chunk);
        }
        whole.into()
    }

    /// Drops all chunks and keeps the queue's allocation.
    pub fn clear(&mut self) {
        self.front = Bytes::new();
        self.rest.clear();
        self.len = 0;
    }
}

impl Iterator for Rope {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        self.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.chunk_count();
        (count, Some(count))
    }
}

impl From<Bytes> for Rope {
    fn from(chunk: Bytes) -> Self {
        let len = chunk.len();
        Self { front: chunk, rest: VecDeque::new(), len }
    }
}

impl FromIterator<Bytes> for Rope {
    fn from_iter<I: IntoIterator<Item = Bytes>>(chunks: I) -> Self {
        let mut rope = Rope::new();
        rope.extend(chunks);
        rope
    }
}

impl Extend<Bytes> for Rope {
    fn extend<I: IntoIterator<Item = Bytes>>(&mut self, chunks: I) {
        for chunk in chunks {
            self.push(chunk);
        }
    }
}

impl fmt::Debug for Rope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rope({} bytes in {} chunks)", self.len, self.chunk_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rope(parts: &[&'static str]) -> Rope {
        parts.iter().map(|part| Bytes::from_static(part.as_bytes())).collect()
    }

    #[test]
    fn keeps_order_and_drops_empty_chunks() {
        let mut it = rope(&["a", "", "bc", "def"]);
        assert_eq!((it.len(), it.chunk_count()), (6, 3));
        assert_eq!(it.pop().unwrap(), "a");
        it.push(Bytes::from_static(b"g"));
        assert_eq!((it.len(), it.size_hint()), (6, (3, Some(3))));
        assert_eq!(it.collect::<Vec<_>>(), ["bc", "def", "g"]);
    }

    #[test]
    fn joins_small_neighbours_only() {
        let mut it = rope(&["aa", "bb", "cccc", "d"]);
        assert_eq!(it.pop_joined(5).unwrap(), "aabb");
        assert_eq!(it.len(), 5);
        assert_eq!(it.pop_joined(4).unwrap(), "cccc");
        assert_eq!(it.pop_joined(4).unwrap(), "d");
        assert_eq!(it.pop_joined(4), None);
        assert!(it.is_empty());
    }

    #[test]
    fn one_chunk_becomes_bytes_without_a_copy() {
        let chunk = Bytes::from(vec![b'x'; 100]);
        let start = chunk.as_ptr();
        assert_eq!(Rope::from(chunk).into_bytes().as_ptr(), start);
        assert_eq!(rope(&["a", "b"]).into_bytes(), "ab");
        assert_eq!(Rope::new().into_bytes(), "");
    }

    #[test]
    fn append_and_clear() {
        let (mut left, mut right) = (rope(&["a"]), rope(&["b", "c"]));
        left.append(&mut right);
        assert_eq!((left.len(), right.len(), left.chunk_count()), (3, 0, 3));
        left.clear();
        assert_eq!((left.len(), left.pop()), (0, None));
    }
}
