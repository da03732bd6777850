//! A page as the body of a response.
//!
//! [`start`] polls the page up to its first piece. That fixes the response's head: a page that ended
//! inside its buffer comes as [`Piece::Last`] and becomes a body of known length (hyper then sends a
//! `Content-Length`); else the first chunk is kept and the rest follows as hyper asks for it.
//!
//! ```
//! # use std::convert::Infallible;
//! # use vespid_streams::{ChunkSource, PageBody, start};
//! async fn respond<S: ChunkSource>(mut page: S) -> Result<PageBody<S>, S::Error> {
//!     let first = start(&mut page).await?;
//!     // Status and headers are what the page has set by now: read them here.
//!     Ok(PageBody::new(first, page))
//! }
//! ```
//!
//! # Back-pressure and cancel safety
//!
//! Between body and page there is no task and no channel: [`Body::poll_frame`] polls the page itself,
//! and a body that is not polled does not run its page. Hyper stops polling while its own write buffer
//! is full. Dropping the body drops the page, wherever it is, and what the page holds.
//!
//! A page that fails after its first chunk makes the body end with an error; hyper then closes the
//! connection without the final chunk, so the client can tell that something is missing.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;
use std::task::ready;

use bytes::Bytes;
use futures::Stream;
use http_body::Body;
use http_body::Frame;
use http_body::SizeHint;

use crate::Finished;
use crate::Rope;

/// What a source gives when it is polled.
#[derive(Debug)]
pub enum Piece {
    /// A chunk, and there is more to come. An empty chunk sends nothing but makes the head go out.
    Chunk(Bytes),
    /// The end, with what is left.
    Last(Rope),
}

impl From<Finished> for Piece {
    fn from(finished: Finished) -> Self {
        Self::Last(finished.into_rope())
    }
}

/// Something that produces a body piece by piece: a running page.
pub trait ChunkSource {
    /// Why it may fail.
    type Error;

    /// Runs until there is a piece to send, or something to wait for. Works like
    /// [`Future::poll`]: on `Pending` the task is woken when polling again
    /// makes sense, and nothing is lost if that never happens.
    ///
    /// It is not called again after [`Piece::Last`] or an error.
    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Piece, Self::Error>>;
}

impl<S: ChunkSource + ?Sized> ChunkSource for Box<S> {
    type Error = S::Error;

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Piece, S::Error>> {
        (**self).poll_chunk(cx)
    }
}

/// The source of bodies that have none: `PageBody<Infallible>` is a body of known bytes.
impl ChunkSource for Infallible {
    type Error = Infallible;

    fn poll_chunk(&mut self, _: &mut Context<'_>) -> Poll<Result<Piece, Infallible>> {
        match *self {}
    }
}

/// Runs `source` up to its first piece, for [`PageBody::new`].
///
/// Cancel safe: if the future is dropped, the source has only run somewhat further.
///
/// # Errors
///
/// The source's own; nothing has been sent then, and the source is still there to ask what it had set.
pub async fn start<S: ChunkSource + ?Sized>(source: &mut S) -> Result<Piece, S::Error> {
    poll_fn(|cx| source.poll_chunk(cx)).await
}

/// A body for hyper: whole, or the output of a running page, or any other stream of chunks.
///
/// A whole body, and the end of a page once it is known, has an
/// exact [`size_hint`](Body::size_hint). No chunk is empty.
pub struct PageBody<S: ChunkSource>(State<S>);

type BoxStream<E> = Pin<Box<dyn Stream<Item = Result<Bytes, E>> + Send>>;

enum State<S: ChunkSource> {
    /// All that is left.
    Rest(Rope),
    /// A page, and the chunk that it has given already.
    Page { ready: Bytes, source: S },
    /// Something else, and how many bytes are left if that is known.
    Other { left: Option<u64>, stream: BoxStream<S::Error> },
}

impl<S: ChunkSource> PageBody<S> {
    /// The body of a page whose first piece is `first`. If that is all, the source is dropped at once.
    pub fn new(first: Piece, source: S) -> Self {
        match first {
            Piece::Chunk(ready) => Self(State::Page { ready, source }),
            Piece::Last(rope) => Self::whole(rope),
        }
    }

