//! The page writer: what `JspWriter` and `BodyContent` are to a page in Java (Jakarta Pages 4.0,
//! package `jakarta.servlet.jsp`), built for a machine that stops when there is something to send.
//!
//! # Buffering
//!
//! Output gathers in the buffer until it is *committed*: by [`flush`](PageWriter::flush), or, with
//! `autoFlush`, because the next piece would not fit. Until then it can be cleared, and headers and
//! status may change. Without `autoFlush` a full buffer is [`WriteError::Overflow`]. A piece that is
//! bigger than the whole buffer passes through on its own.
//!
//! The buffer's size counts **UTF-8 bytes**. Tomcat counts UTF-16 units there, so a page of non-ASCII
//! text overflows somewhat earlier here; the specification says bytes.
//!
//! With `buffer="none"` all output is committed as soon as it is written. It still gathers, up to
//! [`UNBUFFERED_GATHER_BYTES`], until somebody takes it, as a servlet response gathers it too.
//!
//! # Back-pressure
//!
//! The writer never waits. Its owner asks [`has_output`](PageWriter::has_output) after a write, and
//! stops until [`take_output`](PageWriter::take_output) has been called. A writer that is written on
//! regardless keeps everything, up to its output budget.
//!
//! # Captures
//!
//! [`push_capture`](PageWriter::push_capture) redirects output into a string of its own, as `pushBody`
//! does for a tag with body content; captures nest. There is nothing behind a captured body that could
//! be flushed, so [`flush`](PageWriter::flush) fails in it; its size is bounded by the output budget
//! only.
//!
//! # Memory
//!
//! The buffer starts empty and grows with its content, so a page that waits holds little more than what
//! it has written so far.

mod buffer;
mod capture;
mod error;
mod output;

use std::fmt;

use bytes::Bytes;

use crate::Charset;
use crate::Rope;
use crate::StaticText;
use crate::charset::Encoder;
use crate::escape;
use crate::text::START_BYTES;

use buffer::Buffer;
pub use error::WriteError;

/// Template text from this length on is shared, shorter text is copied: a copy of less costs less than
/// a chunk of its own.
pub const SHARE_MIN_BYTES: usize = 2048;

/// How much output of an unbuffered page gathers before it is handed over unasked.
pub const UNBUFFERED_GATHER_BYTES: usize = 4096;

/// Neighbouring chunks are joined up to this size when they are taken.
const JOIN_MAX_BYTES: usize = 4096;

/// First allocation of a page's buffer.
const FIRST_PAGE_BYTES: usize = 2048;

/// First allocation after a buffer has been filled, at most.
const FULL_PAGE_BYTES: usize = 8192;

/// First allocation of a capture.
const FIRST_CAPTURE_BYTES: usize = 256;

/// Spare capture buffers are kept up to this capacity each...
const SPARE_MAX_BYTES: usize = 2048;

/// ...and up to this number.
const SPARE_MAX_COUNT: usize = 2;

/// How a page buffers its output: the `buffer` and `autoFlush` attributes of the page directive
/// (Jakarta Pages 4.0, 1.10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferMode {
    /// Size of the buffer in bytes; 0 is `buffer="none"`.
    pub size_bytes: usize,
    /// Whether a full buffer is committed (`true`) or an error. Without a buffer it makes no difference.
    pub auto_flush: bool,
}

/// A place in the output (see [`PageWriter::mark`]).
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Bytes outside of the innermost buffer.
    before: usize,
    /// Bytes in it.
    len: usize,
    /// How many captures are open.
    level: usize,
}

impl BufferMode {
    /// `buffer="none"`.
    pub const NONE: Self = Self { size_bytes: 0, auto_flush: true };
}

/// 8 KiB, flushed automatically: what the specification asks for when a page says nothing.
impl Default for BufferMode {
    fn default() -> Self {
        Self { size_bytes: 8192, auto_flush: true }
    }
}

