//! What CLDR knows of locales.
//!
//! The tables are made by `render/locale-data` from the CLDR packages. They are inflated when the first locale is asked
//! for; what a locale has and inherits is put together once for each.

mod table;

use std::sync::LazyLock;
use std::sync::OnceLock;

pub(super) use table::ITEM;
pub(super) use table::Table;

use super::Locale;
use super::Weeks;

/// What a locale says of numbers and dates.
#[derive(Debug)]
pub(super) struct LocaleData {
    line: usize,
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
    pub(super) dates: DateSymbols,
    /// The eras in full, which are read, but not written.
    pub(super) long_eras: [&'static str; 2],
    /// From full to short.
    pub(super) date_patterns: [&'static str; 4],
    pub(super) time_patterns: [&'static str; 4],
    /// How both are joined: `{1}, {0}`.
    pub(super) joins: [&'static str; 4],
}

/// The words of a locale's dates (`java.text.DateFormatSymbols`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DateSymbols {
    /// Before and after Christ.
    pub eras: [&'static str; 2],
    /// January to December, within a date.
    pub months: [&'static str; 12],
    /// The same in short.
    pub short_months: [&'static str; 12],
    /// January to December, standing alone.
    pub standalone_months: [&'static str; 12],
    /// The same in short.
    pub short_standalone_months: [&'static str; 12],
    /// Sunday to Saturday.
    pub weekdays: [&'static str; 7],
    /// The same in short.
    pub short_weekdays: [&'static str; 7],
    /// The halves of the day.
    pub am_pm: [&'static str; 2],
}

impl DateSymbols {
    /// The words of a locale (`DateFormatSymbols.getInstance`).
    pub fn of(locale: &Locale) -> &'static DateSymbols {
        &of(locale).dates
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(include_bytes!("locales.bin")));

static RESOLVED: LazyLock<Vec<OnceLock<LocaleData>>> =
    LazyLock::new(|| std::iter::repeat_with(OnceLock::new).take(TABLE.len()).collect());

/// The data of the locale, or of the nearest more general one.
pub(super) fn of(locale: &Locale) -> &'static LocaleData {
    let line = TABLE.nearest(locale);
    RESOLVED[line].get_or_init(|| LocaleData::read(line))
}

/// How weeks are counted in a country. Java counts like the US where it is told none.
pub(super) fn weeks(country: &str) -> Weeks {
    if country.is_empty() {
        return Weeks { first_day: 1, minimal_days: 1 };
    }
    let of = |region: &str| {
        let entry = TABLE.special("@weeks").find_map(|entry| entry.strip_prefix(region))?;
        let digit = |at: usize| Some(i32::from(entry.as_bytes().get(at)?.checked_sub(b'0')?));
        (entry.len() == 2).then_some(Weeks { first_day: digit(0)?, minimal_days: digit(1)? })
    };
    of(country).or_else(|| of("001")).unwrap_or(Weeks { first_day: 2, minimal_days: 1 })
}

/// All locales of the table, in no order.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.names()
}

impl LocaleData {
    fn read(line: usize) -> Self {
        let text = |key: &str| TABLE.find(line, key).unwrap_or("");
        let character = |key: &str, default: char| text(key).chars().next().unwrap_or(default);
        LocaleData {
            line,
            decimal_separator: character("d", '.'),
            grouping_separator: character("g", ','),
            monetary_decimal_separator: character("D", '.'),
            monetary_grouping_separator: character("G", ','),
            zero_digit: character("0", '0'),
            minus: text("-"),
            percent: text("%"),
            per_mille: text("m"),
            exponent: text("e"),
            infinity: text("i"),
            nan: text("n"),
            number_pattern: text("N"),
            percent_pattern: text("P"),
            currency_pattern: text("C"),
            dates: DateSymbols {
                eras: TABLE.list(line, "E"),
                months: TABLE.list(line, "M"),
                short_months: TABLE.list(line, "S"),
                standalone_months: TABLE.list(line, "L"),
                short_standalone_months: TABLE.list(line, "l"),
                weekdays: TABLE.list(line, "W"),
                short_weekdays: TABLE.list(line, "w"),
                am_pm: TABLE.list(line, "a"),
            },
            long_eras: TABLE.list(line, "F"),
            date_patterns: TABLE.list(line, "f"),
            time_patterns: TABLE.list(line, "t"),
            joins: TABLE.list(line, "j"),
        }
    }

    /// The symbol of a currency; none where its code is used.
    pub(super) fn currency_symbol(&self, code: &str) -> Option<&'static str> {
        TABLE.find(self.line, &format!("c{code}{ITEM}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_take_from_their_parents() {
        let of = |tag: &str| of(&Locale::for_language_tag(tag));
        assert!(TABLE.version().starts_with("cldr 47.0.0 "), "{}", TABLE.version());
        assert_eq!(of("de-CH").grouping_separator, '’');
        assert_eq!(of("de-CH").dates.months[2], "März");
        // Not from es, but from es-419.
        assert_eq!(of("es-MX").decimal_separator, '.');
        assert_eq!(of("zh-TW").dates.short_weekdays[0], "週日");
        assert_eq!(of("xx-YY").dates.eras, ["BCE", "CE"]);
        assert_eq!(of("de-XX").dates.months[0], "Januar");
    }

    #[test]
    fn every_locale_is_complete() {
        for name in names() {
            let data = of(&Locale::for_language_tag(name));
            let dates = &data.dates;
            let all = [
                &dates.months,
                &dates.short_months,
                &dates.standalone_months,
                &dates.short_standalone_months,
            ];
            assert!(all.into_iter().flatten().all(|it| !it.is_empty()), "{name}");
            assert!(dates.weekdays.iter().chain(&dates.short_weekdays).all(|it| !it.is_empty()), "{name}");
            let patterns = [&data.date_patterns, &data.time_patterns, &data.joins];
            assert!(patterns.into_iter().flatten().all(|it| !it.is_empty()), "{name}");
            assert!(!data.number_pattern.is_empty() && !data.minus.is_empty(), "{name}");
        }
    }
}
