//! A running page as a stream of chunks.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;

use bytes::Bytes;
use futures::Stream;
use vespid_streams::ChunkSource;
use vespid_streams::PageBody;
use vespid_streams::Piece;
use vespid_streams::Rope;

use super::Event;
use super::Machine;
use crate::context::Exchange;
use crate::error::Error;

/// A page that runs while it is polled: back-pressure is not polling, cancelling is dropping.
///
/// The first chunk fixes the response head ([`Response::is_committed`](crate::context::Response::is_committed)). As a
/// [`Stream`] it gives chunks; [`start`](Self::start) makes it a body whose length is known where the page ends within
/// its buffer.
pub struct PageStream {
    machine: Machine,
    /// What the page failed with, once what it had committed before is handed over.
    failed: Option<Error>,
    end: End,
}

enum End {
    NotYet,
    /// What is left to hand over.
    Rest(Rope),
    Over,
}

impl PageStream {
    pub(crate) fn new(exchange: Arc<Exchange>, path: &str) -> Self {
        PageStream { machine: Machine::new(exchange, path), failed: None, end: End::NotYet }
    }

    /// Request and response of the page.
    pub fn exchange(&self) -> &Arc<Exchange> {
        self.machine.exchange()
    }

    /// Runs the page up to its first chunk, which fixes the response head, and gives the body: whole if the page ended
    /// within its buffer.
    ///
    /// # Errors
    /// What the page fails with before anything is sent. A later failure ends the body with the error.
    ///
    /// # Cancel safety
    /// Dropping the future drops the page.
    pub async fn start(mut self) -> Result<PageBody<PageStream>, Error> {
        let first = vespid_streams::start(&mut self).await?;
        Ok(PageBody::new(first, self))
    }
}

impl ChunkSource for PageStream {
    type Error = Error;

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Piece, Error>> {
        loop {
            if let Some(chunk) = self.machine.out().take_output() {
                self.machine.exchange().response.commit();
                return Poll::Ready(Ok(Piece::Chunk(chunk)));
            }
            if let Some(error) = self.failed.take() {
                return Poll::Ready(Err(error));
            }
            match self.machine.poll(cx) {
                Poll::Pending => {
                    // An unbuffered page hands over what it has before it waits.
                    let Some(chunk) = self.machine.out().take_output() else { return Poll::Pending };
                    self.machine.exchange().response.commit();
                    return Poll::Ready(Ok(Piece::Chunk(chunk)));
                }
                Poll::Ready(Ok(Event::Output)) => {}
                Poll::Ready(Ok(Event::Done)) => {
                    let rest = self.machine.out().finish();
                    self.machine.exchange().response.commit();
                    return Poll::Ready(Ok(rest.into()));
                }
                Poll::Ready(Err(error)) if self.machine.out().has_output() => self.failed = Some(error),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl Stream for PageStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match &mut self.end {
                End::Over => return Poll::Ready(None),
                End::Rest(rope) => {
                    if let Some(chunk) = rope.pop() {
                        return Poll::Ready(Some(Ok(chunk)));
                    }
                    self.end = End::Over;
                }
                End::NotYet => match self.poll_chunk(cx) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(Ok(Piece::Chunk(chunk))) if chunk.is_empty() => {}
                    Poll::Ready(Ok(Piece::Chunk(chunk))) => return Poll::Ready(Some(Ok(chunk))),
                    Poll::Ready(Ok(Piece::Last(rope))) => self.end = End::Rest(rope),
                    Poll::Ready(Err(error)) => {
                        self.end = End::Over;
                        return Poll::Ready(Some(Err(error)));
                    }
                },
            }
        }
    }
}