/// The writer of one page and of everything that it includes. See the [module](self) for the rules.
///
/// [`write_str`](Self::write_str) is a comparison and a copy; everything else happens once a buffer.
/// Every write either does all of its work or, on an error, none of it;
/// [`write_escaped`](Self::write_escaped) and `write!` write in several steps and may stop in between.
pub struct PageWriter {
    /// What has been written since the last detached chunk: of the innermost capture, or of the page.
    cur: Buffer,
    /// The page's buffer before `cur`: detached, not committed.
    held: Rope,
    /// Committed, not taken.
    out: Rope,
    mode: BufferMode,
    /// Bytes against the budget outside `cur`: taken, committed, held, and of enclosing levels.
    counted: usize,
    max_output_bytes: usize,
    /// The enclosing levels of `cur`; the first one is the page's.
    enclosing: Vec<Buffer>,
    /// The numbers of the open captures.
    serials: Vec<u64>,
    /// How many captures there have been.
    captures: u64,
    spare: Vec<Vec<u8>>,
    /// What to allocate when the page's `cur` starts anew.
    next_capacity: usize,
    charset: Charset,
    encoder: Option<Encoder>,
    committed: bool,
    /// Committed by a flush with nothing in the buffer: the head has to go out alone.
    head_due: bool,
    /// Somebody asked for a flush.
    flushed: bool,
    /// Something was taken.
    taken: bool,
    closed: bool,
    /// What is still written to the page goes nowhere.
    ended: bool,
}

/// What is left when the page is over.
#[derive(Debug)]
pub enum Finished {
    /// Nothing has been taken before: this is the whole body, and its length is known.
    Whole(Rope),
    /// What comes after the chunks taken before; may be empty.
    Rest(Rope),
}

impl PageWriter {
    /// A writer with nothing allocated. `max_output_bytes` is the most that the page may produce in
    /// all, in UTF-8 bytes; cleared output does not count.
    pub fn new(mode: BufferMode, max_output_bytes: usize) -> Self {
        Self {
            cur: Buffer::default(),
            held: Rope::new(),
            out: Rope::new(),
            mode,
            counted: 0,
            max_output_bytes,
            enclosing: Vec::new(),
            serials: Vec::new(),
            captures: 0,
            spare: Vec::new(),
            next_capacity: FIRST_PAGE_BYTES,
            charset: Charset::UTF_8,
            encoder: None,
            committed: false,
            head_due: false,
            flushed: false,
            taken: false,
            closed: false,
            ended: false,
        }
    }

    /// Writes text.
    ///
    /// # Errors
    ///
    /// [`WriteError::Overflow`], [`WriteError::Budget`] or [`WriteError::Closed`].
    #[inline]
    pub fn write_str(&mut self, text: &str) -> Result<(), WriteError> {
        self.write_utf8(text.as_bytes())
    }

    /// Writes one character.
    ///
    /// # Errors
    ///
    /// As [`write_str`](Self::write_str).
    #[inline]
    pub fn write_char(&mut self, c: char) -> Result<(), WriteError> {
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }

    /// Writes a whole number in decimal, without allocating.
    ///
    /// # Errors
    ///
    /// As [`write_str`](Self::write_str).
    pub fn write_i64(&mut self, number: i64) -> Result<(), WriteError> {
        self.write_str(itoa::Buffer::new().format(number))
    }

    /// Writes text with `& < > " '` replaced by references, as `c:out` does.
    ///
    /// # Errors
    ///
    /// As [`write_str`](Self::write_str); text before the piece that failed stays written.
    pub fn write_escaped(&mut self, text: &str) -> Result<(), WriteError> {
        escape::escape_to(text, |piece| self.write_str(piece))
    }

    /// Writes template text: short pieces are copied into the buffer, pieces of
    /// [`SHARE_MIN_BYTES`] or more become chunks that share the template's bytes.
    ///
    /// # Errors
    ///
    /// As [`write_str`](Self::write_str).
    #[inline]
    pub fn write_static(&mut self, text: &StaticText) -> Result<(), WriteError> {
        if text.len() < SHARE_MIN_BYTES { self.write_utf8(text.as_bytes()) } else { self.write_shared(text) }
    }

