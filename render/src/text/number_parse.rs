//! Reading numbers (`DecimalFormat.parse`).

use std::sync::Arc;

use num_bigint::BigInt;
use num_bigint::Sign;

use super::DecimalFormat;
use super::ParsePosition;
use super::parse_position::has_at;
use super::parse_position::unparseable;
use crate::Result;
use crate::value::BigDecimal;
use crate::value::Value;
use crate::value::number::MAX_DIGITS;

/// What was read between prefix and suffix.
#[derive(Debug, Default)]
struct Read {
    /// Digits from the first that is not 0, without the separators.
    digits: String,
    /// `0.digits × 10^point`.
    point: i64,
    infinite: bool,
    /// Behind the last byte that belongs to the number.
    end: usize,
    /// Where the fraction begins that is not to be read.
    fraction_at: Option<usize>,
}

/// Reading.
impl DecimalFormat {
    /// Reads a number from a position on, as far as it goes: a `Long` where it fits one, else a `Double`; with
    /// [`set_parse_big_decimal`](Self::set_parse_big_decimal) a `BigDecimal` always. Infinity and NaN are doubles.
    ///
    /// The position moves behind the suffix. If there is no number, it stays, its error index is set, and `None` is
    /// returned.
    pub fn parse(&self, text: &str, position: &mut ParsePosition) -> Option<Value> {
        let start = position.index;
        if has_at(text, start, &self.symbols.nan) && !self.symbols.nan.is_empty() {
            position.index += self.symbols.nan.len();
            return Some(Value::Double(f64::NAN));
        }
        let (read, positive) = self.read_between_affixes(text, position)?;
        let sign = if positive == (self.multiplier >= 0) { 1.0 } else { -1.0 };
        if read.infinite {
            return Some(Value::Double(f64::INFINITY * sign));
        }
        if self.multiplier == 0 {
            let size = if read.digits.is_empty() { f64::NAN } else { f64::INFINITY };
            return Some(Value::Double(if positive { size } else { -size }));
        }
        if self.parse_big_decimal {
            return match self.big_decimal(&read, positive) {
                Some(number) => Some(Value::BigDecimal(Arc::new(number))),
                // Java would try to make a number of millions of digits of it.
                None => position_back(position, start),
            };
        }
        Some(self.long_or_double(&read, positive))
    }

    /// Reads a number at the beginning of the text (`NumberFormat.parse(String)`); what follows it does not matter.
    ///
    /// # Errors
    /// `ParseException` if the text does not begin with a number.
    pub fn parse_all(&self, text: &str) -> Result<Value> {
        let mut position = ParsePosition::default();
        self.parse(text, &mut position).ok_or_else(|| unparseable("a number", text, position))
    }

    fn read_between_affixes(&self, text: &str, position: &mut ParsePosition) -> Option<(Read, bool)> {
        let start = position.index;
        let (positive, negative) = (&self.positive_text, &self.negative_text);
        let [mut is_positive, mut is_negative] = longest(text, start, &positive.prefix, &negative.prefix);
        let from = match (is_positive, is_negative) {
            (false, false) => return position.fail(start),
            (true, _) => start + positive.prefix.len(),
            (false, true) => start + negative.prefix.len(),
        };
        let Some(read) = self.read_number(text, from) else {
            return position.fail(start);
        };
        let suffixes = longest(text, read.end, &positive.suffix, &negative.suffix);
        is_positive &= has_at(text, read.end, &positive.suffix);
        is_negative &= has_at(text, read.end, &negative.suffix);
        if is_positive && is_negative {
            [is_positive, is_negative] = suffixes;
        }
        // Neither can be told from the other if both fit alike.
        if is_positive == is_negative {
            return position.fail(read.end);
        }
        let suffix = if is_positive { &positive.suffix } else { &negative.suffix };
        position.index = read.fraction_at.unwrap_or(read.end + suffix.len());
        Some((read, is_positive))
    }

