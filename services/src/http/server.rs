//! The server: connections in, responses out, and an orderly end.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::rt::TokioTimer;
use tokio::net::TcpListener;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::Semaphore;
use tokio::sync::watch;
use tokio::task::JoinSet;
use vespid_streams::StallGuard;

use super::Peer;
use crate::Site;

/// After a failed accept (mostly: no file descriptors left), how long to wait before the next.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a client may ask of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Connections at the same time; more wait to be accepted.
    pub max_connections: usize,
    /// From the start of the wait for a request until its head is there; so also how long an idle connection lasts.
    pub head_timeout: Duration,
    /// Header fields of a request. Another number than the default costs an allocation a request.
    pub max_headers: usize,
    /// Bytes of a request's head.
    pub max_head_bytes: usize,
    /// How long a client may refuse to take a byte before its connection is cut.
    pub stall_timeout: Duration,
    /// How long responses may go on after the server was told to stop.
    pub drain_timeout: Duration,
}

/// Hyper's number, which needs no allocation.
const DEFAULT_MAX_HEADERS: usize = 100;

impl Default for ServerLimits {
    /// 16,384 connections, 30 s for a head of at most 100 fields and 32 KiB, 60 s without a byte taken, 30 s to drain.
    fn default() -> Self {
        ServerLimits {
            max_connections: 16_384,
            head_timeout: Duration::from_secs(30),
            max_headers: DEFAULT_MAX_HEADERS,
            max_head_bytes: 32 << 10,
            stall_timeout: Duration::from_secs(60),
            drain_timeout: Duration::from_secs(30),
        }
    }
}

/// An HTTP server for a [`Site`]: HTTP/1.1 with keep-alive and pipelining, and HTTP/1.0.
pub struct Server {
    site: Arc<Site>,
    limits: ServerLimits,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// Connections that were cut because their response was not finished in time.
    pub cut: usize,
}

impl Server {
    /// A server for a site.
    pub fn new(site: Arc<Site>) -> Self {
        Server { site, limits: ServerLimits::default() }
    }

    /// What a client may ask of it.
    #[must_use]
    pub fn limits(mut self, limits: ServerLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Serves connections until `stop` is ready. Then accepts no more, closes idle ones, and lets responses go on until
    /// [`drain_timeout`](ServerLimits::drain_timeout).
    ///
    /// # Cancel safety
    /// Dropping the future cuts all connections.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) -> Shutdown {
        let mut stop = pin!(stop);
        let (stopping, _) = watch::channel(false);
        let permits = Arc::new(Semaphore::new(self.limits.max_connections.min(Semaphore::MAX_PERMITS)));
        let mut connections = JoinSet::new();
        let http = self.http();
        loop {
            tokio::select! {
                () = &mut stop => break,
                Some(ended) = connections.join_next(), if !connections.is_empty() => log_panic(ended),
                accepted = accept(&listener, &permits) => match accepted {
                    Ok((permit, stream, remote)) => {
                        connections.spawn(self.connection(&http, stream, remote, stopping.subscribe(), permit));
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
            }
        }
        drop(listener);
        // Without connections nobody listens.
        let _ = stopping.send(true);
        tracing::info!(connections = connections.len(), "stopping");
        let drained = tokio::time::timeout(self.limits.drain_timeout, async {
            while let Some(ended) = connections.join_next().await {
                log_panic(ended);
            }
        });
        let cut = if drained.await.is_ok() { 0 } else { connections.len() };
        if cut > 0 {
            tracing::warn!(connections = cut, "responses were cut off: they went on for too long");
        }
        connections.shutdown().await;
        Shutdown { cut }
    }

    fn http(&self) -> http1::Builder {
        let mut http = http1::Builder::new();
        // No `pipeline_flush`: it keeps what a page has flushed while another request waits in the buffer.
        http.timer(TokioTimer::new())
            .header_read_timeout(self.limits.head_timeout)
            .max_header_size(self.limits.max_head_bytes);
        if self.limits.max_headers != DEFAULT_MAX_HEADERS {
            http.max_headers(self.limits.max_headers);
        }
        http
    }

    /// Serves one connection to its end.
    fn connection(
        &self,
        http: &http1::Builder,
        stream: TcpStream,
        remote: SocketAddr,
        stopping: watch::Receiver<bool>,
        permit: OwnedSemaphorePermit,
    ) -> impl Future<Output = ()> + Send + 'static {
        let site = self.site.clone();
        let local = stream.local_addr().unwrap_or(remote);
        let peer = Peer { remote, local, is_secure: false };
        // A page that flushes wants its bytes out now.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let io = TokioIo::new(StallGuard::new(stream, self.limits.stall_timeout));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let site = site.clone();
            request.extensions_mut().insert(peer);
            // Boxed, since hyper keeps the room of its service's future for as long as the connection lives: 4 KB for
            // each client that is idle or waits for the rest of a page.
            Box::pin(async move { Ok::<_, Infallible>(site.serve(request).await) })
        });
        // Boxed as well: a future that pins what it was given has room for it twice.
        let mut connection = Box::pin(http.serve_connection(io, service));
        async move {
            let _permit = permit;
            let ended = tokio::select! {
                ended = &mut connection => ended,
                () = told_to_stop(stopping) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(client = %remote, %error, "a connection ended with an error");
            }
        }
    }
}

/// Waits for a free place and for a connection to take it.
async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> io::Result<(OwnedSemaphorePermit, TcpStream, SocketAddr)> {
    let permit = permits.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (stream, remote) = listener.accept().await?;
    Ok((permit, stream, remote))
}

/// Waits until the server is told to stop.
async fn told_to_stop(mut stopping: watch::Receiver<bool>) {
    // A sender that is gone means the same.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// A panic ends its connection, not the server.
fn log_panic(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended
        && error.is_panic()
    {
        tracing::error!(%error, "serving a connection panicked; this is a defect of Vespid");
    }
}
