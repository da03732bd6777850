//! Hand-over: committed chunks leave the writer.

use bytes::Bytes;

use super::Finished;
use super::JOIN_MAX_BYTES;
use super::PageWriter;
use crate::Rope;

impl PageWriter {
    /// Whether output waits to be taken: the moment for the page to stop. What an unbuffered page
    /// gathers does not count until it is much.
    #[inline]
    pub fn has_output(&self) -> bool {
        !self.out.is_empty() || self.head_due
    }

    /// Takes the next chunk of committed output, encoded. `None` if there is none. An empty chunk means
    /// that the page wants the response's head sent.
    ///
    /// Also gives what an unbuffered page has gathered, so call it before the page waits for something
    /// even if [`has_output`](Self::has_output) says no.
    pub fn take_output(&mut self) -> Option<Bytes> {
        if self.out.is_empty() && self.is_unbuffered() {
            self.gather();
        }
        let head_due = std::mem::take(&mut self.head_due);
        let Some(chunk) = self.out.pop_joined(JOIN_MAX_BYTES) else {
            self.taken |= head_due;
            return head_due.then(Bytes::new);
        };
        self.taken = true;
        Some(self.encode(chunk))
    }

    /// Ends the page: everything still there goes out, captures that are still open are dropped, and
    /// the writer is closed. Once only: what a second call gives is empty.
    pub fn finish(&mut self) -> Finished {
        self.drop_captures(0);
        self.commit();
        self.closed = true;
        self.update_limit();
        let mut body = std::mem::take(&mut self.out);
        if !self.charset.is_utf8() {
            body = std::iter::from_fn(|| body.pop_joined(JOIN_MAX_BYTES))
                .map(|chunk| self.encode(chunk))
                .collect();
            let mut end = Vec::new();
            if let Some(encoder) = &mut self.encoder {
                encoder.finish(&mut end);
            }
            body.push(end.into());
        }
        let is_whole = !std::mem::replace(&mut self.taken, true);
        self.head_due = false;
        if is_whole { Finished::Whole(body) } else { Finished::Rest(body) }
    }

    /// Queues what an unbuffered page has gathered.
    fn gather(&mut self) {
        let gathered = match self.enclosing.first_mut() {
            // The page's own text lies under open captures, and is counted.
            Some(page) => page.detach(),
            None => self.detach(),
        };
        if let Some(gathered) = gathered {
            self.out.push(gathered);
        }
        self.update_limit();
    }

    fn encode(&mut self, utf8: Bytes) -> Bytes {
        if self.charset.is_utf8() {
            return utf8;
        }
        let text = str::from_utf8(&utf8).expect("chunks are cut between whole pieces of UTF-8");
        let mut encoded = Vec::with_capacity(text.len());
        self.encoder.get_or_insert_with(|| self.charset.new_encoder()).encode(text, &mut encoded);
        encoded.into()
    }
}

impl Finished {
    /// What is left, whether or not it is all.
    pub fn into_rope(self) -> Rope {
        match self {
            Self::Whole(rope) | Self::Rest(rope) => rope,
        }
    }
}
