//! Answers of HTTP/1.1, read out of bytes as they come.
//!
//! A generator of load shares the machine with what it measures. So this reads no more of an answer than its length, and
//! what a client must heed to go on: a full client costs more for each answer.

use std::str;

/// The longest head that is read.
pub(super) const LONGEST_HEAD: usize = 64 << 10;

/// The longest line that tells the size of a chunk, with its extensions.
const LONGEST_SIZE_LINE: usize = 4 << 10;

/// What is wrong with bytes that are no answer.
pub(super) type Malformed = &'static str;

/// Where the head of an answer ends, and what it says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Head {
    pub(super) status: u16,
    /// Whether the connection can be used again.
    pub(super) keeps_alive: bool,
    pub(super) body: Body,
}

/// What is still to come of a body.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Body {
    /// So many bytes.
    Length(u64),
    /// Chunks, and where in them.
    Chunked(Chunked),
    /// All until the connection is closed.
    UntilClose,
}

/// A place in a chunked body.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Chunked {
    /// The line with the size of the next chunk.
    Size,
    /// So many bytes of a chunk.
    Data(u64),
    /// The line break behind a chunk.
    End,
    /// Lines behind the last chunk, to an empty one.
    Trailer,
    Over,
}

/// What the beginning of the bytes is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Piece {
    /// So many bytes of the body.
    Data(usize),
    /// So many bytes that tell where the body's bytes are.
    Framing(usize),
    /// Less than can be told from; more is needed.
    Partial,
    /// No part of the body, which is over.
    End,
}

impl Head {
    /// The head at the beginning of `bytes` with its length, once it is whole; each `Set-Cookie` goes to `cookie`.
    ///
    /// # Errors
    /// It is no head of HTTP/1.
    pub(super) fn parse(
        bytes: &[u8],
        mut cookie: impl FnMut(&str),
    ) -> Result<Option<(Head, usize)>, Malformed> {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            return if bytes.len() < LONGEST_HEAD { Ok(None) } else { Err("a head without end") };
        };
        let text = str::from_utf8(&bytes[..end]).map_err(|_| "a head that is no text")?;
        let mut lines = text.split("\r\n");
        let (version, status) = lines.next().and_then(status_line).ok_or("no status line of HTTP/1")?;
        let mut keeps_alive = version == "1";
        let (mut length, mut is_chunked) = (None, false);
        for line in lines {
            let (name, value) = line.split_once(':').ok_or("a header without a colon")?;
            let value = value.trim();
            match name.len() {
                14 if name.eq_ignore_ascii_case("content-length") => {
                    length = Some(value.parse().map_err(|_| "a length that is no number")?);
                }
                17 if name.eq_ignore_ascii_case("transfer-encoding") => {
                    if !value.eq_ignore_ascii_case("chunked") {
                        return Err("a transfer encoding other than chunked");
                    }
                    is_chunked = true;
                }
                10 if name.eq_ignore_ascii_case("connection") => {
                    keeps_alive |= has_token(value, "keep-alive");
                    keeps_alive &= !has_token(value, "close");
                }
                10 if name.eq_ignore_ascii_case("set-cookie") => cookie(value),
                _ => {}
            }
        }
        let mut body = match length {
            _ if is_chunked => Body::Chunked(Chunked::Size),
            Some(length) => Body::Length(length),
            None => Body::UntilClose,
        };
        if matches!(status, 100..200 | 204 | 304) {
            body = Body::Length(0);
        }
        keeps_alive &= body != Body::UntilClose;
        Ok(Some((Head { status, keeps_alive, body }, end + 4)))
    }
}

/// The minor version and the status of `HTTP/1.1 200 OK`.
fn status_line(line: &str) -> Option<(&str, u16)> {
    let (version, rest) = line.strip_prefix("HTTP/1.")?.split_once(' ')?;
    let status = rest.get(..3)?.parse().ok()?;
    Some((version, status))
}

fn has_token(list: &str, token: &str) -> bool {
    list.split(',').any(|one| one.trim().eq_ignore_ascii_case(token))
}

impl Body {
    /// What the next bytes are.
    ///
    /// # Errors
    /// They are none that can come there.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Result<Piece, Malformed> {
        match self {
            Body::Length(0) | Body::Chunked(Chunked::Over) => Ok(Piece::End),
            _ if bytes.is_empty() => Ok(Piece::Partial),
            Body::Length(left) | Body::Chunked(Chunked::Data(left)) => {
                let taken = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                *left -= taken as u64;
                if let Body::Chunked(place @ Chunked::Data(0)) = self {
                    *place = Chunked::End;
                }
                Ok(Piece::Data(taken))
            }
            Body::UntilClose => Ok(Piece::Data(bytes.len())),
            Body::Chunked(place) => {
                let Some(line) = bytes.windows(2).position(|end| end == b"\r\n") else {
                    return if bytes.len() < LONGEST_SIZE_LINE {
                        Ok(Piece::Partial)
                    } else {
                        Err("a chunk without size")
                    };
                };
                *place = place.behind(&bytes[..line])?;
                Ok(Piece::Framing(line + 2))
            }
        }
    }
}

