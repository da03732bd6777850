//! Dates and times of databases as Java's `java.sql.Date`, `Time` and `Timestamp`.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Result;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Property;
use vespid_render::value::Value;

/// Microseconds of a second.
const SECOND: i64 = 1_000_000;
/// Microseconds of a day.
pub(crate) const DAY: i64 = 86_400 * SECOND;

/// Which of Java's three classes a [`Temporal`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalKind {
    /// `java.sql.Date`: a day.
    Date,
    /// `java.sql.Time`: a time of day.
    Time,
    /// `java.sql.Timestamp`: both.
    Timestamp,
}

/// A date, a time of day or a point in time, in UTC.
///
/// Prints as Java does: `2024-03-01`, `13:05:00`, `2024-03-01 13:05:00.0`. PostgreSQL's infinities print as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temporal {
    kind: TemporalKind,
    /// Since 1970-01-01 00:00 in UTC; for a time of day since midnight.
    micros: i64,
}

impl Temporal {
    /// Of a number of microseconds since 1970-01-01 00:00 UTC. A date loses its time of day, a time its date.
    pub fn from_micros(kind: TemporalKind, micros: i64) -> Self {
        let micros = match kind {
            _ if micros == i64::MAX || micros == i64::MIN => micros,
            TemporalKind::Date => micros.div_euclid(DAY) * DAY,
            TemporalKind::Time => micros.rem_euclid(DAY),
            TemporalKind::Timestamp => micros,
        };
        Temporal { kind, micros }
    }

    /// The kind.
    pub fn kind(&self) -> TemporalKind {
        self.kind
    }

    /// Microseconds since 1970-01-01 00:00 UTC.
    pub fn micros(&self) -> i64 {
        self.micros
    }

    /// A page's date as a kind: one of ours, or anything that is a `java.util.Date` and answers `getTime()`.
    /// `None`: it is no date.
    ///
    /// # Errors
    /// What the object's `getTime` throws.
    pub fn from_value(value: &Value, kind: TemporalKind) -> Result<Option<Self>> {
        if let Some(own) = value.downcast_ref::<Temporal>() {
            return Ok(Some(if own.kind == kind { *own } else { Self::from_micros(kind, own.micros) }));
        }
        let Some(object) = value.as_object().filter(|object| object.class().is_a("java.util.Date")) else {
            return Ok(None);
        };
        let time = match object.call("getTime", &[])? {
            Some(time) => time,
            None => match object.class().property("time") {
                Some(index) => object.property(index)?,
                None => return Ok(None),
            },
        };
        let Value::Long(millis) = time else { return Ok(None) };
        Ok(Some(Self::from_micros(kind, millis.saturating_mul(1000))))
    }

    /// Reads ISO text: `2024-03-01`, `13:05`, `13:05:09.25`, both with a blank or `T` between, `Z` or `+02:00` behind.
    /// `None`: it is not of that kind.
    pub fn parse(kind: TemporalKind, text: &str) -> Option<Self> {
        let text = text.trim();
        let date_end = text.find([' ', 'T']);
        let micros = match (kind, date_end) {
            (TemporalKind::Time, None) => parse_time(text)?,
            (_, None) => parse_date(text)?.checked_mul(DAY)?,
            (_, Some(end)) => {
                parse_date(&text[..end])?.checked_mul(DAY)?.checked_add(parse_time(&text[end + 1..])?)?
            }
        };
        Some(Self::from_micros(kind, micros))
    }

    /// As PostgreSQL and SQLite read it.
    pub(crate) fn sql(&self) -> String {
        let mut text = String::with_capacity(32);
        // Writing to a String can't fail.
        let _ = self.write_sql(&mut text);
        text
    }

    fn write_sql(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.micros {
            i64::MAX => return out.write_str("infinity"),
            i64::MIN => return out.write_str("-infinity"),
            _ => {}
        }
        let civil = self.civil();
        let (year, era) = if civil.year > 0 { (civil.year, "") } else { (1 - civil.year, " BC") };
        if self.kind != TemporalKind::Time {
            write!(out, "{:04}-{:02}-{:02}", year, civil.month, civil.day)?;
        }
        if self.kind == TemporalKind::Timestamp {
            out.write_char(' ')?;
        }
        if self.kind != TemporalKind::Date {
            write!(out, "{:02}:{:02}:{:02}", civil.hour, civil.minute, civil.second)?;
            if civil.micros > 0 {
                let fraction = format!("{:06}", civil.micros);
                write!(out, ".{}", fraction.trim_end_matches('0'))?;
            }
        }
        out.write_str(era)
    }

    fn civil(&self) -> Civil {
        let (year, month, day) = civil_from_days(self.micros.div_euclid(DAY));
        let time = self.micros.rem_euclid(DAY);
        let seconds = time / SECOND;
        Civil {
            year,
            month,
            day,
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            micros: time % SECOND,
        }
    }

