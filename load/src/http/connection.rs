//! One connection that is kept alive, with its cookies.

use std::fmt;
use std::fmt::Display;
use std::fmt::Formatter;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use http::header::COOKIE;
use http_body_util::BodyExt;
use http_body_util::Empty;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::client::conn::http1::SendRequest;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::cookies::CookieJar;
use super::target::Target;

/// What the body of every answer must be.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// These bytes.
    Bytes(Bytes),
    /// So many bytes.
    Length(usize),
    /// Anything.
    Anything,
}

/// An answer that was read to its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body_bytes: usize,
    pub(super) is_as_expected: bool,
}

/// What kept an answer from coming.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FailureKind {
    /// No connection could be made.
    Connect,
    /// The connection broke, or carried something that is not HTTP.
    Exchange,
    /// The answer took too long.
    Timeout,
}

/// A failure, with its reason in words.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: FailureKind,
    pub(super) reason: String,
}

/// A connection to a target, made when it is first needed and made anew after the server has closed it.
#[derive(Debug)]
pub(super) struct Connection {
    target: Arc<Target>,
    sender: Option<SendRequest<Empty<Bytes>>>,
    cookies: Option<CookieJar>,
    timeout: Duration,
    connects: u64,
}

impl Connection {
    /// A connection that is yet to be made.
    pub(super) fn new(target: Arc<Target>, keep_cookies: bool, timeout: Duration) -> Self {
        let cookies = keep_cookies.then(|| CookieJar::new(target.path()));
        Self { target, sender: None, cookies, timeout, connects: 0 }
    }

    /// How often the connection has been made.
    pub(super) fn connects(&self) -> u64 {
        self.connects
    }

    /// Sends a request and reads the answer, comparing its body with `expected` while it comes.
    ///
    /// # Cancel safety
    /// Not cancel safe: the connection is closed if the future is dropped before its end.
    ///
    /// # Errors
    /// See [`FailureKind`]; the next exchange makes a new connection.
    pub(super) async fn exchange(&mut self, expected: &Expected) -> Result<Answer, Failure> {
        let mut check = Check::new(expected);
        let status = self.bounded(async |this| {
            let (status, mut body) = this.send().await?;
            while let Some(frame) = body.frame().await {
                if let Ok(data) = frame.map_err(|e| Failure::new(FailureKind::Exchange, &e))?.into_data() {
                    check.push(&data);
                }
            }
            Ok(status)
        });
        let status = status.await?;
        Ok(Answer { status, body_bytes: check.bytes, is_as_expected: check.is_as_expected() })
    }

    /// Sends a request and returns the whole body of the answer, if it has at most `limit` bytes.
    ///
    /// # Errors
    /// See [`FailureKind`]; a longer body is an [`FailureKind::Exchange`].
    pub(super) async fn fetch(&mut self, limit: usize) -> Result<(StatusCode, Bytes), Failure> {
        self.bounded(async |this| {
            let (status, body) = this.send().await?;
            let body = http_body_util::Limited::new(body, limit).collect().await;
            Ok((status, body.map_err(|e| Failure::new(FailureKind::Exchange, e.as_ref()))?.to_bytes()))
        })
        .await
    }

    /// Runs `work` within the time limit, and keeps the connection only if it ends well.
    async fn bounded<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let timeout = self.timeout;
        let result = match tokio::time::timeout(timeout, work(self)).await {
            Ok(result) => result,
            Err(_) => Err(Failure {
                kind: FailureKind::Timeout,
                reason: format!("no whole answer within {} s", timeout.as_secs_f64()),
            }),
        };
        if result.is_err() {
            self.sender = None;
        }
        result
    }

    async fn send(&mut self) -> Result<(StatusCode, Incoming), Failure> {
        let mut request = self.target.request();
        if let Some(header) = self.cookies.as_ref().and_then(CookieJar::header) {
            request.headers_mut().insert(COOKIE, header.clone());
        }
        let sender = self.ready_sender().await?;
        let answer =
            sender.send_request(request).await.map_err(|e| Failure::new(FailureKind::Exchange, &e))?;
        if let Some(cookies) = &mut self.cookies {
            cookies.store(answer.headers());
        }
        Ok((answer.status(), answer.into_body()))
    }

    async fn ready_sender(&mut self) -> Result<&mut SendRequest<Empty<Bytes>>, Failure> {
        let mut kept = self.sender.take();
        if let Some(sender) = &mut kept
            && sender.ready().await.is_err()
        {
            // The server has closed it, as it may after any answer.
            kept = None;
        }
        let sender = match kept {
            Some(sender) => sender,
            None => {
                let sender = connect(&self.target).await?;
                self.connects += 1;
                sender
            }
        };
        Ok(self.sender.insert(sender))
    }
}

impl Failure {
    fn new(kind: FailureKind, error: &(dyn std::error::Error + 'static)) -> Self {
        // hyper names the reason in the source of its error.
        let reason = match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        };
        Self { kind, reason }
    }
}

impl FailureKind {
    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Exchange => "exchange",
            Self::Timeout => "timeout",
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.reason)
    }
}

impl Display for FailureKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "cannot connect",
            Self::Exchange => "the connection broke",
            Self::Timeout => "timed out",
        })
    }
}

async fn connect(target: &Target) -> Result<SendRequest<Empty<Bytes>>, Failure> {
    let stream =
        TcpStream::connect(target.address()).await.map_err(|e| Failure::new(FailureKind::Connect, &e))?;
    stream.set_nodelay(true).map_err(|e| Failure::new(FailureKind::Connect, &e))?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|e| Failure::new(FailureKind::Connect, &e))?;
    // Ends by itself when the sender is dropped or the server closes; its errors reach the sender as well.
    tokio::spawn(connection);
    Ok(sender)
}

/// Compares a body, piece by piece, with what it must be.
struct Check<'a> {
    expected: &'a Expected,
    bytes: usize,
    is_equal: bool,
}

impl<'a> Check<'a> {
    fn new(expected: &'a Expected) -> Self {
        Self { expected, bytes: 0, is_equal: true }
    }

    fn push(&mut self, piece: &[u8]) {
        let end = self.bytes + piece.len();
        if let Expected::Bytes(all) = self.expected {
            self.is_equal &= all.get(self.bytes..end) == Some(piece);
        }
        self.bytes = end;
    }

    fn is_as_expected(&self) -> bool {
        match self.expected {
            Expected::Bytes(all) => self.is_equal && self.bytes == all.len(),
            Expected::Length(length) => self.bytes == *length,
            Expected::Anything => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_as_expected(expected: &Expected, pieces: &[&str]) -> bool {
        let mut check = Check::new(expected);
        for piece in pieces {
            check.push(piece.as_bytes());
        }
        check.is_as_expected()
    }

    #[test]
    fn bodies_are_compared_across_their_pieces() {
        let expected = Expected::Bytes(Bytes::from_static(b"abcdef"));
        assert!(is_as_expected(&expected, &["abcdef"]));
        assert!(is_as_expected(&expected, &["a", "", "bcd", "ef"]));
        for wrong in [&["abc"] as &[&str], &["abcdef", "g"], &["abX", "def"], &["abcdefg"], &[]] {
            assert!(!is_as_expected(&expected, wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_length_is_enough_where_only_the_length_is_asked_for() {
        assert!(is_as_expected(&Expected::Length(4), &["wx", "yz"]));
        assert!(!is_as_expected(&Expected::Length(4), &["wxy"]));
        assert!(is_as_expected(&Expected::Anything, &["whatever"]));
    }
}
