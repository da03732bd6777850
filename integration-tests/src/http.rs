//! HTTP/1.1 as it is on the wire: a client that hides nothing.
//!
//! It keeps the headers in their order, the chunks with their times of arrival, can send any bytes at all and
//! can leave early.

use std::io::ErrorKind;
use std::io::Read;
use std::io::Write;
use std::net::SocketAddr;
use std::net::TcpStream;
use std::time::Duration;
use std::time::Instant;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;
use anyhow::ensure;

use crate::PATIENCE;

/// Response heads longer than this are a fault of the server.
const MAX_HEAD_BYTES: usize = 64 * 1024;

/// A request to be written as it stands.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method, as on the request line.
    pub method: String,
    /// Path and query, as on the request line.
    pub target: String,
    /// Header fields in order; `Host` and `Content-Length` are added where they are missing.
    pub headers: Vec<(String, String)>,
    /// The body, empty for none.
    pub body: Vec<u8>,
}

impl Request {
    /// A request without headers of its own and without body.
    #[must_use]
    pub fn new(method: &str, target: &str) -> Request {
        Request {
            method: method.to_owned(),
            target: target.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// Adds a header field.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The bytes to send.
    #[must_use]
    pub fn bytes(&self, host: &str) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        let has = |name: &str| self.headers.iter().any(|(it, _)| it.eq_ignore_ascii_case(name));
        if !has("host") {
            head.push_str(&format!("Host: {host}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() && !has("content-length") {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// A piece of a body as it arrived: a chunk where the body is chunked, else what one read gave.
#[derive(Debug, Clone)]
pub struct Chunk {
    /// Time since the request was sent.
    pub after: Duration,
    /// The content without any framing.
    pub bytes: Vec<u8>,
}

/// A response head.
#[derive(Debug, Clone)]
pub struct Head {
    /// Status code.
    pub status: u16,
    /// Header fields in the order of arrival, names as sent.
    pub headers: Vec<(String, String)>,
    /// Time since the request was sent.
    pub after: Duration,
}

impl Head {
    /// The value of the first header field of that name, in any letter case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A whole response.
#[derive(Debug, Clone)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// The head with all header fields.
    pub head: Head,
    /// The body in the pieces that it came in.
    pub chunks: Vec<Chunk>,
    /// How the body was delimited.
    pub framing: Framing,
}

impl Response {
    /// The body in one piece.
    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        self.chunks.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect()
    }

    /// The body as text, bad UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body()).into_owned()
    }

    /// As [`Head::header`].
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.header(name)
    }
}

/// How the end of a body is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// `Transfer-Encoding: chunked`.
    Chunked,
    /// `Content-Length`, with the length in bytes.
    Length(u64),
    /// The end of the connection.
    Close,
    /// No body at all: an answer to HEAD, 204 or 304.
    None,
}

/// A connection to a server; dropping it goes away without a word, as a client that loses interest does.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    host: String,
    /// Read but not yet used.
    buffer: Vec<u8>,
    /// When the last request was sent.
    sent: Instant,
    /// Bytes that the current body still has, or the state of its chunks.
    rest: Rest,
    head_request: bool,
}

/// What is still to be read of the current body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    Chunks,
    Bytes(u64),
    UntilClose,
    Nothing,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn open(address: SocketAddr) -> Result<Connection> {
        let stream = TcpStream::connect(address).with_context(|| format!("connecting to {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Connection {
            stream,
            host: address.to_string(),
            buffer: Vec::new(),
            sent: Instant::now(),
            rest: Rest::Nothing,
            head_request: false,
        })
    }

