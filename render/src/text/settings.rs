//! What can be set of a format, and asked.

use std::sync::Arc;

use super::Currency;
use super::DecimalFormat;
use super::Symbols;
use super::affix::Affix;
use super::decimal_format::DOUBLE_FRACTION_DIGITS;
use super::decimal_format::DOUBLE_INTEGER_DIGITS;
use crate::value::number::RoundingMode;

/// Settings.
impl DecimalFormat {
    /// The symbols in use.
    pub fn symbols(&self) -> &Arc<Symbols> {
        &self.symbols
    }

    /// Takes other symbols; prefixes and suffixes of the pattern follow.
    pub fn set_symbols(&mut self, symbols: &Arc<Symbols>) {
        self.symbols = Arc::clone(symbols);
        self.expand();
    }

    /// Takes another currency, with its code and its symbol in the symbols' locale. The number of fraction digits
    /// stays, as in Java.
    pub fn set_currency(&mut self, currency: Currency) {
        Arc::make_mut(&mut self.symbols).set_currency(currency);
        self.expand();
    }

    /// Writes this for `¤`.
    pub fn set_currency_symbol(&mut self, symbol: &str) {
        Arc::make_mut(&mut self.symbols).currency_symbol = symbol.into();
        self.expand();
    }

    /// To be called when symbols or affixes have changed.
    fn expand(&mut self) {
        self.positive_text = self.positive.expand(&self.symbols);
        self.negative_text = self.negative.expand(&self.symbols);
        self.plain = self.to_plain();
    }

    /// A pattern that gives such a format, as far as patterns can (`toPattern`).
    pub fn to_pattern(&self) -> String {
        let mut number = String::new();
        let (group, min) = (u32::from(self.grouping_size), self.min_integer.min(DOUBLE_INTEGER_DIGITS));
        let digits = match self.exponent {
            Some(_) => self.max_integer.min(DOUBLE_INTEGER_DIGITS),
            None => group.max(min) + 1,
        };
        for n in (1..=digits).rev() {
            if n != digits && self.grouping_used && group > 0 && n % group == 0 {
                number.push(',');
            }
            number.push(if n <= min { '0' } else { '#' });
        }
        let fraction = self.max_fraction.min(DOUBLE_FRACTION_DIGITS);
        if fraction > 0 || self.separator_always {
            number.push('.');
        }
        number.extend((0..fraction).map(|n| if n < self.min_fraction { '0' } else { '#' }));
        if let Some(exponent) = self.exponent {
            number.push('E');
            number.extend((0..exponent).map(|_| '0'));
        }
        let mut pattern = String::new();
        self.positive.prefix.push_pattern(&mut pattern);
        pattern.push_str(&number);
        self.positive.suffix.push_pattern(&mut pattern);
        if self.negative.prefix != self.positive.prefix.negated()
            || self.negative.suffix != self.positive.suffix
        {
            pattern.push(';');
            self.negative.prefix.push_pattern(&mut pattern);
            pattern.push_str(&number);
            self.negative.suffix.push_pattern(&mut pattern);
        }
        pattern
    }

    /// The text before positive numbers.
    pub fn positive_prefix(&self) -> &str {
        &self.positive_text.prefix
    }

    /// Sets the text before positive numbers; nothing in it is special.
    pub fn set_positive_prefix(&mut self, text: &str) {
        self.positive.prefix = Affix::text(text);
        self.expand();
    }

    /// The text behind positive numbers.
    pub fn positive_suffix(&self) -> &str {
        &self.positive_text.suffix
    }

    /// Sets the text behind positive numbers; nothing in it is special.
    pub fn set_positive_suffix(&mut self, text: &str) {
        self.positive.suffix = Affix::text(text);
        self.expand();
    }

    /// The text before negative numbers.
    pub fn negative_prefix(&self) -> &str {
        &self.negative_text.prefix
    }

    /// Sets the text before negative numbers; nothing in it is special.
    pub fn set_negative_prefix(&mut self, text: &str) {
        self.negative.prefix = Affix::text(text);
        self.expand();
    }

    /// The text behind negative numbers.
    pub fn negative_suffix(&self) -> &str {
        &self.negative_text.suffix
    }

    /// Sets the text behind negative numbers; nothing in it is special.
    pub fn set_negative_suffix(&mut self, text: &str) {
        self.negative.suffix = Affix::text(text);
        self.expand();
    }

    /// What numbers are multiplied with: 100 for percent.
    pub fn multiplier(&self) -> i32 {
        self.multiplier
    }

    /// Sets what numbers are multiplied with.
    pub fn set_multiplier(&mut self, multiplier: i32) {
        self.multiplier = multiplier;
    }

    /// Whether whole digits are grouped.
    pub fn is_grouping_used(&self) -> bool {
        self.grouping_used
    }

    /// Switches grouping on or off.
    pub fn set_grouping_used(&mut self, used: bool) {
        self.grouping_used = used;
        self.plain = self.to_plain();
    }

    /// How many digits make up a group; 0: no grouping.
    pub fn grouping_size(&self) -> u8 {
        self.grouping_size
    }

    /// Sets how many digits make up a group; 0: no grouping.
    pub fn set_grouping_size(&mut self, digits: u8) {
        self.grouping_size = digits;
        self.plain = self.to_plain();
    }

    /// Whether a decimal separator is written when there are no fraction digits.
    pub fn is_decimal_separator_always_shown(&self) -> bool {
        self.separator_always
    }

    /// Sets whether a decimal separator is written when there are no fraction digits.
    pub fn set_decimal_separator_always_shown(&mut self, always: bool) {
        self.separator_always = always;
        self.plain = self.to_plain();
    }

    /// How numbers are rounded; at first [`RoundingMode::HalfEven`].
    pub fn rounding_mode(&self) -> RoundingMode {
        self.rounding
    }

    /// Sets how numbers are rounded.
    pub fn set_rounding_mode(&mut self, mode: RoundingMode) {
        self.rounding = mode;
        self.plain = self.to_plain();
    }

    /// The fewest digits before the decimal point.
    pub fn min_integer_digits(&self) -> u32 {
        self.min_integer
    }

    /// Sets the fewest digits before the decimal point; a smaller maximum rises with it.
    pub fn set_min_integer_digits(&mut self, digits: u32) {
        self.min_integer = digits;
        self.max_integer = self.max_integer.max(digits);
        self.plain = self.to_plain();
    }

    /// The most digits before the decimal point.
    pub fn max_integer_digits(&self) -> u32 {
        self.max_integer
    }

    /// Sets the most digits before the decimal point, higher ones are dropped; a larger minimum falls with it.
    pub fn set_max_integer_digits(&mut self, digits: u32) {
        self.max_integer = digits;
        self.min_integer = self.min_integer.min(digits);
        self.plain = self.to_plain();
    }

    /// The fewest digits behind the decimal point.
    pub fn min_fraction_digits(&self) -> u32 {
        self.min_fraction
    }

    /// Sets the fewest digits behind the decimal point; a smaller maximum rises with it.
    pub fn set_min_fraction_digits(&mut self, digits: u32) {
        self.min_fraction = digits;
        self.max_fraction = self.max_fraction.max(digits);
        self.plain = self.to_plain();
    }

    /// The most digits behind the decimal point.
    pub fn max_fraction_digits(&self) -> u32 {
        self.max_fraction
    }

    /// Sets the most digits behind the decimal point; a larger minimum falls with it.
    pub fn set_max_fraction_digits(&mut self, digits: u32) {
        self.max_fraction = digits;
        self.min_fraction = self.min_fraction.min(digits);
        self.plain = self.to_plain();
    }
}
