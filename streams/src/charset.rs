//! Character encodings: decoding of page sources and request parameters, encoding of responses.
//!
//! encoding_rs has the legacy encodings as browsers define them. What a Java application expects beyond
//! that is our own code: true ISO-8859-1 and ISO-8859-9 (browsers take the Windows ones instead),
//! US-ASCII, the encoders of UTF-16 and UTF-32, `?` for characters that an encoding does not have, and
//! Java's names.

mod ebcdic;
mod encoder;
mod names;
mod single_byte;
mod wide;

use std::borrow::Cow;
use std::fmt;

use encoding_rs::Encoding;

pub use encoder::Encoder;

use single_byte::SingleByte;
use wide::ByteOrder;

/// A character encoding.
///
/// `Display` gives its [`name`](Self::name).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Utf8,
    Single(SingleByte),
    /// `None`: byte order mark or big-endian when reading, big-endian with mark when writing.
    Utf16(Option<ByteOrder>),
    /// `None`: byte order mark or big-endian when reading, big-endian without mark when writing.
    Utf32(Option<ByteOrder>),
    Legacy(&'static Encoding),
}

impl Charset {
    /// UTF-8, what everything inside is.
    pub const UTF_8: Self = Self(Kind::Utf8);
    /// ISO-8859-1: bytes are the first 256 characters of Unicode. What a page is written in and sent in
    /// when nothing says otherwise (Jakarta Pages 4.0, 4.1 and 4.2).
    pub const ISO_8859_1: Self = Self(Kind::Single(SingleByte::Latin1));
    /// US-ASCII: the first 128 characters of Unicode.
    pub const US_ASCII: Self = Self(Kind::Single(SingleByte::Ascii));
    /// UTF-16 whose byte order mark tells the order; big-endian without one, and when writing.
    pub const UTF_16: Self = Self(Kind::Utf16(None));
    /// UTF-16 big-endian. A byte order mark is an ordinary character.
    pub const UTF_16BE: Self = Self(Kind::Utf16(Some(ByteOrder::Big)));
    /// UTF-16 little-endian. A byte order mark is an ordinary character.
    pub const UTF_16LE: Self = Self(Kind::Utf16(Some(ByteOrder::Little)));
    /// UTF-32 whose byte order mark tells the order; big-endian without one. Written without a mark.
    pub const UTF_32: Self = Self(Kind::Utf32(None));
    /// UTF-32 big-endian.
    pub const UTF_32BE: Self = Self(Kind::Utf32(Some(ByteOrder::Big)));
    /// UTF-32 little-endian.
    pub const UTF_32LE: Self = Self(Kind::Utf32(Some(ByteOrder::Little)));

    /// The encoding with this IANA or Java name or alias, in any case; surrounding white space does not
    /// matter. `None` if there is no such encoding here.
    pub fn for_label(label: &str) -> Option<Self> {
        names::find(label.trim_matches([' ', '\t', '\r', '\n', '\x0C'])).map(Self)
    }

    /// The encoding that a byte order mark at the start of `bytes` announces, and the mark's length in
    /// bytes.
    pub fn for_bom(bytes: &[u8]) -> Option<(Self, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((Self::UTF_8, 3)),
            [0xFF, 0xFE, 0, 0, ..] => Some((Self::UTF_32LE, 4)),
            [0, 0, 0xFE, 0xFF, ..] => Some((Self::UTF_32BE, 4)),
            [0xFE, 0xFF, ..] => Some((Self::UTF_16BE, 2)),
            [0xFF, 0xFE, ..] => Some((Self::UTF_16LE, 2)),
            _ => None,
        }
    }

    /// The name to put into a `Content-Type`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Utf8 => "UTF-8",
            Kind::Single(it) => it.name(),
            Kind::Utf16(None) => "UTF-16",
            Kind::Utf16(Some(ByteOrder::Big)) => "UTF-16BE",
            Kind::Utf16(Some(ByteOrder::Little)) => "UTF-16LE",
            Kind::Utf32(None) => "UTF-32",
            Kind::Utf32(Some(ByteOrder::Big)) => "UTF-32BE",
            Kind::Utf32(Some(ByteOrder::Little)) => "UTF-32LE",
            Kind::Legacy(encoding) => encoding.name(),
        }
    }

    /// Whether it is UTF-8, so that text goes out as it is.
    #[inline]
    pub fn is_utf8(self) -> bool {
        self.0 == Kind::Utf8
    }

    /// Whether ASCII text is the same bytes in it, so that an ASCII reader can find a page directive
    /// before the encoding is known.
    pub fn is_ascii_compatible(self) -> bool {
        match self.0 {
            Kind::Utf8 => true,
            Kind::Single(it) => it.is_ascii_compatible(),
            Kind::Utf16(_) | Kind::Utf32(_) => false,
            Kind::Legacy(encoding) => encoding.is_ascii_compatible(),
        }
    }

    /// Whether it is one of mainframes, which have ASCII's characters in the same places of their own, but for a few.
    pub fn is_ebcdic(self) -> bool {
        matches!(self.0, Kind::Single(SingleByte::Ebcdic(_)))
    }

    /// Decodes `bytes`, the whole text. Also tells whether any bytes were malformed; each such sequence
    /// becomes U+FFFD.
    ///
    /// UTF-16 and UTF-32 obey and drop a byte order mark. Elsewhere a mark is an ordinary character: to
    /// find and skip one is [`for_bom`](Self::for_bom)'s work.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        match self.0 {
            Kind::Utf8 => match String::from_utf8_lossy(bytes) {
                Cow::Borrowed(text) => (text.into(), false),
                Cow::Owned(text) => (text.into(), true),
            },
            Kind::Single(it) => it.decode(bytes),
            Kind::Utf16(order) => wide::decode_utf16(bytes, order),
            Kind::Utf32(order) => wide::decode_utf32(bytes, order),
            Kind::Legacy(encoding) => encoding.decode_without_bom_handling(bytes),
        }
    }

    /// Encodes `text`, the whole of it; `?` stands for every character that the encoding does not have.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        let same = self.is_utf8() || (self.is_ascii_compatible() && text.is_ascii());
        // ISO-2022-JP counts as ASCII-incompatible in encoding_rs, so escape bytes never get through.
        if same {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut encoder = self.new_encoder();
        let mut out = Vec::with_capacity(text.len());
        encoder.encode(text, &mut out);
        encoder.finish(&mut out);
        out.into()
    }

    /// An encoder for text that comes in pieces.
    pub fn new_encoder(self) -> Encoder {
        Encoder::new(self.0)
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

#[cfg(test)]
mod tests;
