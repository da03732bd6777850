//! UTF-16 and UTF-32.

use std::borrow::Cow;

/// Which byte of a unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ByteOrder {
    Big,
    Little,
}

impl ByteOrder {
    pub(super) fn put_u16(self, unit: u16, out: &mut Vec<u8>) {
        out.extend_from_slice(&match self {
            Self::Big => unit.to_be_bytes(),
            Self::Little => unit.to_le_bytes(),
        });
    }

    pub(super) fn put_u32(self, unit: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(&match self {
            Self::Big => unit.to_be_bytes(),
            Self::Little => unit.to_le_bytes(),
        });
    }

    fn u16_of(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Big => u16::from_be_bytes(bytes),
            Self::Little => u16::from_le_bytes(bytes),
        }
    }

    fn u32_of(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Big => u32::from_be_bytes(bytes),
            Self::Little => u32::from_le_bytes(bytes),
        }
    }
}

/// Decodes UTF-16; without a given order, a mark at the start tells it and is dropped.
pub(super) fn decode_utf16(bytes: &[u8], order: Option<ByteOrder>) -> (Cow<'static, str>, bool) {
    let (order, bytes) = match (order, bytes) {
        (Some(order), _) => (order, bytes),
        (None, [0xFF, 0xFE, rest @ ..]) => (ByteOrder::Little, rest),
        (None, [0xFE, 0xFF, rest @ ..]) => (ByteOrder::Big, rest),
        (None, _) => (ByteOrder::Big, bytes),
    };
    let (units, rest) = bytes.as_chunks::<2>();
    let mut malformed = false;
    let mut text = String::with_capacity(units.len() + units.len() / 2);
    for unit in char::decode_utf16(units.iter().map(|unit| order.u16_of(*unit))) {
        malformed |= unit.is_err();
        text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    close(text, malformed, rest)
}

/// Decodes UTF-32; without a given order, a mark at the start tells it and is dropped.
pub(super) fn decode_utf32(bytes: &[u8], order: Option<ByteOrder>) -> (Cow<'static, str>, bool) {
    let (order, bytes) = match (order, bytes) {
        (Some(order), _) => (order, bytes),
        (None, [0xFF, 0xFE, 0, 0, rest @ ..]) => (ByteOrder::Little, rest),
        (None, [0, 0, 0xFE, 0xFF, rest @ ..]) => (ByteOrder::Big, rest),
        (None, _) => (ByteOrder::Big, bytes),
    };
    let (units, rest) = bytes.as_chunks::<4>();
    let mut malformed = false;
    let mut text = String::with_capacity(units.len());
    for unit in units {
        let c = char::from_u32(order.u32_of(*unit));
        malformed |= c.is_none();
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    close(text, malformed, rest)
}

/// A unit cut short at the end is malformed.
fn close(mut text: String, malformed: bool, rest: &[u8]) -> (Cow<'static, str>, bool) {
    if rest.is_empty() {
        return (text.into(), malformed);
    }
    text.push(char::REPLACEMENT_CHARACTER);
    (text.into(), true)
}
