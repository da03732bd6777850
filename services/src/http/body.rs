//! The body of every response.

use std::fmt;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;

use bytes::Bytes;
use http::Response;
use http_body::Frame;
use http_body::SizeHint;
use tracing::Span;
use vespid_render::Error;
use vespid_render::machine::PageStream;
use vespid_streams::Observed;
use vespid_streams::PageBody;
use vespid_streams::watch::Outcome;

/// A response before anybody watches its body.
pub(crate) type PageResponse = Response<PageBody<PageStream>>;

type Report = Box<dyn FnOnce(Outcome<'_, Error>) + Send>;

/// The body of a response: a running page, a file, or bytes.
///
/// A page runs only while its body is polled, and dropping the body drops the page. A failure after the first byte ends
/// the body with an error, which makes hyper cut the connection.
pub struct Body {
    inner: Observed<PageBody<PageStream>, Report>,
    /// The request's span, in which the page runs.
    span: Span,
    /// A failure that is about to be told.
    failed: Option<Error>,
}

impl Body {
    /// A body that runs in `span` and tells `report` how it ended.
    pub(crate) fn new(
        body: PageBody<PageStream>,
        span: Span,
        report: impl FnOnce(Outcome<'_, Error>) + Send + 'static,
    ) -> Self {
        Body { inner: Observed::new(body, Box::new(report)), span, failed: None }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = &mut *self;
        if let Some(error) = this.failed.take() {
            return Poll::Ready(Some(Err(error)));
        }
        let _entered = this.span.enter();
        match Pin::new(&mut this.inner).poll_frame(cx) {
            Poll::Ready(Some(Err(error))) => {
                // Told at the next poll: hyper drops what it has not flushed when a body fails, and it flushes when a
                // body makes it wait. So the client gets the head and the bytes from before the failure.
                this.failed = Some(error);
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            other => other,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body").finish_non_exhaustive()
    }
}