    /// No body.
    pub const fn empty() -> Self {
        Self(State::Rest(Rope::new()))
    }

    /// A body of these bytes.
    pub fn from_bytes(bytes: impl Into<Bytes>) -> Self {
        Self::whole(bytes.into().into())
    }

    /// A body of these chunks.
    pub fn whole(rope: Rope) -> Self {
        Self(State::Rest(rope))
    }

    /// A body of unknown length from a stream, say a generator made with `async-stream`.
    pub fn from_stream(stream: impl Stream<Item = Result<Bytes, S::Error>> + Send + 'static) -> Self {
        Self(State::Other { left: None, stream: Box::pin(stream) })
    }

    /// A body from a stream that gives `len` bytes in all. Hyper promises that length to the client and
    /// cuts the connection if the stream does not keep to it.
    pub fn from_sized_stream(
        len: u64,
        stream: impl Stream<Item = Result<Bytes, S::Error>> + Send + 'static,
    ) -> Self {
        Self(State::Other { left: Some(len), stream: Box::pin(stream) })
    }

    /// Whether everything is there, so that no page runs any more.
    pub fn is_whole(&self) -> bool {
        matches!(self.0, State::Rest(_))
    }

    /// The next chunk; `None` at the end. For those who read a body without hyper. Cancel safe.
    pub async fn next_chunk(&mut self) -> Option<Result<Bytes, S::Error>> {
        poll_fn(|cx| self.poll_chunk(cx)).await
    }

    /// The chunks as a stream.
    pub fn into_stream(mut self) -> impl Stream<Item = Result<Bytes, S::Error>> {
        futures::stream::poll_fn(move |cx| self.poll_chunk(cx))
    }

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, S::Error>>> {
        loop {
            let chunk = match &mut self.0 {
                State::Rest(rope) => return Poll::Ready(rope.pop().map(Ok)),
                State::Page { ready, .. } if !ready.is_empty() => Ok(std::mem::take(ready)),
                State::Page { source, .. } => match ready!(source.poll_chunk(cx)) {
                    Ok(Piece::Chunk(chunk)) => Ok(chunk),
                    Ok(Piece::Last(rope)) => {
                        self.0 = State::Rest(rope);
                        continue;
                    }
                    Err(error) => Err(error),
                },
                State::Other { left, stream } => match ready!(stream.as_mut().poll_next(cx)) {
                    Some(Ok(chunk)) => {
                        if let Some(left) = left {
                            *left = left.saturating_sub(chunk.len() as u64);
                        }
                        Ok(chunk)
                    }
                    Some(Err(error)) => Err(error),
                    None => {
                        *self = Self::empty();
                        continue;
                    }
                },
            };
            match chunk {
                Ok(chunk) if chunk.is_empty() => {}
                Ok(chunk) => return Poll::Ready(Some(Ok(chunk))),
                Err(error) => {
                    *self = Self::empty();
                    return Poll::Ready(Some(Err(error)));
                }
            }
        }
    }
}

// A source is only ever used through `&mut`, so moving the body is fine whatever the source is.
impl<S: ChunkSource> Unpin for PageBody<S> {}

impl<S: ChunkSource> Body for PageBody<S> {
    type Data = Bytes;
    type Error = S::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, S::Error>>> {
        self.poll_chunk(cx).map_ok(Frame::data)
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.0, State::Rest(rope) if rope.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            State::Rest(rope) => SizeHint::with_exact(rope.len() as u64),
            State::Other { left: Some(left), .. } => SizeHint::with_exact(*left),
            State::Other { left: None, .. } | State::Page { .. } => SizeHint::default(),
        }
    }
}

impl<S: ChunkSource> Default for PageBody<S> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<S: ChunkSource> fmt::Debug for PageBody<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::Rest(rope) => write!(f, "PageBody({rope:?})"),
            State::Page { .. } => f.write_str("PageBody(running page)"),
            State::Other { left, .. } => write!(f, "PageBody(stream, {left:?} bytes left)"),
        }
    }
}

#[cfg(test)]
mod tests;
