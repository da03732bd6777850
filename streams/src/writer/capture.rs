//! Captures: output that becomes a string instead of going out.

use std::mem;

use super::Buffer;
use super::PageWriter;
use super::SPARE_MAX_BYTES;
use super::SPARE_MAX_COUNT;

impl PageWriter {
    /// Redirects output into a new capture, as `pushBody` does.
    pub fn push_capture(&mut self) {
        let fresh = Buffer::from(self.spare.pop().unwrap_or_default());
        self.counted += self.cur.len();
        self.enclosing.push(mem::replace(&mut self.cur, fresh));
        self.captures += 1;
        self.serials.push(self.captures);
        self.update_limit();
    }

    /// Ends the innermost capture, as `popBody` does, and gives what it holds. Without any open
    /// capture that is the empty string, and nothing changes.
    ///
    /// Give the string back with [`recycle`](Self::recycle) when it is no longer needed.
    pub fn pop_capture(&mut self) -> String {
        let Some(outer) = self.enclosing.pop() else { return String::new() };
        self.serials.pop();
        self.counted -= outer.len();
        let captured = mem::replace(&mut self.cur, outer);
        self.update_limit();
        String::from_utf8(captured.into_bytes()).expect("a capture takes nothing but whole pieces of UTF-8")
    }

    /// How many captures are open.
    #[inline]
    pub fn capture_depth(&self) -> usize {
        self.enclosing.len()
    }

    /// A number that no other capture of this writer has; 0: no capture is open.
    pub fn capture_serial(&self) -> u64 {
        self.serials.last().copied().unwrap_or(0)
    }

    /// What the innermost capture holds so far; outside of captures nothing.
    pub fn captured(&self) -> &str {
        let held = if self.enclosing.is_empty() { &[] } else { self.cur.bytes() };
        std::str::from_utf8(held).expect("a capture takes nothing but whole pieces of UTF-8")
    }

    /// Lets `act` work on an enclosing level as if the captures within it were not open: that of the capture with this
    /// number, or the page itself for 0. `None`: there is no such capture any more.
    pub fn at_level<R>(&mut self, serial: u64, act: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let depth = match serial {
            0 => 0,
            serial => self.serials.iter().position(|open| *open == serial)? + 1,
        };
        let mut within = Vec::new();
        while self.enclosing.len() > depth {
            let outer = self.enclosing.pop()?;
            self.counted -= outer.len();
            let inner = mem::replace(&mut self.cur, outer);
            self.counted += inner.len();
            within.push((inner, self.serials.pop()?));
        }
        self.update_limit();
        let result = act(self);
        while let Some((inner, serial)) = within.pop() {
            self.counted -= inner.len();
            self.counted += self.cur.len();
            self.enclosing.push(mem::replace(&mut self.cur, inner));
            self.serials.push(serial);
        }
        self.update_limit();
        Some(result)
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
            self.spare.push(captured.into_bytes());
        }
    }
}