    /// Writes a request.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send(&mut self, request: &Request) -> Result<()> {
        let bytes = request.bytes(&self.host);
        self.send_raw(&bytes)?;
        self.head_request = request.method == "HEAD";
        Ok(())
    }

    /// Writes any bytes: half a request, two requests at once, nonsense.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send_raw(&mut self, bytes: &[u8]) -> Result<()> {
        self.sent = Instant::now();
        self.head_request = bytes.starts_with(b"HEAD ");
        self.stream.write_all(bytes).context("sending")
    }

    /// Reads a response head; interim (1xx) heads are passed over. The body is to be read next.
    ///
    /// # Errors
    /// When the connection ends or stays silent, or the head is not HTTP/1.
    pub fn read_head(&mut self) -> Result<(Head, Framing)> {
        loop {
            let head = self.read_any_head()?;
            if head.status >= 200 {
                let framing = framing(&head, self.head_request)?;
                self.rest = match framing {
                    Framing::Chunked => Rest::Chunks,
                    Framing::Length(0) | Framing::None => Rest::Nothing,
                    Framing::Length(length) => Rest::Bytes(length),
                    Framing::Close => Rest::UntilClose,
                };
                return Ok((head, framing));
            }
        }
    }

    fn read_any_head(&mut self) -> Result<Head> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            ensure!(head.len() < MAX_HEAD_BYTES, "the response head does not end");
            let line = self.read_line().context("reading a response head")?;
            head.extend_from_slice(&line);
        }
        let after = self.sent.elapsed();
        let text = String::from_utf8_lossy(&head).into_owned();
        let mut lines = text.split("\r\n");
        let status_line = lines.next().unwrap_or_default();
        let status = status_line
            .strip_prefix("HTTP/1.")
            .and_then(|rest| rest.get(2..5))
            .and_then(|code| code.parse().ok())
            .with_context(|| format!("{status_line:?} is no status line"))?;
        let mut headers = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            let (name, value) =
                line.split_once(':').with_context(|| format!("{line:?} is no header field"))?;
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        Ok(Head { status, headers, after })
    }

    /// The next piece of the body, or none at its end.
    ///
    /// # Errors
    /// When the connection ends before the body does, or its framing is broken.
    pub fn read_chunk(&mut self) -> Result<Option<Chunk>> {
        let bytes = match self.rest {
            Rest::Nothing => Vec::new(),
            Rest::Bytes(length) => {
                let bytes = self.read_some(usize::try_from(length).unwrap_or(usize::MAX))?;
                ensure!(!bytes.is_empty(), "the connection ended {length} bytes before the body's end");
                let rest = length - bytes.len() as u64;
                self.rest = if rest == 0 { Rest::Nothing } else { Rest::Bytes(rest) };
                bytes
            }
            Rest::UntilClose => self.read_some(usize::MAX)?,
            Rest::Chunks => self.read_one_chunk()?,
        };
        if bytes.is_empty() {
            self.rest = Rest::Nothing;
            return Ok(None);
        }
        Ok(Some(Chunk { after: self.sent.elapsed(), bytes }))
    }

    fn read_one_chunk(&mut self) -> Result<Vec<u8>> {
        let line = self.read_line().context("reading a chunk's size")?;
        let text = String::from_utf8_lossy(&line);
        let digits = text.trim_end().split(';').next().unwrap_or_default();
        let size = usize::from_str_radix(digits, 16).with_context(|| format!("{text:?} is no chunk size"))?;
        let mut content = Vec::new();
        while content.len() < size {
            let part = self.read_some(size - content.len())?;
            ensure!(!part.is_empty(), "the connection ended inside a chunk");
            content.extend_from_slice(&part);
        }
        if size == 0 {
            // Trailer fields, up to the empty line.
            while self.read_line().context("reading the end of a chunked body")? != b"\r\n" {}
        } else {
            let end = self.read_line().context("reading a chunk's end")?;
            ensure!(end == b"\r\n", "a chunk is followed by {end:?}");
        }
        Ok(content)
    }

    /// Reads a head and its whole body.
    ///
    /// # Errors
    /// As [`Connection::read_head`] and [`Connection::read_chunk`].
    pub fn read_response(&mut self) -> Result<Response> {
        let (head, framing) = self.read_head()?;
        let mut chunks = Vec::new();
        while let Some(chunk) = self.read_chunk()? {
            chunks.push(chunk);
        }
        Ok(Response { status: head.status, head, chunks, framing })
    }

    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// As [`Connection::send`] and [`Connection::read_response`].
    pub fn exchange(&mut self, request: &Request) -> Result<Response> {
        self.send(request)?;
        self.read_response()
    }

    /// Whether the server has closed its side, with nothing left to read. Waits for it.
    ///
    /// # Errors
    /// When the server stays silent with the connection open.
    pub fn is_closed(&mut self) -> Result<bool> {
        Ok(self.buffer.is_empty() && self.read_some(1)?.is_empty())
    }

    /// One line with its line end. A connection that ends inside it is an error.
    fn read_line(&mut self) -> Result<Vec<u8>> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\r\n") {
                let rest = self.buffer.split_off(end + 2);
                return Ok(std::mem::replace(&mut self.buffer, rest));
            }
            ensure!(self.buffer.len() < MAX_HEAD_BYTES, "a line does not end");
            if self.fill()? == 0 {
                bail!("the connection ended after {:?}", String::from_utf8_lossy(&self.buffer));
            }
        }
    }

    /// At least one byte and at most `limit`; nothing at the end of the connection.
    fn read_some(&mut self, limit: usize) -> Result<Vec<u8>> {
        if self.buffer.is_empty() {
            self.fill()?;
        }
        let rest = self.buffer.split_off(limit.min(self.buffer.len()));
        Ok(std::mem::replace(&mut self.buffer, rest))
    }

    fn fill(&mut self) -> Result<usize> {
        let mut part = [0; 16 * 1024];
        match self.stream.read(&mut part) {
            Ok(count) => {
                self.buffer.extend_from_slice(&part[..count]);
                Ok(count)
            }
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                bail!("no byte came for {PATIENCE:?}")
            }
            // A server that closes with bytes of ours unread resets the connection: an end like any other.
            Err(err) if err.kind() == ErrorKind::ConnectionReset => Ok(0),
            Err(err) => Err(err).context("receiving"),
        }
    }
}

