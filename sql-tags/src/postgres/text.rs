//! Values within ranges and composites as PostgreSQL's own text, and what holds them.

use std::fmt::Write;

use deadpool_postgres::tokio_postgres;
use tokio_postgres::types::Type;

use super::decode::Decoder;
use super::decode::i32_at;

/// The text of a value as the server writes it; `None`: the bytes are not of that form.
pub(super) fn text(decoder: &Decoder, raw: &[u8]) -> Option<String> {
    Some(match decoder {
        Decoder::Array(item) => array(item, raw)?,
        Decoder::Bool => if raw == [0] { "f" } else { "t" }.to_owned(),
        Decoder::Composite(fields) => composite(Some(fields), raw)?,
        Decoder::Double => float(f64::from_be_bytes(raw.try_into().ok()?).to_string(), 15),
        Decoder::Float => float(f32::from_be_bytes(raw.try_into().ok()?).to_string(), 6),
        Decoder::Json => std::str::from_utf8(raw).ok()?.to_owned(),
        Decoder::Jsonb => std::str::from_utf8(raw.strip_prefix(&[1])?).ok()?.to_owned(),
        Decoder::Date | Decoder::Time | Decoder::Timestamp => temporal(decoder, raw)?,
        Decoder::TimestampTz | Decoder::TimeTz => temporal(decoder, raw)? + "+00",
        _ => decoder.decode(raw)?.to_string(),
    })
}

fn temporal(decoder: &Decoder, raw: &[u8]) -> Option<String> {
    decoder.decode(raw)?.downcast_ref::<crate::temporal::Temporal>().map(crate::temporal::Temporal::sql)
}

/// Rust's shortest digits; the server takes an exponent from that many digits on.
fn float(plain: String, digits: usize) -> String {
    let unsigned = plain.trim_start_matches('-');
    let whole = unsigned.split('.').next().unwrap_or("");
    match plain.as_str() {
        "inf" => "Infinity".to_owned(),
        "-inf" => "-Infinity".to_owned(),
        _ if whole.len() > digits || unsigned.starts_with("0.0000") => {
            let number: f64 = plain.parse().unwrap_or(0.0);
            let text = format!("{number:e}");
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let sign = if exponent.starts_with('-') { '-' } else { '+' };
            format!("{mantissa}e{sign}{:0>2}", exponent.trim_start_matches('-'))
        }
        _ => plain,
    }
}

/// Takes a length and so many bytes; within: `None` for NULL.
pub(super) fn item<'a>(rest: &mut &'a [u8]) -> Option<Option<&'a [u8]>> {
    let size = i32_at(rest, 0)?;
    *rest = &rest[4..];
    let Ok(size) = usize::try_from(size) else { return Some(None) };
    let (value, after) = rest.split_at_checked(size)?;
    *rest = after;
    Some(Some(value))
}

/// A range: flags, then the bounds that it has.
pub(super) fn range(bound: &Decoder, raw: &[u8]) -> Option<String> {
    const EMPTY: u8 = 0x01;
    const LOWER_INCLUSIVE: u8 = 0x02;
    const UPPER_INCLUSIVE: u8 = 0x04;
    const LOWER_INFINITE: u8 = 0x08;
    const UPPER_INFINITE: u8 = 0x10;
    let (&flags, mut rest) = raw.split_first()?;
    if flags & EMPTY != 0 {
        return Some("empty".to_owned());
    }
    let mut out = String::from(if flags & LOWER_INCLUSIVE != 0 { "[" } else { "(" });
    if flags & LOWER_INFINITE == 0 {
        quoted(&text(bound, item(&mut rest)??)?, "()[],", &mut out);
    }
    out.push(',');
    if flags & UPPER_INFINITE == 0 {
        quoted(&text(bound, item(&mut rest)??)?, "()[],", &mut out);
    }
    out.push(if flags & UPPER_INCLUSIVE != 0 { ']' } else { ')' });
    Some(out)
}

/// A multirange: how many ranges, then each.
pub(super) fn multirange(bound: &Decoder, raw: &[u8]) -> Option<String> {
    let count = i32_at(raw, 0)?;
    let mut rest = &raw[4..];
    let mut out = String::from("{");
    for index in 0..count {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&range(bound, item(&mut rest)??)?);
    }
    out.push('}');
    Some(out)
}

