//! The characters and words of a locale's numbers (`java.text.DecimalFormatSymbols`).

use super::Currency;
use super::Locale;
use super::data;
use crate::value::Str;

/// A `java.text.DecimalFormatSymbols`. The fields may be changed before the symbols are given to a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// Between whole and fraction digits.
    pub decimal_separator: char,
    /// Between groups of whole digits.
    pub grouping_separator: char,
    /// The same between whole and fraction digits of money.
    pub monetary_decimal_separator: char,
    /// The same between groups of digits of money.
    pub monetary_grouping_separator: char,
    /// The digit 0; the other nine follow it in Unicode.
    pub zero_digit: char,
    /// For the unquoted `-` of a pattern, and before negative exponents.
    pub minus: Str,
    /// For the `%` of a pattern.
    pub percent: Str,
    /// For the `‰` of a pattern.
    pub per_mille: Str,
    /// Before an exponent.
    pub exponent: Str,
    /// An infinite number, without its sign.
    pub infinity: Str,
    /// What is not a number; it gets neither prefix nor suffix.
    pub nan: Str,
    /// For the `¤` of a pattern.
    pub currency_symbol: Str,
    /// For the `¤¤` of a pattern.
    pub currency_code: Str,
    locale: Locale,
}

impl Symbols {
    /// The symbols of a locale, with the currency of its country (`DecimalFormatSymbols.getInstance`).
    pub fn new(locale: &Locale) -> Self {
        let numbers = data::of(locale);
        let mut symbols = Symbols {
            decimal_separator: numbers.decimal_separator,
            grouping_separator: numbers.grouping_separator,
            monetary_decimal_separator: numbers.monetary_decimal_separator,
            monetary_grouping_separator: numbers.monetary_grouping_separator,
            zero_digit: numbers.zero_digit,
            minus: numbers.minus.into(),
            percent: numbers.percent.into(),
            per_mille: numbers.per_mille.into(),
            exponent: numbers.exponent.into(),
            infinity: numbers.infinity.into(),
            nan: numbers.nan.into(),
            currency_symbol: Str::new(),
            currency_code: Str::new(),
            locale: locale.clone(),
        };
        match Currency::of_country(locale.country()) {
            Some(currency) => symbols.set_currency(currency),
            None => {
                symbols.currency_code = Currency::NONE.code().into();
                symbols.currency_symbol = "¤".into();
            }
        }
        symbols
    }

    /// The locale whose symbols these were.
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// Sets code and symbol of the currency, as the locale writes them.
    pub fn set_currency(&mut self, currency: Currency) {
        self.currency_code = currency.code().into();
        self.currency_symbol = currency.symbol(&self.locale).into();
    }

    /// The currency whose code is set; none if the code was changed to one that is not known.
    pub fn currency(&self) -> Option<Currency> {
        Currency::of_code(&self.currency_code)
    }
}
