//! The piece of memory that output gathers in.

use bytes::Bytes;

use crate::text::START_BYTES;

/// What has been written, and the room behind it.
///
/// Always UTF-8, since only `str` and [`StaticText`](crate::StaticText) get in. It is not a `String` because safe Rust
/// cannot append `Bytes` to one without looking at each byte.
///
/// # Implementation
/// The memory is filled with zeros ahead of what has been written, which is told by a length of its own. So one
/// comparison does for a piece of text: the one that safe Rust makes when it cuts the room out of the memory. A `Vec`
/// that is appended to asks twice, for its capacity and for the limit.
#[derive(Default)]
pub(super) struct Buffer {
    /// Never longer than the limit.
    memory: Vec<u8>,
    len: usize,
    limit: usize,
}

/// So much is filled with zeros at once: what is written next to all at once is in the cache when text is put there.
const FILL_BYTES: usize = 1024;

impl Buffer {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn capacity(&self) -> usize {
        self.memory.capacity()
    }

    /// Appends if there is [prepared](Self::prepare) room.
    #[inline]
    pub(super) fn put(&mut self, utf8: &[u8]) -> bool {
        let end = self.len + utf8.len();
        let Some(room) = self.memory.get_mut(self.len..end) else { return false };
        room.copy_from_slice(utf8);
        self.len = end;
        true
    }

    /// As [`put`](Self::put), of the first `len` bytes of a piece of fixed size.
    #[inline]
    pub(super) fn put_start(&mut self, start: &[u8; START_BYTES], len: usize) -> bool {
        let room = self.memory.get_mut(self.len..self.len + START_BYTES);
        let Some(room) = room.and_then(|room| room.first_chunk_mut()) else {
            return self.put(&start[..len]);
        };
        *room = *start;
        self.len += len;
        true
    }

    /// Drops what was written behind the first `len` bytes, where a piece that was put ends.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// What may be written at the most, if there is memory for it. What has been written stays.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit.min(self.memory.capacity()).max(self.len);
        self.memory.truncate(self.limit);
    }

    /// Prepares room for `extra` bytes; `false`: they are beyond the limit.
    pub(super) fn prepare(&mut self, extra: usize) -> bool {
        let there_is_room = extra <= self.limit - self.len;
        if there_is_room {
            let filled = self.limit.min(self.len + extra.max(FILL_BYTES));
            self.memory.resize(filled.max(self.memory.len()), 0);
        }
        there_is_room
    }

    #[cfg(test)]
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Makes the memory as large as that.
    pub(super) fn reserve(&mut self, capacity: usize) {
        self.memory.reserve_exact(capacity.saturating_sub(self.memory.len()));
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes the content as a chunk: the allocation itself if it is well filled, else a copy that leaves the allocation in
    /// place. The limit is to be set again.
    pub(super) fn detach(&mut self) -> Option<Bytes> {
        if self.is_empty() {
            return None;
        }
        if self.len >= self.memory.capacity() / 2 {
            return Some(std::mem::take(self).into_bytes().into());
        }
        let chunk = Bytes::copy_from_slice(self.bytes());
        self.len = 0;
        Some(chunk)
    }

    /// What has been written.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.memory[..self.len]
    }

    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.memory.truncate(self.len);
        self.memory
    }
}

/// Memory to be used once more.
impl From<Vec<u8>> for Buffer {
    fn from(memory: Vec<u8>) -> Self {
        Buffer { memory, len: 0, limit: 0 }
    }
}
