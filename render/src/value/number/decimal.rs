//! `java.math.BigDecimal`: a whole number and the place of its decimal point.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_bigint::Sign;
use num_traits::Signed;
use num_traits::ToPrimitive;
use num_traits::Zero;

use super::MAX_BITS;
use super::MAX_DIGITS;
use super::big_integer_hash;
use super::too_many_digits;
use crate::Error;
use crate::Result;
use crate::error::class;

/// A `java.math.BigDecimal`: `unscaled × 10^-scale`.
///
/// As in Java, `2.0` and `2.00` are different values under `==` and the same under [`compare`](Self::compare), and
/// `Display` gives `toString`: `1E+3`, `0.00`, `1.5E-9`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigDecimal {
    unscaled: BigInt,
    scale: i32,
}

/// How to round (`java.math.RoundingMode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
    /// Towards positive infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// To the nearest, halves away from zero.
    HalfUp,
    /// To the nearest, halves towards zero.
    HalfDown,
    /// To the nearest, halves to the even neighbour.
    HalfEven,
    /// An error unless nothing needs rounding.
    Unnecessary,
}

impl BigDecimal {
    /// `unscaled × 10^-scale`
    pub fn new(unscaled: impl Into<BigInt>, scale: i32) -> Self {
        BigDecimal { unscaled: unscaled.into(), scale }
    }

