//! Numbers from and to text, as Java reads and prints them.

use std::fmt;

use num_bigint::BigInt;

use super::MAX_DIGITS;

/// Writes a `double` as `Double.toString` does since Java 19: the shortest digits that read back the same, plain from
/// 0.001 up to ten million, else as `1.5E10`.
///
/// # Errors
/// Only what `out` reports.
pub fn write_double(value: f64, out: &mut dyn fmt::Write) -> fmt::Result {
    // Here two digits can be nearer to the value than the shortest, single digit: then Java prints both.
    const FEW_DIGITS_BELOW: f64 = 1e-321;
    if !value.is_finite() {
        return out.write_str(non_finite(value.is_nan(), value < 0.0));
    }
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(value);
    let size = value.abs();
    if (1e-3..1e7).contains(&size) || size == 0.0 {
        return write_plain(shortest, out);
    }
    if size < FEW_DIGITS_BELOW {
        let two_digits = format!("{value:.1e}");
        if two_digits.parse() == Ok(value) {
            return write_scientific(&two_digits, out);
        }
    }
    write_scientific(shortest, out)
}

/// Writes a `float` as `Float.toString` does since Java 19; see [`write_double`].
///
/// # Errors
/// Only what `out` reports.
pub fn write_float(value: f32, out: &mut dyn fmt::Write) -> fmt::Result {
    const FEW_DIGITS_BELOW: f32 = 1e-42;
    if !value.is_finite() {
        return out.write_str(non_finite(value.is_nan(), value < 0.0));
    }
    let mut buffer = zmij::Buffer::new();
    let shortest = buffer.format_finite(value);
    let size = value.abs();
    if (1e-3..1e7).contains(&size) || size == 0.0 {
        return write_plain(shortest, out);
    }
    if size < FEW_DIGITS_BELOW {
        let two_digits = format!("{value:.1e}");
        if two_digits.parse() == Ok(value) {
            return write_scientific(&two_digits, out);
        }
    }
    write_scientific(shortest, out)
}

fn non_finite(nan: bool, negative: bool) -> &'static str {
    match (nan, negative) {
        (true, _) => "NaN",
        (_, true) => "-Infinity",
        (_, false) => "Infinity",
    }
}

/// The digits of a number without leading and trailing zeros, and the power of ten of the first.
struct Digits {
    negative: bool,
    digits: [u8; 24],
    len: usize,
    exponent: i32,
}

impl Digits {
    /// Takes apart what `zmij` or Rust print: `-12.5`, `1e-7`, `1.5e+300`.
    fn new(text: &str) -> Self {
        let negative = text.starts_with('-');
        let text = text.trim_start_matches('-');
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let exponent: i32 = exponent.trim_start_matches('+').parse().unwrap_or(0);
        let (mut digits, mut len) = ([b'0'; 24], 0);
        // The power of ten of the next digit, were it the first.
        let mut power = mantissa.find('.').unwrap_or(mantissa.len()) as i32;
        let mut first = None;
        for digit in mantissa.bytes().filter(u8::is_ascii_digit) {
            power -= 1;
            if digit == b'0' && first.is_none() {
                continue;
            }
            first.get_or_insert(power);
            if len < digits.len() {
                digits[len] = digit;
                len += 1;
            }
        }
        while len > 1 && digits[len - 1] == b'0' {
            len -= 1;
        }
        Digits { negative, digits, len: len.max(1), exponent: exponent + first.unwrap_or(0) }
    }

    fn get(&self) -> &str {
        // Only ASCII digits were put in.
        str::from_utf8(&self.digits[..self.len]).unwrap_or("0")
    }
}

/// `123.0`, `0.001`: `shortest` nearly always looks so already.
fn write_plain(shortest: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    if !shortest.contains('e') && shortest.contains('.') {
        return out.write_str(shortest);
    }
    let number = Digits::new(shortest);
    let digits = number.get();
    if number.negative {
        out.write_char('-')?;
    }
    if number.exponent < 0 {
        let zeros = -number.exponent - 1;
        return write!(out, "0.{:0>width$}", digits, width = zeros as usize + digits.len());
    }
    let whole = number.exponent as usize + 1;
    if digits.len() > whole {
        write!(out, "{}.{}", &digits[..whole], &digits[whole..])
    } else {
        write!(out, "{digits:0<whole$}.0")
    }
}

/// `1.0E10`, `1.25E-4`.
fn write_scientific(shortest: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    let number = Digits::new(shortest);
    let digits = number.get();
    if number.negative {
        out.write_char('-')?;
    }
    let (first, rest) = digits.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    write!(out, "{first}.{rest}E{}", number.exponent)
}

/// Reads a text as `Double.valueOf` does: blanks around it, `NaN`, `Infinity` and the suffixes `d` and `f` are taken;
/// Java's hexadecimal form is not.
pub fn parse_double(text: &str) -> Option<f64> {
    match floating_point(text)? {
        FloatingPoint::Decimal(text) => text.parse().ok(),
        FloatingPoint::NotANumber => Some(f64::NAN),
        FloatingPoint::Infinity => Some(f64::INFINITY),
        FloatingPoint::NegativeInfinity => Some(f64::NEG_INFINITY),
    }
}

/// Reads a text as `Float.valueOf` does; see [`parse_double`].
pub fn parse_float(text: &str) -> Option<f32> {
    match floating_point(text)? {
        FloatingPoint::Decimal(text) => text.parse().ok(),
        FloatingPoint::NotANumber => Some(f32::NAN),
        FloatingPoint::Infinity => Some(f32::INFINITY),
        FloatingPoint::NegativeInfinity => Some(f32::NEG_INFINITY),
    }
}

enum FloatingPoint<'a> {
    Decimal(&'a str),
    NotANumber,
    Infinity,
    NegativeInfinity,
}

fn floating_point(text: &str) -> Option<FloatingPoint<'_>> {
    let text = text.trim_matches(|c| c <= ' ');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned {
        "NaN" => return Some(FloatingPoint::NotANumber),
        "Infinity" if text.starts_with('-') => return Some(FloatingPoint::NegativeInfinity),
        "Infinity" => return Some(FloatingPoint::Infinity),
        _ => {}
    }
    // Rust also reads words such as "inf", which Java does not.
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    Some(FloatingPoint::Decimal(text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text)))
}

/// Reads a text as `new BigInteger(text)` does, up to [`MAX_DIGITS`] digits.
pub fn parse_big_integer(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let fits = (1..=MAX_DIGITS as usize).contains(&digits.len());
    if !fits || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), 10)?;
    Some(if text.starts_with('-') { -value } else { value })
}
