//! What CLDR knows of the numbers of a locale.
//!
//! A locale without an entry of its own takes the data of the next more general one, at last the root's.

use super::Locale;

/// The numbers of one locale.
pub(super) struct Numbers {
    /// As [`Locale`] prints it.
    locale: &'static str,
    pub(super) decimal_separator: char,
    pub(super) grouping_separator: char,
    pub(super) monetary_decimal_separator: char,
    pub(super) monetary_grouping_separator: char,
    pub(super) zero_digit: char,
    pub(super) minus: &'static str,
    pub(super) percent: &'static str,
    pub(super) per_mille: &'static str,
    pub(super) exponent: &'static str,
    pub(super) infinity: &'static str,
    pub(super) nan: &'static str,
    pub(super) number_pattern: &'static str,
    pub(super) percent_pattern: &'static str,
    pub(super) currency_pattern: &'static str,
    /// Code and symbol, where it differs from the more general locale's.
    currency_symbols: &'static [(&'static str, &'static str)],
}

/// The nearest data that there is.
pub(super) fn numbers(locale: &Locale) -> &'static Numbers {
    chain(locale).next().unwrap_or(&ROOT)
}

/// The symbol of a currency in a locale; none where its code is used.
pub(super) fn currency_symbol(locale: &Locale, code: &str) -> Option<&'static str> {
    chain(locale).find_map(|numbers| {
        let (_, symbol) = numbers.currency_symbols.iter().find(|(it, _)| *it == code)?;
        Some(*symbol)
    })
}

/// The data of a locale and the more general ones, from special to general.
fn chain(locale: &Locale) -> impl Iterator<Item = &'static Numbers> {
    locale.candidates().into_iter().filter_map(|candidate| {
        let name = candidate.to_string();
        [&ENGLISH, &ROOT].into_iter().find(|numbers| numbers.locale == name)
    })
}

static ROOT: Numbers = Numbers {
    locale: "",
    decimal_separator: '.',
    grouping_separator: ',',
    monetary_decimal_separator: '.',
    monetary_grouping_separator: ',',
    zero_digit: '0',
    minus: "-",
    percent: "%",
    per_mille: "‰",
    exponent: "E",
    infinity: "∞",
    nan: "NaN",
    number_pattern: "#,##0.###",
    percent_pattern: "#,##0%",
    currency_pattern: "¤\u{a0}#,##0.00",
    currency_symbols: &[
        ("AUD", "A$"),
        ("BRL", "R$"),
        ("CAD", "CA$"),
        ("CNY", "CN¥"),
        ("EUR", "€"),
        ("GBP", "£"),
        ("HKD", "HK$"),
        ("ILS", "₪"),
        ("INR", "₹"),
        ("JPY", "JP¥"),
        ("KRW", "₩"),
        ("MXN", "MX$"),
        ("NZD", "NZ$"),
        ("PHP", "₱"),
        ("TWD", "NT$"),
        ("USD", "US$"),
        ("VND", "₫"),
        ("XAF", "FCFA"),
        ("XCD", "EC$"),
        ("XCG", "Cg."),
        ("XOF", "F\u{202f}CFA"),
        ("XPF", "CFPF"),
        ("XXX", "¤"),
    ],
};

static ENGLISH: Numbers = Numbers {
    locale: "en",
    currency_pattern: "¤#,##0.00",
    currency_symbols: &[("JPY", "¥"), ("USD", "$")],
    ..ROOT
};
