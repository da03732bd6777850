//! Encoding of text that comes in pieces.

use std::fmt;

use encoding_rs::EncoderResult;

use super::Kind;
use super::single_byte::SingleByte;
use super::wide::ByteOrder;

/// Stands for a character that an encoding does not have.
const SUBSTITUTE: &str = "?";

/// Encodes text piece by piece; made by [`Charset::new_encoder`](super::Charset::new_encoder).
///
/// It carries what has to be remembered between pieces: whether the byte order mark is out, and the
/// shift state of ISO-2022-JP. Call [`finish`](Self::finish) after the last piece.
pub struct Encoder(State);

enum State {
    Utf8,
    Single(SingleByte),
    Utf16 {
        order: ByteOrder,
        mark_due: bool,
    },
    Utf32(ByteOrder),
    /// Boxed: rare, and much bigger than the others.
    Legacy(Box<encoding_rs::Encoder>),
}

impl Encoder {
    pub(super) fn new(kind: Kind) -> Self {
        Self(match kind {
            Kind::Utf8 => State::Utf8,
            Kind::Single(it) => State::Single(it),
            Kind::Utf16(order) => {
                State::Utf16 { order: order.unwrap_or(ByteOrder::Big), mark_due: order.is_none() }
            }
            Kind::Utf32(order) => State::Utf32(order.unwrap_or(ByteOrder::Big)),
            Kind::Legacy(encoding) => State::Legacy(Box::new(encoding.new_encoder())),
        })
    }

    /// Appends the encoded form of `text` to `out`; `?` stands for every character that the encoding
    /// does not have.
    pub fn encode(&mut self, text: &str, out: &mut Vec<u8>) {
        match &mut self.0 {
            State::Utf8 => out.extend_from_slice(text.as_bytes()),
            State::Single(it) => {
                let substitute = it.byte_of('?').unwrap_or(b'?');
                out.extend(text.chars().map(|c| it.byte_of(c).unwrap_or(substitute)));
            }
            State::Utf16 { order, mark_due } => {
                if *mark_due && !text.is_empty() {
                    *mark_due = false;
                    order.put_u16(0xFEFF, out);
                }
                text.encode_utf16().for_each(|unit| order.put_u16(unit, out));
            }
            State::Utf32(order) => text.chars().for_each(|c| order.put_u32(c.into(), out)),
            State::Legacy(encoder) => encode_legacy(encoder, text, false, out),
        }
    }

    /// Appends what the encoding needs at the end of a text. Nothing may be encoded after it.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if let State::Legacy(encoder) = &mut self.0 {
            encode_legacy(encoder, "", true, out);
        }
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").finish_non_exhaustive()
    }
}

fn encode_legacy(encoder: &mut encoding_rs::Encoder, mut text: &str, last: bool, out: &mut Vec<u8>) {
    loop {
        // An unknown bound (only beyond half the address space) falls back to growing step by step.
        let room = encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap_or(text.len());
        out.reserve(room.saturating_add(16));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(text, out, last);
        text = &text[read..];
        match result {
            EncoderResult::InputEmpty => return,
            EncoderResult::OutputFull => {}
            // Through the encoder, which may have to leave a shift state first.
            EncoderResult::Unmappable(_) => encode_legacy(encoder, SUBSTITUTE, false, out),
        }
    }
}