    fn read_number(&self, text: &str, from: usize) -> Option<Read> {
        if has_at(text, from, &self.symbols.infinity) && !self.symbols.infinity.is_empty() {
            let end = from + self.symbols.infinity.len();
            return Some(Read { infinite: true, end, ..Read::default() });
        }
        let (decimal, grouping) = (self.decimal_separator(), self.grouping_separator());
        let mut read = Read::default();
        let (mut saw_digit, mut saw_decimal, mut before_point) = (false, false, false);
        // A grouping separator counts only with a digit behind it.
        let mut separator_at = None;
        let mut exponent = 0;
        let mut end = from;
        for (offset, c) in text.get(from..)?.char_indices() {
            let at = from + offset;
            end = at;
            match self.digit(c) {
                Some(digit) => {
                    saw_digit = true;
                    separator_at = None;
                    if digit == 0 && read.digits.is_empty() {
                        read.point -= i64::from(saw_decimal);
                    } else if read.fraction_at.is_none() {
                        read.digits.push(char::from(b'0' + digit));
                        read.point += i64::from(!saw_decimal);
                    }
                }
                None if c == decimal => {
                    if saw_decimal {
                        break;
                    }
                    // The suffix stands behind the fraction, even of those that end before it.
                    read.fraction_at = self.parse_integer_only.then_some(at);
                    before_point = saw_digit;
                    saw_decimal = true;
                }
                None if c == grouping && self.grouping_used => {
                    if saw_decimal {
                        break;
                    }
                    separator_at = Some(at);
                }
                None => {
                    if let Some((value, behind)) = self.read_exponent(text, at) {
                        exponent = value;
                        end = behind;
                    }
                    break;
                }
            }
            end = at + c.len_utf8();
        }
        // A whole number has a digit before the point.
        if !saw_digit || read.fraction_at.is_some() && !before_point {
            return None;
        }
        if read.fraction_at.is_none() {
            read.point += exponent;
        }
        read.end = separator_at.unwrap_or(end);
        Some(read)
    }

    /// An exponent and where it ends, if there is one.
    fn read_exponent(&self, text: &str, at: usize) -> Option<(i64, usize)> {
        if !has_at(text, at, &self.symbols.exponent) {
            return None;
        }
        let mut end = at + self.symbols.exponent.len();
        let negative = has_at(text, end, &self.symbols.minus);
        if negative {
            end += self.symbols.minus.len();
        }
        let from = end;
        let mut value = 0_i64;
        for c in text.get(end..)?.chars() {
            let Some(digit) = self.digit(c) else { break };
            value = value.checked_mul(10)?.checked_add(i64::from(digit))?;
            end += c.len_utf8();
        }
        // Java takes the lower half of what does not fit an int.
        let value = i64::from(value as i32);
        (end > from).then_some((if negative { -value } else { value }, end))
    }

    /// The digit that a character is, in the locale's digits or any others.
    pub(super) fn digit(&self, c: char) -> Option<u8> {
        let own = u32::from(c).wrapping_sub(u32::from(self.symbols.zero_digit));
        if own <= 9 {
            return Some(own as u8);
        }
        unicode_digit(c)
    }

    fn big_decimal(&self, read: &Read, positive: bool) -> Option<BigDecimal> {
        let scale = i32::try_from(read.digits.len() as i64 - read.point).ok()?;
        if read.digits.len() > MAX_DIGITS as usize {
            return None;
        }
        let unscaled = BigInt::parse_bytes(read.digits.as_bytes(), 10).unwrap_or_default();
        let mut number = BigDecimal::new(unscaled, scale);
        if self.multiplier != 1 {
            number = divide(&number, self.multiplier, self.rounding)?;
        }
        Some(if positive { number } else { number.negate() })
    }

    fn long_or_double(&self, read: &Read, positive: bool) -> Value {
        let multiplier = i64::from(self.multiplier);
        let mut size = match read.whole(positive, self.parse_integer_only) {
            Some(whole) if whole % i128::from(multiplier) == 0 => {
                let number = whole / i128::from(multiplier) * if positive { 1 } else { -1 };
                return match i64::try_from(number) {
                    Ok(number) => Value::Long(number),
                    Err(_) => Value::Double(number as f64),
                };
            }
            Some(whole) => whole as f64,
            None => read.to_double(),
        };
        if multiplier != 1 {
            size /= multiplier as f64;
        }
        let number = if positive { size } else { -size };
        // What the division made whole is a long again.
        let whole = number as i64;
        let is_whole = whole as f64 == number && !(number == 0.0 && number.is_sign_negative());
        if multiplier != 1 && (is_whole || self.parse_integer_only) {
            return Value::Long(whole);
        }
        Value::Double(number)
    }

