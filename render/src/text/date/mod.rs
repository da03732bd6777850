//! `java.text.SimpleDateFormat`: dates to text and back.

pub(super) mod calendar;
mod fields;
mod format;
mod parse;
mod pattern;
mod resolve;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Timestamp;

use self::calendar::Fields;
use self::calendar::Weeks;
use self::pattern::Item;
use super::DecimalFormat;
use super::Locale;
use super::TimeZone;
use super::data;
use super::data::LocaleData;
use crate::Result;
use crate::value::Str;

/// How long a date or time of no pattern of its own is (`DateFormat.FULL` to `DateFormat.SHORT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With the day of the week, or the zone's long name.
    Full,
    /// With the month's name, or the zone's short name.
    Long,
    /// As short as it stays clear. Java's default.
    Medium,
    /// In figures.
    Short,
}

impl Style {
    /// What Java takes without another choice.
    pub const DEFAULT: Style = Style::Medium;

    /// Reads `full`, `long`, `medium`, `short` or `default`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        [
            ("full", Style::Full),
            ("long", Style::Long),
            ("medium", Style::Medium),
            ("short", Style::Short),
            ("default", Style::DEFAULT),
        ]
        .into_iter()
        .find_map(|(name, style)| name.eq_ignore_ascii_case(text).then_some(style))
    }
}

/// A `java.text.SimpleDateFormat`: it writes and reads points in time, which are milliseconds since 1970.
///
/// A format is immutable while it is used, and may be shared between threads: unlike Java's, it keeps its zone when it
/// reads a text that names another.
///
/// ```
/// use vespid_render::text::{Locale, SimpleDateFormat, TimeZone};
///
/// let format = SimpleDateFormat::new("d. MMMM yyyy", &Locale::new("de", "AT", ""), &TimeZone::gmt()).unwrap();
/// let mut out = String::new();
/// format.format(0, &mut out);
/// assert_eq!(out, "1. Jänner 1970");
/// assert_eq!(format.parse_all("1. jänner 1970").unwrap(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct SimpleDateFormat {
    pattern: Str,
    items: Arc<[Item]>,
    locale: Locale,
    data: &'static LocaleData,
    /// Reads whole numbers.
    number: Arc<DecimalFormat>,
    zone: TimeZone,
    weeks: Weeks,
    buddhist: bool,
    lenient: bool,
    /// Years of two digits lie within a hundred years from this point in time on.
    century_start: i64,
    /// The year of it, as the locale counts.
    century_start_year: i64,
}

/// What the calendar of Thailand adds to years, and what it calls them.
const BUDDHIST_YEARS: i64 = 543;
const BUDDHIST_FIRST_ERA: &str = "BC";
const BUDDHIST_ERA: &str = "พ.ศ.";
const LONG_BUDDHIST_ERA: &str = "พุทธศักราช";

/// Making formats.
impl SimpleDateFormat {
    /// `new SimpleDateFormat(pattern, locale)` with a time zone.
    ///
    /// # Errors
    /// `IllegalArgumentException` if the pattern has a letter that is none of Java's, or a quotation mark that is not
    /// closed.
    pub fn new(pattern: &str, locale: &Locale, zone: &TimeZone) -> Result<Self> {
        let items = pattern::compile(pattern)?;
        Ok(Self::of_items(pattern.into(), items, locale, zone))
    }

    /// `DateFormat.getDateInstance(style, locale)`.
    pub fn date(style: Style, locale: &Locale, zone: &TimeZone) -> Self {
        Self::of_data(&date_pattern(style, locale), locale, zone)
    }

    /// `DateFormat.getTimeInstance(style, locale)`.
    pub fn time(style: Style, locale: &Locale, zone: &TimeZone) -> Self {
        Self::of_data(data::of(locale).time_patterns[style as usize], locale, zone)
    }

    /// `DateFormat.getDateTimeInstance(date, time, locale)`.
    pub fn date_time(date: Style, time: Style, locale: &Locale, zone: &TimeZone) -> Self {
        let data = data::of(locale);
        // Of two styles, the shorter one decides how they are joined.
        let join = data.joins[(date as usize).max(time as usize)];
        let pattern = join
            .replace("{1}", &date_pattern(date, locale))
            .replace("{0}", data.time_patterns[time as usize]);
        Self::of_data(&pattern, locale, zone)
    }

    fn of_data(pattern: &str, locale: &Locale, zone: &TimeZone) -> Self {
        let items =
            pattern::compile(pattern).expect("the patterns of locale data are well-formed, as tests show");
        Self::of_items(pattern.into(), items, locale, zone)
    }

    fn of_items(pattern: Str, items: Vec<Item>, locale: &Locale, zone: &TimeZone) -> Self {
        let mut number = DecimalFormat::integer(locale);
        number.set_grouping_used(false);
        number.set_parse_integer_only(true);
        let mut format = SimpleDateFormat {
            pattern,
            items: items.into(),
            locale: locale.clone(),
            data: data::of(locale),
            number: Arc::new(number),
            zone: zone.clone(),
            weeks: data::weeks(locale.country()),
            buddhist: is_buddhist(locale),
            lenient: true,
            century_start: 0,
            century_start_year: 0,
        };
        format.set_two_digit_year_start(eighty_years_ago(zone));
        format
    }
}

/// Settings.
impl SimpleDateFormat {
    /// The pattern.
    pub fn to_pattern(&self) -> &str {
        &self.pattern
    }

    /// The locale whose words are used.
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// The zone that times are told in.
    pub fn time_zone(&self) -> &TimeZone {
        &self.zone
    }

    /// Sets the zone that times are told in.
    pub fn set_time_zone(&mut self, zone: &TimeZone) {
        self.zone = zone.clone();
    }

    /// Whether 32 January is taken for 1 February.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Sets whether 32 January is taken for 1 February; at first it is.
    pub fn set_lenient(&mut self, lenient: bool) {
        self.lenient = lenient;
    }

    /// Where the hundred years begin that years of two digits lie in: at first 80 years before the format was made.
    pub fn two_digit_year_start(&self) -> i64 {
        self.century_start
    }

    /// Sets where the hundred years begin that years of two digits lie in.
    pub fn set_two_digit_year_start(&mut self, millis: i64) {
        self.century_start = millis;
        let fields = Fields::of(millis, &self.zone);
        self.century_start_year = fields.year + if self.buddhist { BUDDHIST_YEARS } else { 0 };
    }
}

fn is_buddhist(locale: &Locale) -> bool {
    locale.language() == "th" && locale.country() == "TH"
}

/// The pattern of a style. With the calendar of Thailand, the era is told in full or not at all.
fn date_pattern(style: Style, locale: &Locale) -> Cow<'static, str> {
    let pattern = data::of(locale).date_patterns[style as usize];
    match style {
        _ if !is_buddhist(locale) => pattern.into(),
        Style::Full => pattern.replace("G ", "GGGG ").into(),
        _ => pattern.replace("G ", "").into(),
    }
}

fn eighty_years_ago(zone: &TimeZone) -> i64 {
    let now = jiff::ZonedDateTime::new(Timestamp::now(), zone.as_jiff().clone());
    now.checked_sub(jiff::Span::new().years(80)).unwrap_or(now).timestamp().as_millisecond()
}