    /// Writes template text if it is short and fits into the buffer as it is; `false`: it was not written.
    #[inline]
    pub fn write_static_within(&mut self, text: &StaticText) -> bool {
        let len = text.len();
        if len <= START_BYTES {
            self.cur.put_start(text.start(), len)
        } else {
            len < SHARE_MIN_BYTES && self.cur.put(text.as_bytes())
        }
    }

    /// Lets `write!(writer, …)` work, with this writer's errors. Formatting is slow; for text and whole
    /// numbers there are methods.
    ///
    /// # Errors
    ///
    /// As [`write_str`](Self::write_str); text before the piece that failed stays written.
    pub fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<(), WriteError> {
        struct Adapter<'a>(&'a mut PageWriter, Result<(), WriteError>);
        impl fmt::Write for Adapter<'_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.1 = self.0.write_str(text);
                self.1.map_err(|_| fmt::Error)
            }
        }
        let mut adapter = Adapter(self, Ok(()));
        // A `Display` that fails on its own leaves out what it did not write, as `to_string` cannot.
        let _ = fmt::write(&mut adapter, args);
        adapter.1
    }

    /// Commits everything in the buffer. If that is nothing and nothing was committed before, one empty
    /// chunk is due, so that the response's head goes out.
    ///
    /// # Errors
    ///
    /// [`WriteError::FlushInBody`] inside a capture, [`WriteError::Closed`].
    pub fn flush(&mut self) -> Result<(), WriteError> {
        if !self.enclosing.is_empty() {
            return Err(WriteError::FlushInBody);
        }
        if self.closed {
            return Err(WriteError::Closed);
        }
        self.head_due |= !self.taken && self.out.is_empty();
        self.flushed = true;
        self.commit();
        Ok(())
    }

    /// Drops what is in the buffer, or in the innermost capture.
    ///
    /// # Errors
    ///
    /// [`WriteError::ClearAfterFlush`] if output of the page has been committed, ever; not inside a
    /// capture.
    pub fn clear(&mut self) -> Result<(), WriteError> {
        if self.committed && self.enclosing.is_empty() {
            return Err(WriteError::ClearAfterFlush);
        }
        self.clear_buffer();
        Ok(())
    }

    /// Drops what is in the buffer, or in the innermost capture; what has been committed stays.
    pub fn clear_buffer(&mut self) {
        if self.enclosing.is_empty() {
            if self.is_unbuffered() {
                return;
            }
            self.counted -= self.held.len();
            self.held.clear();
        }
        self.cur.clear();
        self.update_limit();
    }

    /// Flushes and refuses all further output. Closing again does nothing.
    ///
    /// # Errors
    ///
    /// [`WriteError::FlushInBody`] inside a capture.
    pub fn close(&mut self) -> Result<(), WriteError> {
        if self.closed {
            return Ok(());
        }
        self.flush()?;
        self.closed = true;
        self.update_limit();
        Ok(())
    }

    /// Flushes and drops all further output of the page, as after a `close` by the page's own code.
    ///
    /// # Errors
    ///
    /// As [`flush`](Self::flush).
    pub fn end(&mut self) -> Result<(), WriteError> {
        if !self.ended {
            self.flush()?;
            self.ended = true;
            self.update_limit();
        }
        Ok(())
    }

    /// Whether further output of the page is dropped.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// Size of the page's buffer in bytes; 0 if it is unbuffered.
    pub fn buffer_size(&self) -> usize {
        self.mode.size_bytes
    }

    /// How the page buffers.
    pub fn mode(&self) -> BufferMode {
        self.mode
    }

    /// Unused bytes of the page's buffer; inside a capture, which has no buffer of its own, 0.
    pub fn remaining(&self) -> usize {
        if self.enclosing.is_empty() && !self.is_unbuffered() {
            self.mode.size_bytes - self.held.len() - self.cur.len()
        } else {
            0
        }
    }

    /// Whether output has been committed, so that head and buffer are out of reach.
    pub fn is_committed(&self) -> bool {
        self.committed
    }

    /// Takes back all output of an unbuffered page as long as nobody has taken any of it; `false`: it is too late, or the
    /// page has a buffer and sent what was in it on purpose.
    pub fn retract(&mut self) -> bool {
        if self.taken || !self.is_unbuffered() || self.flushed || self.closed || self.ended {
            return false;
        }
        self.drop_captures(0);
        self.counted = 0;
        self.held.clear();
        self.out.clear();
        self.cur.clear();
        self.committed = false;
        self.update_limit();
        true
    }

    /// The end of what has been written so far, to [go back to](Self::rewind).
    pub fn mark(&self) -> Mark {
        Mark { before: self.counted, len: self.cur.len(), level: self.enclosing.len() }
    }

    /// Takes back what was written since the mark, if all of it still lies where it was put; `false`: part of it was
    /// sent or moved on, and all of it stays.
    pub fn rewind(&mut self, mark: Mark) -> bool {
        let is_there = mark.before == self.counted
            && mark.level == self.enclosing.len()
            && mark.len <= self.cur.len()
            && !self.closed
            && !self.ended;
        if is_there {
            self.cur.truncate(mark.len);
        }
        is_there
    }

    /// Another buffer from here on, as when a request is forwarded to another page. What the new buffer
    /// cannot hold is committed.
    ///
    /// # Errors
    ///
    /// [`WriteError::Overflow`] if the new buffer cannot hold the present content and must not be
    /// flushed; [`WriteError::FlushInBody`] inside a capture. Nothing has changed then.
    pub fn set_mode(&mut self, mode: BufferMode) -> Result<(), WriteError> {
        if !self.enclosing.is_empty() {
            return Err(WriteError::FlushInBody);
        }
        let content = self.held.len() + self.cur.len();
        if content > mode.size_bytes || (self.is_unbuffered() && content > 0) {
            if !mode.auto_flush && mode.size_bytes > 0 && !self.is_unbuffered() {
                return Err(WriteError::Overflow { buffer_bytes: mode.size_bytes });
            }
            self.commit();
        }
        self.mode = mode;
        self.update_limit();
        Ok(())
    }

    /// The encoding of the response.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// Sets the encoding of the response. After the commit it changes nothing, as in a servlet
    /// response; the answer tells whether it took effect.
    pub fn set_charset(&mut self, charset: Charset) -> bool {
        if !self.committed {
            self.charset = charset;
        }
        !self.committed
    }

    #[inline]
    fn write_utf8(&mut self, utf8: &[u8]) -> Result<(), WriteError> {
        if self.cur.put(utf8) { Ok(()) } else { self.write_slow(utf8) }
    }

    /// Prepares room in the buffer, makes it grow, commits it, or refuses.
    #[cold]
    #[inline(never)]
    fn write_slow(&mut self, utf8: &[u8]) -> Result<(), WriteError> {
        if self.ended && self.enclosing.is_empty() {
            return Ok(());
        }
        if !self.cur.prepare(utf8.len()) {
            self.check_budget(utf8.len())?;
            if self.enclosing.is_empty() && !self.make_room(utf8.len())? {
                self.pass_through(Bytes::copy_from_slice(utf8));
                return Ok(());
            }
            self.grow(utf8.len());
        }
        let there_is_room = self.cur.put(utf8);
        debug_assert!(there_is_room, "it was prepared, or has just grown as far as it may");
        Ok(())
    }

    fn write_shared(&mut self, text: &StaticText) -> Result<(), WriteError> {
        if !self.enclosing.is_empty() {
            return self.write_utf8(text.as_bytes());
        }
        if self.ended {
            return Ok(());
        }
        self.check_budget(text.len())?;
        // An unbuffered page passes it through even if it would fit: it is committed either way.
        if !self.make_room(text.len())? || self.is_unbuffered() {
            self.pass_through(text.to_bytes());
            return Ok(());
        }
        if let Some(before) = self.detach() {
            self.held.push(before);
        }
        self.counted += text.len();
        self.held.push(text.to_bytes());
        self.update_limit();
        Ok(())
    }

    fn check_budget(&self, len: usize) -> Result<(), WriteError> {
        if self.closed {
            return Err(WriteError::Closed);
        }
        if len > self.max_output_bytes - self.counted - self.cur.len() {
            return Err(WriteError::Budget { max_bytes: self.max_output_bytes });
        }
        Ok(())
    }

    /// Makes room for `len` bytes in the page's buffer by committing what is in it, if it must. `false`
    /// if they are too many for the empty buffer.
    fn make_room(&mut self, len: usize) -> Result<bool, WriteError> {
        let size = self.page_room();
        if self.is_unbuffered() {
            self.committed = true;
        }
        if len <= size - self.held.len() - self.cur.len() {
            return Ok(true);
        }
        if !self.mode.auto_flush && !self.is_unbuffered() {
            return Err(WriteError::Overflow { buffer_bytes: self.mode.size_bytes });
        }
        // A page that fills one buffer will fill the next.
        self.next_capacity = size.min(FULL_PAGE_BYTES);
        self.commit();
        Ok(len <= size)
    }

    /// Queues a chunk as committed, after everything before it.
    fn pass_through(&mut self, chunk: Bytes) {
        self.commit();
        self.counted += chunk.len();
        self.out.push(chunk);
        self.update_limit();
    }

    /// Moves the page's buffer to the output.
    fn commit(&mut self) {
        self.committed = true;
        self.out.append(&mut self.held);
        if let Some(last) = self.detach() {
            self.out.push(last);
        }
        self.update_limit();
    }

    /// Takes the content of `cur` as a chunk: the allocation itself if it is well filled, else a copy.
    /// The caller updates the limit.
    fn detach(&mut self) -> Option<Bytes> {
        self.counted += self.cur.len();
        self.cur.detach()
    }

    /// Allocates for at least `extra` bytes more than `cur` has, twice of before if it may.
    fn grow(&mut self, extra: usize) {
        let needed = self.cur.len() + extra;
        let first = if self.enclosing.is_empty() { self.next_capacity } else { FIRST_CAPTURE_BYTES };
        let wanted = first.max(2 * self.cur.capacity()).min(self.room()).max(needed);
        self.cur.reserve(wanted);
        self.update_limit();
        self.cur.prepare(extra);
    }

    /// How long `cur` may become, memory aside.
    fn room(&self) -> usize {
        let budget = self.max_output_bytes - self.counted;
        if self.enclosing.is_empty() { budget.min(self.page_room() - self.held.len()) } else { budget }
    }

    /// How much the page's buffer can hold.
    fn page_room(&self) -> usize {
        if self.is_unbuffered() { UNBUFFERED_GATHER_BYTES } else { self.mode.size_bytes }
    }

    fn is_unbuffered(&self) -> bool {
        self.mode.size_bytes == 0
    }

    /// To be called after every change of what the limit depends on.
    fn update_limit(&mut self) {
        // The first byte of an unbuffered page commits it, so it has to come the slow way.
        let is_stopped = self.closed
            || (self.enclosing.is_empty() && (self.ended || (self.is_unbuffered() && !self.committed)));
        let limit = if is_stopped { 0 } else { self.room() };
        self.cur.set_limit(limit);
    }
}

impl fmt::Debug for PageWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageWriter")
            .field("mode", &self.mode)
            .field("committed", &self.committed)
            .field("closed", &self.closed)
            .field("out", &self.out)
            .field("held", &self.held)
            .field("cur_bytes", &self.cur.len())
            .field("captures", &self.enclosing.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