    /// As one of `java.time`'s values, by the method that gives it.
    fn converted(&self, method: &str) -> Option<Value> {
        use vespid_render::value::Temporal as JavaTime;
        let time = jiff::Timestamp::from_microsecond(self.micros).ok()?;
        let civil = jiff::tz::TimeZone::UTC.to_datetime(time);
        Some(match (method, self.kind) {
            ("clone", _) => Value::new(*self),
            ("toInstant", TemporalKind::Timestamp) => Value::new(JavaTime::Instant(time)),
            ("toLocalDate", TemporalKind::Date) => Value::new(JavaTime::LocalDate(civil.date())),
            ("toLocalTime", TemporalKind::Time) => Value::new(JavaTime::LocalTime(civil.time())),
            ("toLocalDateTime", TemporalKind::Timestamp) => Value::new(JavaTime::LocalDateTime(civil)),
            _ => return None,
        })
    }

    fn millis(&self) -> i64 {
        self.micros.div_euclid(1000)
    }
}

struct Civil {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    micros: i64,
}

/// Days since 1970-01-01 of a day in the proleptic Gregorian calendar: years begin in March, so that leap days are
/// last, and eras of 400 years repeat.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
    (digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

fn parse_date(text: &str) -> Option<i64> {
    let mut parts = text.splitn(3, '-');
    let year = number(parts.next()?, 4..=6)?;
    let month = number(parts.next()?, 1..=2)?;
    let day = number(parts.next()?, 1..=2)?;
    let days = days_from_civil(year, month, day);
    // A 31st of February comes out as another day.
    (civil_from_days(days) == (year, month, day)).then_some(days)
}

fn parse_time(text: &str) -> Option<i64> {
    let (text, offset) = split_offset(text)?;
    let mut parts = text.splitn(3, ':');
    let hour = number(parts.next()?, 1..=2).filter(|hour| *hour < 24)?;
    let minute = number(parts.next()?, 2..=2).filter(|minute| *minute < 60)?;
    let (second, micros) = match parts.next() {
        None => (0, 0),
        Some(text) => {
            let (second, fraction) = text.split_once('.').unwrap_or((text, "0"));
            let second = number(second, 2..=2).filter(|second| *second < 60)?;
            let fraction = &fraction[..fraction.len().min(6)];
            (second, number(fraction, 1..=6)? * 10_i64.pow(6 - fraction.len() as u32))
        }
    };
    Some(((hour * 60 + minute) * 60 + second) * SECOND + micros - offset)
}

/// A time and the microseconds that its zone is ahead of UTC.
fn split_offset(text: &str) -> Option<(&str, i64)> {
    if let Some(text) = text.strip_suffix(['Z', 'z']) {
        return Some((text, 0));
    }
    let Some(at) = text.find(['+', '-']) else { return Some((text, 0)) };
    let (hours, minutes) = text[at + 1..].split_once(':').unwrap_or((&text[at + 1..], "00"));
    let minutes = number(hours, 1..=2)? * 60 + number(minutes, 2..=2)?;
    let sign = if text.as_bytes()[at] == b'-' { -1 } else { 1 };
    Some((text[..at].trim_end(), sign * minutes * 60 * SECOND))
}

/// The bean properties, in the order of [`Temporal::property`].
const PROPERTIES: [(&str, &str); 9] = [
    ("time", "long"),
    ("year", "int"),
    ("month", "int"),
    ("date", "int"),
    ("day", "int"),
    ("hours", "int"),
    ("minutes", "int"),
    ("seconds", "int"),
    ("nanos", "int"),
];

fn java_class(name: &'static str) -> Class {
    let properties =
        PROPERTIES.iter().map(|(name, java_type)| Property::read_only(name, java_type)).collect();
    Class::with_properties(
        name,
        &["java.util.Date", "java.lang.Comparable", "java.io.Serializable", "java.lang.Cloneable"],
        properties,
    )
}

impl Object for Temporal {
    fn class(&self) -> &Class {
        static DATE: LazyLock<Class> = LazyLock::new(|| java_class("java.sql.Date"));
        static TIME: LazyLock<Class> = LazyLock::new(|| java_class("java.sql.Time"));
        static TIMESTAMP: LazyLock<Class> = LazyLock::new(|| java_class("java.sql.Timestamp"));
        match self.kind {
            TemporalKind::Date => &DATE,
            TemporalKind::Time => &TIME,
            TemporalKind::Timestamp => &TIMESTAMP,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// `java.util.Date` counts years from 1900, months from 0 and days of the week from Sunday.
    fn property(&self, index: usize) -> Result<Value> {
        let civil = self.civil();
        let int = |value: i64| Ok(Value::Int(value as i32));
        match index {
            0 => Ok(Value::Long(self.millis())),
            1 => int(civil.year - 1900),
            2 => int(civil.month - 1),
            3 => int(civil.day),
            4 => int((self.micros.div_euclid(DAY) + 4).rem_euclid(7)),
            5 => int(civil.hour),
            6 => int(civil.minute),
            7 => int(civil.second),
            _ => int(civil.micros * 1000),
        }
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        let order = match args {
            [other] => self.compare(other),
            _ => None,
        };
        Ok(match (method, order) {
            ("before", Some(order)) => Some(Value::Bool(order == Ordering::Less)),
            ("after", Some(order)) => Some(Value::Bool(order == Ordering::Greater)),
            ("getTime", None) if args.is_empty() => Some(Value::Long(self.millis())),
            ("toInstant" | "toLocalDate" | "toLocalTime" | "toLocalDateTime" | "clone", None)
                if args.is_empty() =>
            {
                self.converted(method)
            }
            _ => None,
        })
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        let other = Temporal::from_value(other, TemporalKind::Timestamp).ok()??;
        Some(self.micros.cmp(&other.micros))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Temporal>().is_some_and(|other| other == self)
    }

    fn hash_code(&self) -> i32 {
        let millis = self.millis();
        (millis ^ (millis >> 32)) as i32
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.micros == i64::MAX || self.micros == i64::MIN {
            return self.write_sql(out);
        }
        let civil = self.civil();
        // Java prints the year of its era and leaves the era out.
        let year = if civil.year > 0 { civil.year } else { 1 - civil.year };
        match self.kind {
            TemporalKind::Date => write!(out, "{:04}-{:02}-{:02}", year, civil.month, civil.day),
            TemporalKind::Time => write!(out, "{:02}:{:02}:{:02}", civil.hour, civil.minute, civil.second),
            TemporalKind::Timestamp => {
                write!(
                    out,
                    "{:04}-{:02}-{:02} {:02}:{:02}:{:02}.",
                    year, civil.month, civil.day, civil.hour, civil.minute, civil.second
                )?;
                let fraction = format!("{:06}", civil.micros);
                let shown = fraction.trim_end_matches('0');
                out.write_str(if shown.is_empty() { "0" } else { shown })
            }
        }
    }
}

impl fmt::Display for Temporal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(kind: TemporalKind, text: &str) -> String {
        Temporal::parse(kind, text).map_or("-".into(), |temporal| temporal.to_string())
    }

    #[test]
    fn text_is_that_of_java() {
        assert_eq!(show(TemporalKind::Date, "2024-02-29"), "2024-02-29");
        assert_eq!(show(TemporalKind::Time, "9:05"), "09:05:00");
        assert_eq!(show(TemporalKind::Timestamp, "2024-02-29"), "2024-02-29 00:00:00.0");
        assert_eq!(show(TemporalKind::Timestamp, "2024-02-29T23:59:59.120"), "2024-02-29 23:59:59.12");
        assert_eq!(show(TemporalKind::Timestamp, "1969-12-31 23:59:59.999999"), "1969-12-31 23:59:59.999999");
        assert_eq!(show(TemporalKind::Timestamp, "2024-03-01 00:30:00+01:00"), "2024-02-29 23:30:00.0");
        assert_eq!(show(TemporalKind::Date, "2024-03-01 12:00"), "2024-03-01");
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in ["2023-02-29", "2024-13-01", "x", "", "2024-1", "24:00", "2024-01-01 1:2"] {
            assert_eq!(show(TemporalKind::Timestamp, text), "-", "{text}");
        }
        assert_eq!(show(TemporalKind::Time, "23:60"), "-");
    }

    #[test]
    fn days_and_dates_convert_both_ways() {
        assert_eq!(days_from_civil(1970, 1, 1), 0);
        assert_eq!(days_from_civil(2000, 1, 1), 10_957);
        for days in (-1_000_000..1_000_000).step_by(997) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
    }

    #[test]
    fn sql_text_keeps_fraction_era_and_infinity() {
        let sql = |kind, micros| Temporal::from_micros(kind, micros).sql();
        assert_eq!(sql(TemporalKind::Time, 3_600_000_250), "01:00:00.00025");
        assert_eq!(sql(TemporalKind::Timestamp, i64::MAX), "infinity");
        assert_eq!(sql(TemporalKind::Date, days_from_civil(-43, 3, 15) * DAY), "0044-03-15 BC");
    }

    #[test]
    fn the_properties_of_java_util_date() {
        let value = Temporal::parse(TemporalKind::Timestamp, "2024-02-29 13:14:15.5").unwrap();
        let get = |name| value.property(value.class().property(name).unwrap()).unwrap();
        assert_eq!(get("year"), Value::Int(124));
        assert_eq!(get("month"), Value::Int(1));
        assert_eq!(get("date"), Value::Int(29));
        assert_eq!(get("day"), Value::Int(4));
        assert_eq!(get("nanos"), Value::Int(500_000_000));
        assert_eq!(get("time"), Value::Long(1_709_212_455_500));
    }

    #[test]
    fn order_is_that_of_time() {
        let early = Temporal::parse(TemporalKind::Timestamp, "2024-01-01").unwrap();
        let late = Value::new(Temporal::parse(TemporalKind::Date, "2024-01-02").unwrap());
        assert_eq!(early.compare(&late), Some(Ordering::Less));
        assert_eq!(early.call("before", &[late]).unwrap(), Some(Value::Bool(true)));
        assert_eq!(early.compare(&Value::Int(1)), None);
    }
}
