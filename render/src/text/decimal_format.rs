//! `java.text.DecimalFormat`: numbers to text by a pattern.

use std::sync::Arc;

use num_bigint::BigInt;
use num_bigint::Sign;

use super::Locale;
use super::PatternError;
use super::Symbols;
use super::affix::Affix;
use super::data;
use super::digits::Digits;
use super::digits::Keep;
use super::digits::OwnDigits;
use super::layout::Limits;
use super::pattern::Pattern;
use super::plain::Plain;
use crate::Error;
use crate::Result;
use crate::value::BigDecimal;
use crate::value::Value;
use crate::value::number::MAX_DIGITS;
use crate::value::number::RoundingMode;

/// More digits are never written of a `double` or `long`, as in Java.
pub(super) const DOUBLE_INTEGER_DIGITS: u32 = 309;
pub(super) const DOUBLE_FRACTION_DIGITS: u32 = 340;

/// A `java.text.DecimalFormat`, which it equals in patterns, rounding and rare cases.
///
/// A format is immutable while it is used, and may be shared between threads.
///
/// # Differences from Java
/// Java up to 25 takes the digits of doubles from an older algorithm than its own `Double.toString`, which shows in
/// the last digits of some above 2^53; in scientific notation it rounds halves of doubles without a fraction up; it
/// loses the minus sign of `0E0E`, with an `E` right behind the exponent; and it takes `¤'¤'` for `¤¤`. None of that
/// is so here.
///
/// ```
/// use vespid_render::Value;
/// use vespid_render::text::DecimalFormat;
/// use vespid_render::text::Locale;
///
/// let format = DecimalFormat::with_locale("#,##0.00", &Locale::us()).unwrap();
/// let mut out = String::new();
/// format.format(&Value::Double(1234.125), &mut out).unwrap();
/// assert_eq!(out, "1,234.12");
/// ```
#[derive(Clone, Debug)]
pub struct DecimalFormat {
    pub(super) symbols: Arc<Symbols>,
    pub(super) positive: Affixes<Affix>,
    pub(super) negative: Affixes<Affix>,
    /// The same with the symbols put in.
    pub(super) positive_text: Affixes<Box<str>>,
    pub(super) negative_text: Affixes<Box<str>>,
    /// The pattern has a `¤`: the separators are those of money.
    pub(super) monetary: bool,
    pub(super) multiplier: i32,
    pub(super) grouping_used: bool,
    pub(super) grouping_size: u8,
    pub(super) min_integer: u32,
    pub(super) max_integer: u32,
    pub(super) min_fraction: u32,
    pub(super) max_fraction: u32,
    pub(super) separator_always: bool,
    /// The smallest number of digits of an exponent, in scientific notation.
    pub(super) exponent: Option<u32>,
    pub(super) rounding: RoundingMode,
    pub(super) parse_integer_only: bool,
    pub(super) parse_big_decimal: bool,
    /// What most numbers are written by, where the settings are plain enough.
    pub(super) plain: Option<Plain>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Affixes<T> {
    pub(super) prefix: T,
    pub(super) suffix: T,
}

impl Affixes<Affix> {
    pub(super) fn expand(&self, symbols: &Symbols) -> Affixes<Box<str>> {
        Affixes { prefix: self.prefix.expand(symbols), suffix: self.suffix.expand(symbols) }
    }

    fn has_currency(&self) -> bool {
        self.prefix.has_currency() || self.suffix.has_currency()
    }
}

/// Making formats.
impl DecimalFormat {
    /// A format by pattern and symbols (`new DecimalFormat(pattern, symbols)`).
    ///
    /// # Errors
    /// If Java does not take the pattern either.
    pub fn new(pattern: &str, symbols: &Arc<Symbols>) -> Result<Self, PatternError> {
        Ok(Self::from_pattern(Pattern::parse(pattern)?, symbols))
    }

    /// A format by pattern, with the symbols of a locale.
    ///
    /// # Errors
    /// If Java does not take the pattern either.
    pub fn with_locale(pattern: &str, locale: &Locale) -> Result<Self, PatternError> {
        Self::new(pattern, &Arc::new(Symbols::new(locale)))
    }

    /// `NumberFormat.getNumberInstance(locale)`: `1,234.568`.
    pub fn number(locale: &Locale) -> Self {
        Self::of_locale(data::of(locale).number_pattern, locale)
    }

    /// `NumberFormat.getIntegerInstance(locale)`: `1,235`.
    pub fn integer(locale: &Locale) -> Self {
        let mut format = Self::number(locale);
        format.set_max_fraction_digits(0);
        format.set_parse_integer_only(true);
        format
    }

    /// `NumberFormat.getPercentInstance(locale)`: `26%`.
    pub fn percent(locale: &Locale) -> Self {
        Self::of_locale(data::of(locale).percent_pattern, locale)
    }

    /// `NumberFormat.getCurrencyInstance(locale)`: `$1,234.57`, with the fraction digits of the country's currency.
    pub fn currency(locale: &Locale) -> Self {
        let mut format = Self::of_locale(data::of(locale).currency_pattern, locale);
        if let Some(digits) = format.symbols.currency().and_then(|currency| currency.fraction_digits()) {
            let fixed = format.min_fraction == format.max_fraction;
            format.set_min_fraction_digits(if fixed { digits } else { digits.min(format.min_fraction) });
            format.set_max_fraction_digits(digits);
        }
        format
    }