impl Chunked {
    /// The place behind a line of the framing.
    fn behind(self, line: &[u8]) -> Result<Chunked, Malformed> {
        match self {
            Chunked::Size => {
                let size = line.split(|byte| *byte == b';').next().unwrap_or(line).trim_ascii();
                let size = str::from_utf8(size).ok().and_then(|size| u64::from_str_radix(size, 16).ok());
                match size.ok_or("a chunk whose size is no number")? {
                    0 => Ok(Chunked::Trailer),
                    size => Ok(Chunked::Data(size)),
                }
            }
            Chunked::End if line.is_empty() => Ok(Chunked::Size),
            Chunked::End | Chunked::Data(_) => Err("a chunk that is longer than its size"),
            Chunked::Trailer | Chunked::Over if line.is_empty() => Ok(Chunked::Over),
            Chunked::Trailer | Chunked::Over => Ok(Chunked::Trailer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Option<(Head, usize)>, Malformed> {
        Head::parse(text.as_bytes(), |_| {})
    }

    /// The bodies that bytes hold, which come so many at a time.
    fn body(mut framing: Body, bytes: &[u8], step: usize) -> Result<(String, usize), Malformed> {
        let (mut start, mut end) = (0, 0);
        let mut text = Vec::new();
        loop {
            match framing.next(&bytes[start..end])? {
                Piece::Data(length) => {
                    text.extend_from_slice(&bytes[start..start + length]);
                    start += length;
                }
                Piece::Framing(length) => start += length,
                Piece::Partial if end < bytes.len() => end = (end + step).min(bytes.len()),
                Piece::Partial | Piece::End => return Ok((String::from_utf8(text).unwrap(), start)),
            }
        }
    }

    #[test]
    fn a_head_is_read_once_it_is_whole() {
        let text = "HTTP/1.1 200 OK\r\ncontent-LENGTH: 12\r\nX-Other: a: b\r\n\r\nthe body";
        let end = text.find("the body").unwrap();
        for length in 0..end {
            assert_eq!(head(&text[..length]), Ok(None));
        }
        let expected = Head { status: 200, keeps_alive: true, body: Body::Length(12) };
        assert_eq!(head(text), Ok(Some((expected, end))));
    }

    #[test]
    fn cookies_are_handed_out() {
        let mut seen = Vec::new();
        let text = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nset-cookie: b=2\r\n\r\n";
        Head::parse(text, |cookie| seen.push(cookie.to_owned())).unwrap();
        assert_eq!(seen, ["a=1; Path=/", "b=2"]);
    }

    #[test]
    fn a_connection_is_kept_where_the_answer_has_an_end_and_nothing_speaks_against_it() {
        let keeps = |text: &str| head(text).unwrap().unwrap().0.keeps_alive;
        assert!(keeps("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
        assert!(keeps("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n"));
        assert!(keeps("HTTP/1.1 204 No Content\r\n\r\n"));
        assert!(!keeps("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: x, Close\r\n\r\n"));
        assert!(!keeps("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"));
        assert!(!keeps("HTTP/1.1 200 OK\r\n\r\n"));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for text in
            ["HTTP/2 200\r\n\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nx\r\n\r\n"]
        {
            assert!(head(text).is_err(), "{text}");
        }
        assert!(head("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n").is_err());
        assert!(head("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n").is_err());
        assert!(head(&"x".repeat(LONGEST_HEAD)).is_err());
    }

    #[test]
    fn a_body_ends_where_its_framing_says_whatever_pieces_it_comes_in() {
        let chunks = b"3\r\npag\r\n0A;x=y\r\n0123456789\r\n0\r\nX-Trailer: a\r\n\r\nHTTP";
        for step in 1..chunks.len() {
            let read = body(Body::Chunked(Chunked::Size), chunks, step);
            assert_eq!(read, Ok(("pag0123456789".into(), chunks.len() - 4)));
            assert_eq!(body(Body::Length(4), b"pageHTTP", step), Ok(("page".into(), 4)));
            assert_eq!(body(Body::UntilClose, b"page", step), Ok(("page".into(), 4)));
        }
        for wrong in ["x\r\n", "3\r\npage\r\n", "-1\r\n", "\r\n", &"1".repeat(LONGEST_SIZE_LINE)] {
            assert!(body(Body::Chunked(Chunked::Size), wrong.as_bytes(), 1).is_err(), "{wrong}");
        }
    }
}
