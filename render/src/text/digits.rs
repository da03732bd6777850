//! Decimal digits of a number and their rounding.

use num_bigint::BigInt;

use crate::Error;
use crate::Result;
use crate::error::class;
use crate::value::BigDecimal;
use crate::value::number::RoundingMode;
use crate::value::number::write_double;

/// Decimal digits without a sign: `0.text × 10^point`, no zeros at either end of the text, which is empty for zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digits<'a> {
    text: &'a str,
    point: i64,
}

/// The same with a text of its own.
#[derive(Debug)]
pub(super) struct OwnDigits {
    text: String,
    point: i64,
}

/// Where to round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keep {
    /// Behind so many digits of the fraction.
    Fraction(u32),
    /// Behind so many digits from the first that is not 0.
    Significant(u32),
}

impl<'a> Digits<'a> {
    /// `text × 10^-scale` for a text of ASCII digits.
    pub(super) fn new(text: &'a str, scale: i64) -> Self {
        let point = text.len() as i64 - scale;
        let zeros = text.bytes().take_while(|digit| *digit == b'0').count();
        let end = text.len() - text.bytes().rev().take_while(|digit| *digit == b'0').count();
        let text = text.get(zeros..end).unwrap_or("");
        Digits { text, point: if text.is_empty() { 0 } else { point - zeros as i64 } }
    }

    /// The digits, from the first that is not 0 to the last.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// How many digits stand before the decimal point; negative: how many zeros follow it.
    pub(super) fn point(&self) -> i64 {
        self.point
    }

    pub(super) fn is_zero(&self) -> bool {
        self.text.is_empty()
    }

    /// How many of the digits are kept; negative: the last place that is kept is that far left of the first digit.
    fn kept(&self, keep: Keep) -> i64 {
        match keep {
            Keep::Fraction(digits) => self.point + i64::from(digits),
            Keep::Significant(digits) => i64::from(digits),
        }
    }

    /// Rounds. Java takes a number without any digit among those kept and the one that follows for zero, whatever the
    /// rounding mode.
    ///
    /// # Errors
    /// `ArithmeticException` if rounding is needed and [`RoundingMode::Unnecessary`].
    pub(super) fn rounded(self, keep: Keep, mode: RoundingMode, negative: bool) -> Result<OwnDigits> {
        let Ok(kept) = usize::try_from(self.kept(keep)) else {
            return Ok(OwnDigits { text: String::new(), point: 0 });
        };
        if kept >= self.text.len() {
            return Ok(OwnDigits { text: self.text.into(), point: self.point });
        }
        let (kept, rest) = self.text.split_at(kept);
        if !rounds_up(kept, rest, mode, negative)? {
            let text = kept.trim_end_matches('0');
            return Ok(OwnDigits { text: text.into(), point: if text.is_empty() { 0 } else { self.point } });
        }
        let stays = kept.trim_end_matches('9');
        let Some((last, before)) = stays.as_bytes().split_last() else {
            return Ok(OwnDigits { text: "1".into(), point: self.point + 1 });
        };
        let mut text = String::with_capacity(stays.len());
        text.push_str(&stays[..before.len()]);
        text.push(char::from(last + 1));
        Ok(OwnDigits { text, point: self.point })
    }
}

impl OwnDigits {
    /// The digits of a finite, positive double as Java's `DecimalFormat` sees them: those of `Double.toString` where
    /// they are few enough, else its exact value, rounded.
    ///
    /// # Errors
    /// As [`Digits::rounded`].
    pub(super) fn of_double(size: f64, keep: Keep, mode: RoundingMode, negative: bool) -> Result<Self> {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = write_double(size, &mut text);
        let (mantissa, exponent) = text.split_once('E').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent: i64 = exponent.parse().unwrap_or(0);
        let all = [whole, fraction].concat();
        let shortest = Digits::new(&all, fraction.len() as i64 - exponent);
        if shortest.kept(keep) >= shortest.text.len() as i64 {
            return Ok(OwnDigits { text: shortest.text.into(), point: shortest.point });
        }
        let Some(exact) = BigDecimal::from_double(size) else {
            return Ok(OwnDigits { text: String::new(), point: 0 });
        };
        let text = exact.unscaled().magnitude().to_string();
        let mut exact = Digits::new(&text, i64::from(exact.scale()));
        // The exact value of 1E-20 begins with a 9, one place further right, yet Java rounds where the 1 is.
        let padded;
        if exact.point < shortest.point {
            padded = format!("0{}", exact.text);
            exact = Digits { text: &padded, point: shortest.point };
        }
        exact.rounded(keep, mode, negative)
    }

    /// The digits of `unscaled × 10^-scale` without its sign, rounded.
    ///
    /// # Errors
    /// As [`Digits::rounded`].
    pub(super) fn of_decimal(
        unscaled: &BigInt,
        scale: i32,
        keep: Keep,
        mode: RoundingMode,
        negative: bool,
    ) -> Result<Self> {
        let text = unscaled.magnitude().to_string();
        Digits::new(&text, i64::from(scale)).rounded(keep, mode, negative)
    }

    pub(super) fn as_digits(&self) -> Digits<'_> {
        Digits { text: &self.text, point: self.point }
    }
}

/// Whether the last digit kept grows by one when the rest, which has a digit that is not 0, is dropped.
fn rounds_up(kept: &str, rest: &str, mode: RoundingMode, negative: bool) -> Result<bool> {
    // The rest ends in a digit that is not 0, so only "5" itself is half.
    let half = rest.cmp("5");
    let odd = kept.bytes().last().is_some_and(|digit| digit % 2 == 1);
    Ok(match mode {
        RoundingMode::Up => true,
        RoundingMode::Down => false,
        RoundingMode::Ceiling => !negative,
        RoundingMode::Floor => negative,
        RoundingMode::HalfUp => half.is_ge(),
        RoundingMode::HalfDown => half.is_gt(),
        RoundingMode::HalfEven => half.is_gt() || half.is_eq() && odd,
        RoundingMode::Unnecessary => {
            return Err(Error::new(
                class::ARITHMETIC,
                "rounding is needed, but the rounding mode is UNNECESSARY",
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str, scale: i64, keep: Keep, mode: RoundingMode) -> (String, i64) {
        let digits = Digits::new(text, scale).rounded(keep, mode, false).unwrap();
        (digits.text, digits.point)
    }

    #[test]
    fn carries_go_as_far_as_they_must() {
        let half_even = RoundingMode::HalfEven;
        assert_eq!(round("9996", 3, Keep::Fraction(2), half_even), ("1".into(), 2));
        assert_eq!(round("1996", 3, Keep::Fraction(2), half_even), ("2".into(), 1));
        assert_eq!(round("1234", 3, Keep::Significant(2), half_even), ("12".into(), 1));
        assert_eq!(round("6", 1, Keep::Fraction(0), half_even), ("1".into(), 1));
        assert_eq!(round("5", 1, Keep::Fraction(0), half_even), (String::new(), 0));
        assert_eq!(round("5001", 4, Keep::Fraction(0), half_even), ("1".into(), 1));
        assert_eq!(round("1004", 3, Keep::Fraction(2), half_even), ("1".into(), 1));
        assert_eq!(round("00120", 0, Keep::Fraction(0), half_even), ("12".into(), 3));
    }
}
