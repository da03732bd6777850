//! One connection that is kept alive, with its cookies.

use std::fmt;
use std::fmt::Display;
use std::fmt::Formatter;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncReadExt;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::answer::Body;
use super::answer::Head;
use super::answer::Piece;
use super::cookies::CookieJar;
use super::target::Target;

/// How many bytes are read at a time.
const BUFFER: usize = 64 << 10;

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
    pub(super) status: u16,
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
    /// `None` before the first request, and after the server or a failure has closed it.
    stream: Option<TcpStream>,
    /// The request as it is sent, with the cookies.
    request: String,
    buffer: Buffer,
    cookies: Option<CookieJar>,
    timeout: Duration,
    connects: u64,
}

/// Bytes of an answer that were received and not looked at yet.
#[derive(Debug)]
struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Connection {
    /// A connection that is yet to be made.
    pub(super) fn new(target: Arc<Target>, keep_cookies: bool, timeout: Duration) -> Self {
        let cookies = keep_cookies.then(|| CookieJar::new(target.path()));
        let request = target.request("");
        let buffer = Buffer { bytes: vec![0; BUFFER], start: 0, end: 0 };
        Self { target, stream: None, request, buffer, cookies, timeout, connects: 0 }
    }

    /// How often the connection has been made.
    pub(super) fn connects(&self) -> u64 {
        self.connects
    }

    /// Sends a request and reads the answer, comparing its body with `expected` while it comes.
    ///
    /// # Cancel safety
    /// Not cancel safe: what is left of the answer would be taken for the next one.
    ///
    /// # Errors
    /// See [`FailureKind`]; the next exchange makes a new connection.
    pub(super) async fn exchange(&mut self, expected: &Expected) -> Result<Answer, Failure> {
        let mut check = Check::new(expected);
        let status = self
            .bounded(|piece| {
                check.push(piece);
                Ok(())
            })
            .await?;
        Ok(Answer { status, body_bytes: check.bytes, is_as_expected: check.is_as_expected() })
    }

    /// Sends a request and returns the whole body of the answer, if it has at most `limit` bytes.
    ///
    /// # Errors
    /// See [`FailureKind`]; a longer body is an [`FailureKind::Exchange`].
    pub(super) async fn fetch(&mut self, limit: usize) -> Result<(u16, Bytes), Failure> {
        let mut body = Vec::new();
        let status = self
            .bounded(|piece| {
                if piece.len() > limit - body.len() {
                    return Err("a body that is too long");
                }
                body.extend_from_slice(piece);
                Ok(())
            })
            .await?;
        Ok((status, body.into()))
    }

    /// An exchange within the time limit, after which the connection is kept only if it ended well.
    async fn bounded(&mut self, body: impl FnMut(&[u8]) -> Result<(), &'static str>) -> Result<u16, Failure> {
        let timeout = self.timeout;
        let head = match tokio::time::timeout(timeout, self.converse(body)).await {
            Ok(result) => result,
            Err(_) => Err(Failure {
                kind: FailureKind::Timeout,
                reason: format!("no whole answer within {} s", timeout.as_secs_f64()),
            }),
        };
        if !head.as_ref().is_ok_and(|head| head.keeps_alive) {
            self.stream = None;
        }
        Ok(head?.status)
    }

    /// Sends the request and reads the answer; the pieces of its body go to `body`.
    async fn converse(
        &mut self,
        mut body: impl FnMut(&[u8]) -> Result<(), &'static str>,
    ) -> Result<Head, Failure> {
        self.connect().await?;
        let Connection { target, stream: Some(stream), request, buffer, cookies, .. } = self else {
            return Err(Failure::exchange("it is closed"));
        };
        stream.write_all(request.as_bytes()).await.map_err(|error| Failure::exchange(&error))?;
        let mut changed = false;
        let mut head = loop {
            let mut store = |cookie: &str| {
                changed |= cookies.as_mut().is_some_and(|jar| jar.store(cookie));
            };
            match Head::parse(buffer.filled(), &mut store).map_err(Failure::exchange)? {
                // One that only says that the answer is to come.
                Some((Head { status: 100..200, .. }, length)) => buffer.start += length,
                Some((head, length)) => {
                    buffer.start += length;
                    break head;
                }
                None if !buffer.fill(stream).await? => {
                    return Err(Failure::exchange("closed without an answer"));
                }
                None => {}
            }
        };
        if changed && let Some(cookies) = cookies {
            *request = target.request(&cookies.header());
        }
        let is_until_close = head.body == Body::UntilClose;
        loop {
            match head.body.next(buffer.filled()).map_err(Failure::exchange)? {
                Piece::Data(length) => {
                    body(&buffer.filled()[..length]).map_err(Failure::exchange)?;
                    buffer.start += length;
                }
                Piece::Framing(length) => buffer.start += length,
                Piece::End => return Ok(head),
                Piece::Partial if !buffer.fill(stream).await? => {
                    return if is_until_close {
                        Ok(head)
                    } else {
                        Err(Failure::exchange("closed within an answer"))
                    };
                }
                Piece::Partial => {}
            }
        }
    }

    /// Makes the connection unless it is there.
    async fn connect(&mut self) -> Result<(), Failure> {
        // The server may close it after any answer. To look costs nothing where nothing has come.
        let is_usable = self.stream.as_ref().is_some_and(|stream| {
            let looked = stream.try_read(&mut [0]);
            looked.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
                && self.buffer.filled().is_empty()
        });
        if !is_usable {
            self.stream = None;
            let failed = |error: io::Error| Failure { kind: FailureKind::Connect, reason: error.to_string() };
            let stream = TcpStream::connect(self.target.address()).await.map_err(failed)?;
            stream.set_nodelay(true).map_err(failed)?;
            self.stream = Some(stream);
            self.buffer.start = self.buffer.end;
            self.connects += 1;
        }
        Ok(())
    }
}

impl Buffer {
    fn filled(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Waits for more bytes; whether some came before the end.
    async fn fill(&mut self, stream: &mut TcpStream) -> Result<bool, Failure> {
        // What was not looked at is less than a head, so there is room behind it.
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let read =
            stream.read(&mut self.bytes[self.end..]).await.map_err(|error| Failure::exchange(&error))?;
        self.end += read;
        Ok(read > 0)
    }
}

impl Failure {
    fn exchange(reason: impl Display) -> Self {
        Self { kind: FailureKind::Exchange, reason: reason.to_string() }
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