    fn of_locale(pattern: &'static str, locale: &Locale) -> Self {
        let pattern =
            Pattern::parse(pattern).expect("the patterns of locale data are well-formed, as tests show");
        Self::from_pattern(pattern, &Arc::new(Symbols::new(locale)))
    }

    fn from_pattern(pattern: Pattern, symbols: &Arc<Symbols>) -> Self {
        let positive = Affixes { prefix: pattern.prefix, suffix: pattern.suffix };
        let negative = match pattern.negative {
            Some((prefix, suffix)) => Affixes { prefix, suffix },
            None => Affixes { prefix: positive.prefix.negated(), suffix: positive.suffix.clone() },
        };
        let mut format = DecimalFormat {
            symbols: Arc::clone(symbols),
            positive_text: positive.expand(symbols),
            negative_text: negative.expand(symbols),
            monetary: positive.has_currency() || negative.has_currency(),
            positive,
            negative,
            multiplier: pattern.multiplier,
            grouping_used: pattern.grouping.is_some(),
            grouping_size: pattern.grouping.unwrap_or(0),
            min_integer: pattern.min_integer,
            max_integer: pattern.max_integer,
            min_fraction: pattern.min_fraction,
            max_fraction: pattern.max_fraction,
            separator_always: pattern.separator_always,
            exponent: pattern.exponent,
            rounding: RoundingMode::HalfEven,
            parse_integer_only: false,
            parse_big_decimal: false,
            plain: None,
        };
        format.plain = format.to_plain();
        format
    }

    /// The quick way for these settings, if there is one.
    pub(super) fn to_plain(&self) -> Option<Plain> {
        let group = self.effective_group();
        let fits = self.exponent.is_none()
            && self.rounding == RoundingMode::HalfEven
            && self.min_integer <= 1
            && self.max_integer >= Plain::MAX_INTEGER
            && self.max_fraction <= Plain::MAX_FRACTION
            && !self.separator_always
            && matches!(group, 0 | 3)
            && self.symbols.zero_digit == '0';
        fits.then(|| Plain {
            leading_zero: self.min_integer == 1,
            min_fraction: self.min_fraction,
            max_fraction: self.max_fraction,
            decimal_separator: self.decimal_separator(),
            grouping_separator: (group == 3).then(|| self.grouping_separator()),
        })
    }
}

/// Formatting.
impl DecimalFormat {
    /// Appends a number.
    ///
    /// # Errors
    /// `IllegalArgumentException` if the value is not a number; `ArithmeticException` if the rounding mode forbids to
    /// round, or a `BigDecimal` has more digits than [`MAX_DIGITS`]. Nothing is appended then.
    #[inline]
    pub fn format(&self, value: &Value, out: &mut String) -> Result<()> {
        match value {
            Value::Double(number) => self.format_double(*number, out),
            Value::Int(number) => self.format_long(i64::from(*number), out),
            Value::Long(number) => self.format_long(*number, out),
            other => self.format_other(other, out),
        }
    }

    fn format_other(&self, value: &Value, out: &mut String) -> Result<()> {
        match value {
            Value::Byte(number) => self.format_long(i64::from(*number), out),
            Value::Short(number) => self.format_long(i64::from(*number), out),
            Value::Int(number) => self.format_long(i64::from(*number), out),
            Value::Long(number) => self.format_long(*number, out),
            Value::Float(number) => self.format_double(f64::from(*number), out),
            Value::Double(number) => self.format_double(*number, out),
            Value::BigInt(number) => self.format_big_integer(number, out),
            Value::BigDecimal(number) => self.format_big_decimal(number, out),
            other => Err(Error::illegal_argument(format!(
                "only numbers can be formatted, and {} is none",
                other.class_name().unwrap_or("null")
            ))),
        }
    }

    /// Appends a `double`, or a `float` made one.
    ///
    /// # Errors
    /// `ArithmeticException` if the rounding mode forbids to round.
    #[inline]
    pub fn format_double(&self, number: f64, out: &mut String) -> Result<()> {
        let negative = number.is_sign_negative() ^ (self.multiplier < 0);
        let size = if self.multiplier == 1 { number } else { number * f64::from(self.multiplier) }.abs();
        if let Some(plain) = &self.plain
            && let Some(scaled) = plain.scale(size)
        {
            let affixes = self.affixes(negative);
            push_affix(&affixes.prefix, out);
            plain.write_scaled(scaled, out);
            push_affix(&affixes.suffix, out);
            return Ok(());
        }
        self.format_double_by_digits(negative, size, out)
    }