    /// Whether the fraction is left unread.
    pub fn is_parse_integer_only(&self) -> bool {
        self.parse_integer_only
    }

    /// Sets whether reading ends at the decimal point.
    pub fn set_parse_integer_only(&mut self, only: bool) {
        self.parse_integer_only = only;
    }

    /// Whether what is read becomes a `BigDecimal`.
    pub fn is_parse_big_decimal(&self) -> bool {
        self.parse_big_decimal
    }

    /// Sets whether what is read becomes a `BigDecimal`.
    pub fn set_parse_big_decimal(&mut self, big: bool) {
        self.parse_big_decimal = big;
    }
}

impl Read {
    /// The whole number without its sign, if it is one that fits a `long`. A negative zero is none, unless all is to be
    /// whole.
    fn whole(&self, positive: bool, integer_only: bool) -> Option<i128> {
        let digits = self.digits.trim_end_matches('0');
        if digits.is_empty() {
            return (positive || integer_only).then_some(0);
        }
        if self.point < digits.len() as i64 || self.point > 19 {
            return None;
        }
        let zeros = (self.point - digits.len() as i64) as u32;
        let number = digits.parse::<i128>().ok()? * 10_i128.pow(zeros);
        let limit = i128::from(i64::MAX) + i128::from(!positive);
        (number <= limit).then_some(number)
    }

    fn to_double(&self) -> f64 {
        // Rust reads every such text, to the nearest double.
        format!("0.{}e{}", if self.digits.is_empty() { "0" } else { &self.digits }, self.point)
            .parse()
            .unwrap_or(0.0)
    }
}

/// Which of two affixes stand there; the longer one only, if both do.
fn longest(text: &str, at: usize, positive: &str, negative: &str) -> [bool; 2] {
    let (is_positive, is_negative) = (has_at(text, at, positive), has_at(text, at, negative));
    if is_positive && is_negative {
        return [positive.len() >= negative.len(), negative.len() >= positive.len()];
    }
    [is_positive, is_negative]
}

#[cold]
fn position_back<T>(position: &mut ParsePosition, start: usize) -> Option<T> {
    position.index = start;
    position.fail(start)
}

fn divide(number: &BigDecimal, by: i32, rounding: crate::value::number::RoundingMode) -> Option<BigDecimal> {
    let divisor = BigDecimal::from(i64::from(by));
    // Of a percent or per mille the quotient ends after as many places as the divisor has zeros.
    let exact = number.divide_to_scale(
        &divisor,
        number.scale().checked_add(40)?,
        crate::value::number::RoundingMode::Unnecessary,
    );
    match exact {
        Ok(quotient) => {
            // The fewest places, but no fewer than the dividend has.
            let mut least = quotient.strip_trailing_zeros();
            if least.scale() < number.scale() || quotient.unscaled().sign() == Sign::NoSign {
                least = quotient.with_scale(number.scale(), rounding).ok()?;
            }
            Some(least)
        }
        Err(_) => number.divide(&divisor, rounding).ok(),
    }
}

/// `Character.digit(c, 10)`: the decimal digits of any script.
fn unicode_digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).map(|digit| digit as u8);
    }
    let zero = ZEROS.iter().rev().find(|zero| **zero <= u32::from(c))?;
    let digit = u32::from(c) - zero;
    (digit <= 9).then_some(digit as u8)
}

/// The zeros of Unicode's decimal digits (general category Nd) outside ASCII, in ascending order; the other nine digits
/// follow each. Those beyond the basic plane are left out: Java reads no half characters either.
const ZEROS: &[u32] = &[
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
    0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];