    /// Reads a text as `new BigDecimal(text)` does, up to [`MAX_DIGITS`] digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let unsigned = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = [whole, fraction].concat();
        if !(1..=MAX_DIGITS as usize).contains(&digits.len())
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        let unscaled = BigInt::parse_bytes(digits.as_bytes(), 10)?;
        let unscaled = if mantissa.starts_with('-') { -unscaled } else { unscaled };
        let scale = i32::try_from(fraction.len() as i64 - exponent).ok()?;
        Some(BigDecimal { unscaled, scale })
    }

    /// The exact value of a `double` (`new BigDecimal(value)`); `None` for NaN and infinities.
    pub fn from_double(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let raw_exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) =
            if raw_exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, raw_exponent - 1075) };
        if mantissa == 0 {
            return Some(BigDecimal::new(0, 0));
        }
        let zeros = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros as i32);
        let mantissa = if value < 0.0 { -BigInt::from(mantissa) } else { BigInt::from(mantissa) };
        Some(match exponent {
            // m / 2^n is m × 5^n / 10^n.
            ..0 => BigDecimal::new(mantissa * BigInt::from(5).pow(exponent.unsigned_abs()), -exponent),
            0.. => BigDecimal::new(mantissa << exponent.unsigned_abs(), 0),
        })
    }

    /// The value of a `double` as it prints (`BigDecimal.valueOf(value)`); `None` for NaN and infinities.
    pub fn value_of_double(value: f64) -> Option<Self> {
        let mut text = String::new();
        super::write_double(value, &mut text).ok()?;
        Self::parse(&text)
    }

    /// The digits without the decimal point (`unscaledValue`).
    pub fn unscaled(&self) -> &BigInt {
        &self.unscaled
    }

    /// How many of the digits stand behind the decimal point; negative: how many zeros follow them.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How many digits there are; 1 for zero.
    pub fn precision(&self) -> u32 {
        match self.unscaled.magnitude().to_u64() {
            Some(small) => small.checked_ilog10().unwrap_or(0) + 1,
            None => self.unscaled.magnitude().to_string().len() as u32,
        }
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.unscaled.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// The same size with the other sign.
    #[must_use]
    pub fn negate(&self) -> Self {
        BigDecimal::new(-&self.unscaled, self.scale)
    }

    /// The same size without a sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        BigDecimal::new(self.unscaled.abs(), self.scale)
    }

    /// The sum, with the larger of both scales.
    ///
    /// # Errors
    /// `ArithmeticException` if it has too many digits.
    pub fn add(&self, other: &Self) -> Result<Self> {
        self.aligned(other, |a, b| a + b)
    }

    /// The difference, with the larger of both scales.
    ///
    /// # Errors
    /// `ArithmeticException` if it has too many digits.
    pub fn subtract(&self, other: &Self) -> Result<Self> {
        self.aligned(other, |a, b| a - b)
    }

    fn aligned(&self, other: &Self, apply: impl FnOnce(&BigInt, &BigInt) -> BigInt) -> Result<Self> {
        let scale = self.scale.max(other.scale);
        Ok(BigDecimal::new(apply(&self.raised_to(scale)?, &other.raised_to(scale)?), scale))
    }

    /// The digits for a scale that is not smaller.
    fn raised_to(&self, scale: i32) -> Result<BigInt> {
        raised(&self.unscaled, i64::from(scale) - i64::from(self.scale))
    }

    /// The product, with the sum of both scales.
    ///
    /// # Errors
    /// `ArithmeticException` if it has too many digits, or its scale is out of range.
    pub fn multiply(&self, other: &Self) -> Result<Self> {
        if self.unscaled.bits() + other.unscaled.bits() > MAX_BITS {
            return Err(too_many_digits());
        }
        let unscaled = &self.unscaled * &other.unscaled;
        let scale = i64::from(self.scale) + i64::from(other.scale);
        // A zero takes the nearest scale that there is.
        let nearest = scale.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        if i64::from(nearest) != scale && !unscaled.is_zero() {
            return Err(Error::new(class::ARITHMETIC, "the result's exponent is out of range"));
        }
        Ok(BigDecimal { unscaled, scale: nearest })
    }

    /// The quotient with the scale of this number, as EL's `/` wants it.
    ///
    /// # Errors
    /// `ArithmeticException` for a zero divisor, or if too many digits are needed.
    pub fn divide(&self, divisor: &Self, rounding: RoundingMode) -> Result<Self> {
        self.divide_to_scale(divisor, self.scale, rounding)
    }

    /// The quotient with a given scale.
    ///
    /// # Errors
    /// `ArithmeticException` for a zero divisor, if too many digits are needed, or if rounding is needed and
    /// [`RoundingMode::Unnecessary`].
    pub fn divide_to_scale(&self, divisor: &Self, scale: i32, rounding: RoundingMode) -> Result<Self> {
        if divisor.unscaled.is_zero() {
            return Err(Error::new(class::ARITHMETIC, "division by zero"));
        }
        let raise = i64::from(scale) + i64::from(divisor.scale) - i64::from(self.scale);
        let dividend = raised(&self.unscaled, raise.max(0))?;
        let divisor = raised(&divisor.unscaled, (-raise).max(0))?;
        Ok(BigDecimal::new(divide_rounded(&dividend, &divisor, rounding)?, scale))
    }

    /// The same value with another scale, rounded if that is smaller.
    ///
    /// # Errors
    /// `ArithmeticException` if too many digits are needed, or if rounding is needed and
    /// [`RoundingMode::Unnecessary`].
    pub fn with_scale(&self, scale: i32, rounding: RoundingMode) -> Result<Self> {
        if scale >= self.scale {
            return Ok(BigDecimal::new(self.raised_to(scale)?, scale));
        }
        let divisor = raised(&BigInt::from(1), i64::from(self.scale) - i64::from(scale))?;
        Ok(BigDecimal::new(divide_rounded(&self.unscaled, &divisor, rounding)?, scale))
    }

    /// The same value with as few digits as can be; zero gets the scale 0.
    #[must_use]
    pub fn strip_trailing_zeros(&self) -> Self {
        if self.unscaled.is_zero() {
            return BigDecimal::new(0, 0);
        }
        let digits = self.unscaled.to_string();
        let zeros = digits.len() - digits.trim_end_matches('0').len();
        let zeros = zeros.min((i64::from(self.scale) - i64::from(i32::MIN)) as usize);
        BigDecimal::new(&self.unscaled / power_of_ten(zeros as u32), self.scale - zeros as i32)
    }

    /// The whole part (`toBigInteger`).
    ///
    /// # Errors
    /// `ArithmeticException` if it has too many digits.
    pub fn to_big_integer(&self) -> Result<BigInt> {
        match self.scale {
            ..=0 => raised(&self.unscaled, -i64::from(self.scale)),
            scale if i64::from(self.precision()) <= i64::from(scale) => Ok(BigInt::from(0)),
            scale => Ok(&self.unscaled / power_of_ten(scale as u32)),
        }
    }

    /// The low 64 bits of the whole part (`longValue`).
    pub fn to_long(&self) -> i64 {
        // 10^64 and above end in 64 zero bits.
        if self.scale <= -64 {
            return 0;
        }
        self.to_big_integer().map_or(0, |value| low_bits(&value))
    }

    /// The nearest `double` (`doubleValue`).
    pub fn to_double(&self) -> f64 {
        // Where whole number and power of ten are exact doubles, so is what IEEE division rounds.
        const EXACT: [f64; 10] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
        if let (Some(unscaled), Some(power)) = (self.unscaled.to_i64(), EXACT.get(self.scale as usize))
            && unscaled.unsigned_abs() < 1 << 53
        {
            return unscaled as f64 / power;
        }
        self.exponent_form().parse().unwrap_or(f64::NAN)
    }

    /// The nearest `float` (`floatValue`).
    pub fn to_float(&self) -> f32 {
        self.exponent_form().parse().unwrap_or(f32::NAN)
    }

    fn exponent_form(&self) -> String {
        format!("{}e{}", self.unscaled, -i64::from(self.scale))
    }

    /// Java's `compareTo`: by value, whatever the scales.
    pub fn compare(&self, other: &Self) -> Ordering {
        if self.scale == other.scale {
            return self.unscaled.cmp(&other.unscaled);
        }
        let by_sign = self.signum().cmp(&other.signum());
        if by_sign.is_ne() || self.unscaled.is_zero() {
            return by_sign;
        }
        // Compare the power of ten of the first digit before anything is multiplied: scales may be far apart.
        let size = |number: &Self| i64::from(number.precision()) - i64::from(number.scale);
        let by_size = size(self).cmp(&size(other)).then_with(|| {
            let up = i64::from(other.scale) - i64::from(self.scale);
            // As the first digits have the same power, scales differ by no more than the digits there are.
            let a = self.unscaled.abs() * power_of_ten(up.max(0) as u32);
            let b = other.unscaled.abs() * power_of_ten((-up).max(0) as u32);
            a.cmp(&b)
        });
        if self.signum() < 0 { by_size.reverse() } else { by_size }
    }

    /// Java's `hashCode`.
    pub fn hash_code(&self) -> i32 {
        big_integer_hash(&self.unscaled).wrapping_mul(31).wrapping_add(self.scale)
    }

    /// The digits without an exponent (`toPlainString`).
    ///
    /// # Errors
    /// `ArithmeticException` if there are too many.
    pub fn to_plain_string(&self) -> Result<String> {
        if self.scale.unsigned_abs() > MAX_DIGITS {
            return Err(too_many_digits());
        }
        if self.scale <= 0 {
            return Ok(raised(&self.unscaled, -i64::from(self.scale))?.to_string());
        }
        let mut text = String::new();
        let digits = self.unscaled.magnitude().to_string();
        // Writing to a string can't fail.
        let _ = self.write_point(&digits, &mut text);
        Ok(text)
    }

    /// `digits` with the decimal point at a positive scale.
    fn write_point(&self, digits: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let scale = self.scale as usize;
        if self.unscaled.is_negative() {
            out.write_char('-')?;
        }
        if digits.len() > scale {
            let (whole, fraction) = digits.split_at(digits.len() - scale);
            write!(out, "{whole}.{fraction}")
        } else {
            write!(out, "0.{digits:0>scale$}")
        }
    }
}