/// A composite: how many fields, then type and value of each. Without known fields the types tell.
pub(super) fn composite(fields: Option<&[Decoder]>, raw: &[u8]) -> Option<String> {
    let count = usize::try_from(i32_at(raw, 0)?).ok()?;
    let mut rest = &raw[4..];
    let mut out = String::from("(");
    for index in 0..count {
        if index > 0 {
            out.push(',');
        }
        let oid = i32_at(rest, 0)? as u32;
        rest = &rest[4..];
        let Some(value) = item(&mut rest)? else { continue };
        let shown = match fields {
            Some(fields) => text(fields.get(index)?, value)?,
            None => text(&Decoder::of(&Type::from_oid(oid)?)?, value)?,
        };
        quoted(&shown, "(),", &mut out);
    }
    out.push(')');
    Some(out)
}

fn array(item_decoder: &Decoder, raw: &[u8]) -> Option<String> {
    let dimensions = i32_at(raw, 0).filter(|count| (0..=6).contains(count))? as usize;
    let lengths: Option<Vec<usize>> =
        (0..dimensions).map(|index| usize::try_from(i32_at(raw, 12 + 8 * index)?).ok()).collect();
    let mut rest = raw.get(12 + 8 * dimensions..)?;
    let mut out = String::new();
    items(item_decoder, &lengths?, &mut rest, &mut out)?;
    Some(if out.is_empty() { "{}".to_owned() } else { out })
}

fn items(decoder: &Decoder, lengths: &[usize], rest: &mut &[u8], out: &mut String) -> Option<()> {
    let Some((length, inner)) = lengths.split_first() else { return Some(()) };
    out.push('{');
    for index in 0..*length {
        if index > 0 {
            out.push(',');
        }
        if !inner.is_empty() {
            items(decoder, inner, rest, out)?;
            continue;
        }
        match item(rest)? {
            None => out.push_str("NULL"),
            Some(value) => {
                let shown = text(decoder, value)?;
                if shown.eq_ignore_ascii_case("null") {
                    let _ = write!(out, "\"{shown}\"");
                } else {
                    array_quoted(&shown, out);
                }
            }
        }
    }
    out.push('}');
    Some(())
}

/// Within ranges and composites quotes and backslashes are doubled.
fn quoted(text: &str, special: &str, out: &mut String) {
    let needs = |c: char| matches!(c, '"' | '\\') || special.contains(c) || c.is_whitespace();
    if !text.is_empty() && !text.contains(needs) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push(c);
        }
        out.push(c);
    }
    out.push('"');
}

/// Within arrays they are escaped.
fn array_quoted(text: &str, out: &mut String) {
    let needs = |c: char| matches!(c, '"' | '\\' | '{' | '}' | ',') || c.is_whitespace();
    if !text.is_empty() && !text.contains(needs) {
        out.push_str(text);
        return;
    }
    in_quotes(text, out);
}

/// In quotes, with quotes and backslashes escaped: how arrays hold text that could be read otherwise.
pub(super) fn in_quotes(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// Bits: how many, then the bytes.
pub(super) fn bits(raw: &[u8]) -> Option<String> {
    let count = usize::try_from(i32_at(raw, 0)?).ok()?;
    let bytes = raw.get(4..).filter(|bytes| bytes.len() * 8 >= count)?;
    Some((0..count).map(|bit| if bytes[bit / 8] >> (7 - bit % 8) & 1 == 1 { '1' } else { '0' }).collect())
}

/// `money`, with the two decimals that most currencies have; the server's locale is not known here.
pub(super) fn money(raw: &[u8]) -> Option<String> {
    let cents = i64::from_be_bytes(raw.try_into().ok()?);
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    Some(format!("{sign}{}.{:02}", cents / 100, cents % 100))
}

/// Bytes divided by colons.
pub(super) fn mac_address(raw: &[u8]) -> String {
    raw.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(":")
}

/// A place in the write-ahead log.
pub(super) fn lsn(raw: &[u8]) -> Option<String> {
    let place = u64::from_be_bytes(raw.try_into().ok()?);
    Some(format!("{:X}/{:X}", place >> 32, place & 0xffff_ffff))
}

/// Points and what is made of them: coordinates of doubles.
pub(super) fn point(raw: &[u8]) -> Option<String> {
    let (x, y) = raw.split_at_checked(8)?;
    Some(format!("({},{})", text(&Decoder::Double, x)?, text(&Decoder::Double, y)?))
}
