//! Puts digits, separators, exponent and affixes in their places.

use super::DecimalFormat;
use super::digits::Digits;
use crate::Result;
use crate::value::number::MAX_DIGITS;
use crate::value::number::too_many_digits;

/// The numbers of digits to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) min_integer: u32,
    pub(super) max_integer: u32,
    pub(super) min_fraction: u32,
    pub(super) max_fraction: u32,
}

impl DecimalFormat {
    /// Writes digits that are rounded already. `whole`: the number's type has no fraction.
    ///
    /// # Errors
    /// `ArithmeticException` if there were more digits than [`MAX_DIGITS`] before the decimal point.
    pub(super) fn write(
        &self,
        negative: bool,
        digits: Digits<'_>,
        whole: bool,
        limits: Limits,
        out: &mut String,
    ) -> Result<()> {
        let before_point = digits.point().clamp(0, i64::from(limits.max_integer));
        if self.exponent.is_none() && before_point > i64::from(MAX_DIGITS) {
            return Err(too_many_digits());
        }
        let affixes = self.affixes(negative);
        out.push_str(&affixes.prefix);
        match self.exponent {
            None => self.write_fixed(digits, whole, limits, out),
            Some(exponent_digits) => self.write_scientific(digits, exponent_digits, limits, out),
        }
        out.push_str(&affixes.suffix);
        Ok(())
    }

    /// An infinite number.
    #[cold]
    pub(super) fn write_infinity(&self, negative: bool, out: &mut String) {
        let affixes = self.affixes(negative);
        out.push_str(&affixes.prefix);
        out.push_str(&self.symbols.infinity);
        out.push_str(&affixes.suffix);
    }

    fn write_fixed(&self, digits: Digits<'_>, whole: bool, limits: Limits, out: &mut String) {
        let point = digits.point();
        // The caller made sure that this is not many.
        let integer = point.max(i64::from(limits.min_integer)).min(i64::from(limits.max_integer)) as u32;
        let fraction = if whole || digits.is_zero() {
            limits.min_fraction
        } else {
            let there = (digits.text().len() as i64 - point).clamp(0, i64::from(limits.max_fraction));
            limits.min_fraction.max(there as u32)
        };
        // The place of the next digit among the digits: before them and behind them are zeros.
        let mut at = point - i64::from(integer);
        let mut left = integer;
        let group = u32::from(self.effective_group());
        if left > group && group > 0 {
            let separator = self.grouping_separator();
            let first = (left - 1) % group + 1;
            self.push_digits(digits.text(), at, first, out);
            at += i64::from(first);
            left -= first;
            while left > 0 {
                out.push(separator);
                self.push_digits(digits.text(), at, group, out);
                at += i64::from(group);
                left -= group;
            }
        } else if left > 0 {
            self.push_digits(digits.text(), at, left, out);
            at += i64::from(left);
        } else if fraction == 0 {
            out.push(self.symbols.zero_digit);
        }
        if fraction > 0 || self.separator_always {
            out.push(self.decimal_separator());
            self.push_digits(digits.text(), at, fraction, out);
        }
    }

    fn write_scientific(&self, digits: Digits<'_>, exponent_digits: u32, limits: Limits, out: &mut String) {
        // As many as fit: up to this many zeros may be written before the point.
        let max = i64::from(limits.max_integer.min(MAX_DIGITS));
        let min = i64::from(limits.min_integer);
        // More places before the point than needed: the exponent is a multiple of them.
        let repeats = max > 1 && max > min;
        let min_integer = if repeats { 1 } else { min };
        let exponent = match digits.point() {
            _ if digits.is_zero() => 0,
            point if repeats => (point - 1).div_euclid(max) * max,
            point => point - min,
        };
        let integer = if digits.is_zero() { min_integer } else { digits.point() - exponent };
        let total = (min + i64::from(limits.min_fraction)).max(integer).max(digits.text().len() as i64);
        self.push_digits(digits.text(), 0, integer as u32, out);
        if total > integer || self.separator_always {
            out.push(self.decimal_separator());
        }
        self.push_digits(digits.text(), integer, (total - integer) as u32, out);

        out.push_str(&self.symbols.exponent);
        if exponent < 0 {
            out.push_str(&self.symbols.minus);
        }
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(exponent.unsigned_abs());
        // Zero has no digits of its own.
        let text = if exponent == 0 { "" } else { text };
        let zeros = i64::from(exponent_digits) - text.len() as i64;
        self.push_digits(text, -zeros.max(0), (text.len() as i64 + zeros.max(0)) as u32, out);
    }

    /// Writes `count` digits from the place `at` on; before and behind the text all are 0.
    fn push_digits(&self, text: &str, at: i64, count: u32, out: &mut String) {
        let (len, end) = (text.len() as i64, at + i64::from(count));
        if at >= 0 && end <= len && self.symbols.zero_digit == '0' {
            out.push_str(&text[at as usize..end as usize]);
            return;
        }
        self.push_zeros(end.min(0) - at, out);
        let there = &text[at.clamp(0, len) as usize..end.clamp(0, len) as usize];
        match u32::from(self.symbols.zero_digit) {
            0x30 => out.push_str(there),
            zero => {
                let digit = |byte: u8| char::from_u32(zero + u32::from(byte - b'0'));
                out.extend(there.bytes().map(|byte| digit(byte).unwrap_or(char::REPLACEMENT_CHARACTER)));
            }
        }
        self.push_zeros(end - at.max(len), out);
    }

    /// Writes zeros, none for a negative count.
    fn push_zeros(&self, count: i64, out: &mut String) {
        for _ in 0..count {
            out.push(self.symbols.zero_digit);
        }
    }
}