/// Java's `toString`.
impl fmt::Display for BigDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Below this power of ten of the first digit Java changes to exponents.
        const SMALLEST_PLAIN: i64 = -6;
        let mut buffer = itoa::Buffer::new();
        let long;
        let digits = match self.unscaled.magnitude().to_u64() {
            Some(small) => buffer.format(small),
            None => {
                long = self.unscaled.magnitude().to_string();
                &long
            }
        };
        let exponent = digits.len() as i64 - 1 - i64::from(self.scale);
        if self.scale > 0 && exponent >= SMALLEST_PLAIN {
            return self.write_point(digits, f);
        }
        if self.unscaled.is_negative() {
            f.write_str("-")?;
        }
        if self.scale == 0 {
            return f.write_str(digits);
        }
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        write!(f, "{first}{point}{rest}")?;
        if exponent == 0 { Ok(()) } else { write!(f, "E{exponent:+}") }
    }
}

impl From<i64> for BigDecimal {
    fn from(value: i64) -> Self {
        BigDecimal::new(value, 0)
    }
}

impl From<BigInt> for BigDecimal {
    fn from(value: BigInt) -> Self {
        BigDecimal::new(value, 0)
    }
}

/// The low 64 bits of a whole number (`BigInteger.longValue`).
pub(crate) fn low_bits(value: &BigInt) -> i64 {
    let low = value.magnitude().iter_u64_digits().next().unwrap_or(0) as i64;
    if value.is_negative() { low.wrapping_neg() } else { low }
}

/// The digits behind `e`.
fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn power_of_ten(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

/// `value × 10^exponent`, for an exponent that is not negative.
fn raised(value: &BigInt, exponent: i64) -> Result<BigInt> {
    if exponent == 0 || value.is_zero() {
        return Ok(value.clone());
    }
    let digits = value.bits() * 10 / 33 + exponent.unsigned_abs();
    if digits > u64::from(MAX_DIGITS) {
        return Err(too_many_digits());
    }
    Ok(value * power_of_ten(exponent as u32))
}

fn divide_rounded(dividend: &BigInt, divisor: &BigInt, rounding: RoundingMode) -> Result<BigInt> {
    let quotient = dividend / divisor;
    let rest = dividend - &quotient * divisor;
    if rest.is_zero() {
        return Ok(quotient);
    }
    let negative = dividend.is_negative() != divisor.is_negative();
    let half = (rest.magnitude() * 2_u32).cmp(divisor.magnitude());
    let away = match rounding {
        RoundingMode::Up => true,
        RoundingMode::Down => false,
        RoundingMode::Ceiling => !negative,
        RoundingMode::Floor => negative,
        RoundingMode::HalfUp => half.is_ge(),
        RoundingMode::HalfDown => half.is_gt(),
        RoundingMode::HalfEven => half.then_with(|| quotient.bit(0).cmp(&false)).is_gt(),
        RoundingMode::Unnecessary => {
            return Err(Error::new(class::ARITHMETIC, "rounding is necessary for an exact result"));
        }
    };
    Ok(match (away, negative) {
        (false, _) => quotient,
        (true, true) => quotient - 1,
        (true, false) => quotient + 1,
    })
}