    /// The way for all that is not plain, or is not small enough.
    pub(super) fn format_double_by_digits(&self, negative: bool, size: f64, out: &mut String) -> Result<()> {
        // Infinity times 0 is not a number either.
        if size.is_nan() {
            out.push_str(&self.symbols.nan);
            return Ok(());
        }
        if size.is_infinite() {
            self.write_infinity(negative, out);
            return Ok(());
        }
        let limits = self.double_limits();
        let digits = OwnDigits::of_double(size, self.keep(limits), self.rounding, negative)?;
        self.write(negative, digits.as_digits(), false, limits, out)
    }

    /// Appends a `long` or a smaller whole number.
    ///
    /// # Errors
    /// `ArithmeticException` if the rounding mode forbids to round, which only scientific notation does.
    #[inline]
    pub fn format_long(&self, number: i64, out: &mut String) -> Result<()> {
        let product = i128::from(number) * i128::from(self.multiplier);
        let (negative, size) = (product < 0, product.unsigned_abs());
        if let (Some(plain), Ok(size)) = (&self.plain, u64::try_from(size)) {
            let affixes = self.affixes(negative);
            push_affix(&affixes.prefix, out);
            plain.write_integer(size, out);
            push_affix(&affixes.suffix, out);
            return Ok(());
        }
        let mut buffer = itoa::Buffer::new();
        self.write_whole(negative, Digits::new(buffer.format(size), 0), self.double_limits(), out)
    }

    /// Appends a `java.math.BigInteger`.
    ///
    /// # Errors
    /// `ArithmeticException` if the rounding mode forbids to round, or there are more digits than [`MAX_DIGITS`].
    pub fn format_big_integer(&self, number: &BigInt, out: &mut String) -> Result<()> {
        if let Ok(number) = i64::try_from(number) {
            return self.format_long(number, out);
        }
        let number = number * self.multiplier;
        let text = number.magnitude().to_string();
        self.write_whole(number.sign() == Sign::Minus, Digits::new(&text, 0), self.limits(), out)
    }

    fn write_whole(
        &self,
        negative: bool,
        digits: Digits<'_>,
        limits: Limits,
        out: &mut String,
    ) -> Result<()> {
        let keep = limits.max_integer.saturating_add(limits.max_fraction);
        // Java keeps all digits of a whole number where the pattern allows none.
        if self.exponent.is_none() || keep == 0 {
            return self.write(negative, digits, true, limits, out);
        }
        let digits = digits.rounded(Keep::Significant(keep), self.rounding, negative)?;
        self.write(negative, digits.as_digits(), true, limits, out)
    }

    /// Appends a `java.math.BigDecimal`.
    ///
    /// # Errors
    /// `ArithmeticException` if the rounding mode forbids to round, or there are more digits than [`MAX_DIGITS`].
    pub fn format_big_decimal(&self, number: &BigDecimal, out: &mut String) -> Result<()> {
        let product;
        let unscaled = if self.multiplier == 1 {
            number.unscaled()
        } else {
            product = number.unscaled() * self.multiplier;
            &product
        };
        let negative = unscaled.sign() == Sign::Minus;
        let limits = self.limits();
        let digits =
            OwnDigits::of_decimal(unscaled, number.scale(), self.keep(limits), self.rounding, negative)?;
        self.write(negative, digits.as_digits(), false, limits, out)
    }

    /// Where numbers that may have a fraction are rounded.
    fn keep(&self, limits: Limits) -> Keep {
        match self.exponent {
            None => Keep::Fraction(limits.max_fraction),
            Some(_) => Keep::Significant(limits.max_integer.saturating_add(limits.max_fraction)),
        }
    }

    /// The limits for `double` and `long`.
    #[inline]
    fn double_limits(&self) -> Limits {
        self.capped(DOUBLE_INTEGER_DIGITS, DOUBLE_FRACTION_DIGITS)
    }

    /// The limits for numbers of any size. Java would write two thousand million zeros if it was told so.
    fn limits(&self) -> Limits {
        let limits = self.capped(MAX_DIGITS, MAX_DIGITS);
        // Digits that are there are counted when they are written.
        Limits { max_integer: self.max_integer, ..limits }
    }

    #[inline]
    fn capped(&self, integer: u32, fraction: u32) -> Limits {
        Limits {
            min_integer: self.min_integer.min(integer),
            max_integer: self.max_integer.min(integer),
            min_fraction: self.min_fraction.min(fraction),
            max_fraction: self.max_fraction.min(fraction),
        }
    }

    #[inline]
    pub(super) fn affixes(&self, negative: bool) -> &Affixes<Box<str>> {
        if negative { &self.negative_text } else { &self.positive_text }
    }

    #[inline]
    pub(super) fn effective_group(&self) -> u8 {
        if self.grouping_used { self.grouping_size } else { 0 }
    }

    #[inline]
    pub(super) fn grouping_separator(&self) -> char {
        if self.monetary { self.symbols.monetary_grouping_separator } else { self.symbols.grouping_separator }
    }

    #[inline]
    pub(super) fn decimal_separator(&self) -> char {
        if self.monetary { self.symbols.monetary_decimal_separator } else { self.symbols.decimal_separator }
    }
}

/// Most formats have none, and `push_str` would call `memcpy` for nothing.
#[inline]
fn push_affix(affix: &str, out: &mut String) {
    if !affix.is_empty() {
        out.push_str(affix);
    }
}
