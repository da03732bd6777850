//! Captures: output that becomes a string instead of going out.

use std::mem;

use super::PageWriter;
use super::SPARE_MAX_BYTES;
use super::SPARE_MAX_COUNT;

impl PageWriter {
    /// Redirects output into a new capture, as `pushBody` does.
    pub fn push_capture(&mut self) {
        let fresh = self.spare.pop().unwrap_or_default();
        self.counted += self.cur.len();
        self.enclosing.push(mem::replace(&mut self.cur, fresh));
        self.update_limit();
    }

    /// Ends the innermost capture, as `popBody` does, and gives what it holds. Without any open
    /// capture that is the empty string, and nothing changes.
    ///
    /// Give the string back with [`recycle`](Self::recycle) when it is no longer needed.
    pub fn pop_capture(&mut self) -> String {
        let Some(outer) = self.enclosing.pop() else { return String::new() };
        self.counted -= outer.len();
        let captured = mem::replace(&mut self.cur, outer);
        self.update_limit();
        String::from_utf8(captured).expect("a capture takes nothing but whole pieces of UTF-8")
    }

    /// How many captures are open.
    #[inline]
    pub fn capture_depth(&self) -> usize {
        self.enclosing.len()
    }

    /// Drops the innermost captures until `depth` of them are left, as when an exception leaves the
    /// tags that opened them.
    pub fn drop_captures(&mut self, depth: usize) {
        while self.enclosing.len() > depth {
            let dropped = self.pop_capture();
            self.recycle(dropped);
        }
    }

    /// Keeps the memory of a captured string for the next capture.
    pub fn recycle(&mut self, captured: String) {
        let fits = (1..=SPARE_MAX_BYTES).contains(&captured.capacity());
        if fits && self.spare.len() < SPARE_MAX_COUNT {
            let mut buffer = captured.into_bytes();
            buffer.clear();
            self.spare.push(buffer);
        }
    }
}