fn framing(head: &Head, head_request: bool) -> Result<Framing> {
    if head_request || matches!(head.status, 204 | 304) {
        return Ok(Framing::None);
    }
    if head.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        ensure!(head.header("content-length").is_none(), "both Transfer-Encoding and Content-Length");
        return Ok(Framing::Chunked);
    }
    match head.header("content-length") {
        Some(value) => {
            Ok(Framing::Length(value.parse().with_context(|| format!("Content-Length: {value}"))?))
        }
        None => Ok(Framing::Close),
    }
}

/// Asks for a path on a fresh connection and reads the whole response.
///
/// # Errors
/// When the exchange breaks.
pub fn get(address: SocketAddr, target: &str) -> Result<Response> {
    Connection::open(address)?.exchange(&Request::new("GET", target))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;

    use anyhow::Result;

    use super::Connection;
    use super::Framing;
    use super::Request;

    /// A server that reads one request head and answers with these bytes.
    fn answering(bytes: &'static [u8]) -> Result<Connection> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        thread::spawn(move || -> Result<()> {
            let (mut stream, _) = listener.accept()?;
            let mut seen = Vec::new();
            while !seen.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte)?;
                seen.push(byte[0]);
            }
            Ok(stream.write_all(bytes)?)
        });
        Connection::open(address)
    }

    #[test]
    fn chunks_stay_apart() -> Result<()> {
        let mut connection = answering(
            b"HTTP/1.1 200 OK\r\nB: 1\r\nA: 2\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
        )?;
        let response = connection.exchange(&Request::new("GET", "/"))?;
        let pieces: Vec<&[u8]> = response.chunks.iter().map(|chunk| chunk.bytes.as_slice()).collect();
        assert_eq!(pieces, [&b"abc"[..], b"0123456789"]);
        assert_eq!(response.head.headers[0], ("B".to_owned(), "1".to_owned()));
        assert_eq!(response.framing, Framing::Chunked);
        assert!(connection.is_closed()?);
        Ok(())
    }

    #[test]
    fn lengths_interim_heads_and_pipelining() -> Result<()> {
        let mut connection = answering(
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
        )?;
        let first = connection.exchange(&Request::new("GET", "/"))?;
        assert_eq!((first.status, first.text().as_str()), (200, "ok"));
        assert_eq!(connection.read_response()?.status, 404);
        Ok(())
    }

    #[test]
    fn cut_off_bodies_are_errors() -> Result<()> {
        for bytes in [
            &b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"[..],
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            b"HTTP/1.1 200 OK\r\nConte",
        ] {
            assert!(answering(bytes)?.exchange(&Request::new("GET", "/")).is_err());
        }
        Ok(())
    }

    #[test]
    fn head_has_no_body() -> Result<()> {
        let mut connection = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")?;
        let response = connection.exchange(&Request::new("HEAD", "/"))?;
        assert_eq!(response.framing, Framing::None);
        assert_eq!(response.header("content-length"), Some("5"));
        Ok(())
    }
}
