//! Bodies that end in time, and bodies that report how they ended.

use std::fmt;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;
use std::task::ready;
use std::time::Duration;

use bytes::Buf;
use http_body::Body;
use http_body::Frame;
use http_body::SizeHint;
use tokio::time::Instant;
use tokio::time::Sleep;

/// How long a body may take. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// From the start of the request to the last chunk.
    pub total: Option<Duration>,
    /// Without a chunk while one is wanted.
    pub idle: Option<Duration>,
}

/// Why a body under a [`Deadline`] failed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeadlineError<E> {
    /// The body itself failed.
    #[error(transparent)]
    Body(E),
    /// The total time is over.
    #[error("the response was not finished within {0:?} and has been cut off")]
    Total(Duration),
    /// No chunk came for too long.
    #[error("the response gave nothing for {0:?} and has been cut off")]
    Idle(Duration),
}

/// A body that fails when it takes too long, so that the connection is cut and the response never looks
/// whole. The inner body, with all it holds, is dropped at that moment.
///
/// The clock is only watched while somebody polls. Hyper does not poll the body while the client does
/// not read; that is [`StallGuard`](crate::StallGuard)'s watch. A body that never waits needs no timer.
pub struct Deadline<B> {
    /// `None` after the end.
    inner: Option<B>,
    limits: TimeLimits,
    started: Instant,
    /// When the present wait began.
    waiting_since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl<B> Deadline<B> {
    /// Puts `body` under `limits`; the total time runs from `started`.
    pub fn new(body: B, limits: TimeLimits, started: Instant) -> Self {
        Self { inner: Some(body), limits, started, waiting_since: None, timer: None }
    }

    /// When the next limit is passed, and the error that it is then.
    fn next_limit<E>(&self) -> Option<(Instant, DeadlineError<E>)> {
        let total = self
            .limits
            .total
            .and_then(|total| Some((self.started.checked_add(total)?, DeadlineError::Total(total))));
        let idle = self
            .limits
            .idle
            .and_then(|idle| Some((self.waiting_since?.checked_add(idle)?, DeadlineError::Idle(idle))));
        [total, idle].into_iter().flatten().min_by_key(|(at, _)| *at)
    }
}

impl<B: Body + Unpin> Body for Deadline<B> {
    type Data = B::Data;
    type Error = DeadlineError<B::Error>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, Self::Error>>> {
        let this = &mut *self;
        if this.inner.is_none() {
            return Poll::Ready(None);
        }
        // The total is looked at before each chunk: a body that never waits has to end as well.
        if let Some(total) = this.limits.total
            && this.started.elapsed() >= total
        {
            this.inner = None;
            return Poll::Ready(Some(Err(DeadlineError::Total(total))));
        }
        let polled = this.inner.as_mut().map_or(Poll::Ready(None), |inner| Pin::new(inner).poll_frame(cx));
        if let Poll::Ready(frame) = polled {
            this.waiting_since = None;
            if !matches!(frame, Some(Ok(_))) {
                this.inner = None;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(DeadlineError::Body)));
        }
        let is_new_wait = this.waiting_since.is_none();
        if is_new_wait {
            this.waiting_since = Some(Instant::now());
        }
        let Some((at, error)) = this.next_limit() else { return Poll::Pending };
        let timer = this.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(at)));
        if is_new_wait {
            timer.as_mut().reset(at);
        }
        ready!(timer.as_mut().poll(cx));
        this.inner = None;
        Poll::Ready(Some(Err(error)))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(B::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map_or_else(|| SizeHint::with_exact(0), B::size_hint)
    }
}

impl<B: fmt::Debug> fmt::Debug for Deadline<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline")
            .field("inner", &self.inner)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What became of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<'a, E> {
    /// Bytes handed to the connection, encoded, without chunk framing. The last of them may still have
    /// been on their way when the connection broke.
    pub bytes_sent: u64,
    /// How it ended.
    pub ended: Ended<'a, E>,
}

/// How a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended<'a, E> {
    /// Everything was handed over.
    Complete,
    /// The body failed.
    Failed(&'a E),
    /// The body was dropped before its end: the client went away, or the server was told to stop.
    ClientGone,
}

/// A body that reports its end, once, whichever way it comes: for the access log.
///
/// `report` runs on the worker that serves the connection, possibly in a `drop`: it must not block and
/// should not panic.
pub struct Observed<B, F>
where
    B: Body,
    F: FnOnce(Outcome<'_, B::Error>),
{
    inner: B,
    bytes_sent: u64,
    /// `None` after the report.
    report: Option<F>,
}

impl<B, F> Observed<B, F>
where
    B: Body,
    F: FnOnce(Outcome<'_, B::Error>),
{
    /// Observes `body`.
    pub fn new(body: B, report: F) -> Self {
        Self { inner: body, bytes_sent: 0, report: Some(report) }
    }

    fn end(&mut self, ended: Ended<'_, B::Error>) {
        if let Some(report) = self.report.take() {
            report(Outcome { bytes_sent: self.bytes_sent, ended });
        }
    }
}

// Neither the counter nor the report is ever pinned.
impl<B: Body + Unpin, F: FnOnce(Outcome<'_, B::Error>)> Unpin for Observed<B, F> {}

impl<B, F> Body for Observed<B, F>
where
    B: Body + Unpin,
    F: FnOnce(Outcome<'_, B::Error>),
{
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                self.bytes_sent += frame.data_ref().map_or(0, |data| data.remaining() as u64);
            }
            Poll::Ready(Some(Err(error))) => self.end(Ended::Failed(error)),
            Poll::Ready(None) => self.end(Ended::Complete),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Hyper does not ask a body for the end that it can see coming, so a body at its end is complete.
impl<B, F> Drop for Observed<B, F>
where
    B: Body,
    F: FnOnce(Outcome<'_, B::Error>),
{
    fn drop(&mut self) {
        if self.report.is_some() {
            let is_complete = self.inner.is_end_stream() || self.inner.size_hint().exact() == Some(0);
            self.end(if is_complete { Ended::Complete } else { Ended::ClientGone });
        }
    }
}

impl<B, F> fmt::Debug for Observed<B, F>
where
    B: Body + fmt::Debug,
    F: FnOnce(Outcome<'_, B::Error>),
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observed")
            .field("inner", &self.inner)
            .field("bytes_sent", &self.bytes_sent)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
