//! A guard against clients that stop reading.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

use tokio::io::AsyncRead;
use tokio::io::AsyncWrite;
use tokio::io::ReadBuf;
use tokio::time::Instant;
use tokio::time::Sleep;

/// A connection that fails with [`io::ErrorKind::TimedOut`] when a write makes no progress for too long.
///
/// A client that stops reading fills the socket's buffers; from then on hyper waits in a write and does
/// not poll the body, so nothing behind the body can notice. The failed write ends the connection, and
/// with it the body and the page. Reads are not limited. A connection whose writes never wait costs one
/// comparison a write, and no timer.
pub struct StallGuard<I> {
    io: I,
    limit: Duration,
    /// Set while a write waits. The timer is kept for the next time.
    is_waiting: bool,
    timer: Option<Pin<Box<Sleep>>>,
}

impl<I> StallGuard<I> {
    /// Guards `io`: a write may wait for `limit`.
    pub fn new(io: I, limit: Duration) -> Self {
        Self { io, limit, is_waiting: false, timer: None }
    }

    /// The guarded connection.
    pub fn get_ref(&self) -> &I {
        &self.io
    }

    /// The connection, unguarded.
    pub fn into_inner(self) -> I {
        self.io
    }

    /// Watches the outcome of one attempt.
    fn watch<T>(&mut self, attempt: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            self.is_waiting = false;
            return attempt;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.limit)));
        if !self.is_waiting {
            self.is_waiting = true;
            timer.as_mut().reset(Instant::now() + self.limit);
        }
        timer.as_mut().poll(cx).map(|()| {
            Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("the client has not read anything for {:?}", self.limit),
            ))
        })
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for StallGuard<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for StallGuard<I> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.io).poll_write(cx, buf);
        self.watch(attempt, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.io).poll_write_vectored(cx, bufs);
        self.watch(attempt, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.io).poll_flush(cx);
        self.watch(attempt, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.io).poll_shutdown(cx);
        self.watch(attempt, cx)
    }
}

impl<I: fmt::Debug> fmt::Debug for StallGuard<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StallGuard").field("io", &self.io).field("limit", &self.limit).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;
    use tokio::io::AsyncWriteExt;

    const LIMIT: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_client_that_stops_reading_ends_the_connection() {
        let (server, _client) = tokio::io::duplex(4);
        let mut guarded = StallGuard::new(server, LIMIT);
        let began = Instant::now();
        let error = guarded.write_all(b"too much").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(error.to_string(), "the client has not read anything for 30s");
        assert!(began.elapsed() >= LIMIT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_is_served_to_the_end() {
        let (server, mut client) = tokio::io::duplex(4);
        let writer = tokio::spawn(async move {
            let mut guarded = StallGuard::new(server, LIMIT);
            guarded.write_all(b"sixteen bytes...").await
        });
        let mut got = [0; 16];
        for byte in got.chunks_mut(1) {
            tokio::time::sleep(LIMIT / 2).await;
            client.read_exact(byte).await.unwrap();
        }
        assert_eq!(&got, b"sixteen bytes...");
        writer.await.unwrap().unwrap();
    }
}
