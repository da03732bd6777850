//! `java.time` and `java.util.Date`, as far as expressions use them.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering as AtomicOrdering;

use jiff::Timestamp;
use jiff::ZonedDateTime;
use jiff::civil;
use jiff::tz::TimeZone;

use super::Class;
use super::Object;
use super::Property;
use super::Value;
use super::coerce;
use crate::Result;
use crate::error::Error;
use crate::error::class;

/// A point or part of time: `java.util.Date` or one of the types of `java.time`.
///
/// ```
/// use vespid_render::value::{Temporal, Value};
/// let date = Temporal::LocalDate("2026-02-28".parse().unwrap());
/// assert_eq!(Value::new(date).to_string(), "2026-02-28");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Temporal {
    /// `java.util.Date`
    Date(JavaDate),
    /// `java.time.Instant`
    Instant(Timestamp),
    /// `java.time.LocalDate`
    LocalDate(civil::Date),
    /// `java.time.LocalTime`
    LocalTime(civil::Time),
    /// `java.time.LocalDateTime`
    LocalDateTime(civil::DateTime),
    /// `java.time.ZonedDateTime`
    ZonedDateTime(ZonedDateTime),
    /// A `java.time.Clock` that stands still.
    Clock(Timestamp),
}

/// A `java.util.Date`: a point in time, exact to the millisecond, that can be set.
#[derive(Debug)]
pub struct JavaDate(AtomicI64);

impl JavaDate {
    /// That time, cut to milliseconds.
    pub fn new(time: Timestamp) -> Self {
        JavaDate(AtomicI64::new(time.as_millisecond()))
    }

    /// That many milliseconds since 1970.
    pub fn of_millis(millis: i64) -> Self {
        JavaDate(AtomicI64::new(millis))
    }

    /// Milliseconds since 1970.
    pub fn millis(&self) -> i64 {
        self.0.load(AtomicOrdering::Relaxed)
    }

    /// The time; what lies beyond the years that can be told is the last or first that can.
    pub fn timestamp(&self) -> Timestamp {
        let millis = self.millis();
        let end = if millis < 0 { Timestamp::MIN } else { Timestamp::MAX };
        Timestamp::from_millisecond(millis).unwrap_or(end)
    }
}

impl Clone for JavaDate {
    fn clone(&self) -> Self {
        JavaDate(AtomicI64::new(self.millis()))
    }
}

impl PartialEq for JavaDate {
    fn eq(&self, other: &Self) -> bool {
        self.millis() == other.millis()
    }
}

const DATE: &[(&str, &str)] = &[
    ("year", "int"),
    ("month", "int"),
    ("monthValue", "int"),
    ("dayOfMonth", "int"),
    ("dayOfYear", "int"),
    ("leapYear", "boolean"),
];
const TIME: &[(&str, &str)] = &[("hour", "int"), ("minute", "int"), ("second", "int"), ("nano", "int")];
const POINT: &[(&str, &str)] = &[("epochSecond", "long"), ("nano", "int")];

fn make_class(name: &str, supers: &[&str], properties: &[&[(&str, &str)]]) -> Class {
    let properties = properties.iter().copied().flatten().map(|(name, java_type)| Property {
        name: (*name).into(),
        java_type: (*java_type).into(),
        // Of all of them, only the time of a date can be set.
        writable: *name == "time",
    });
    Class::with_properties(name, supers, properties.collect())
}

macro_rules! classes {
    ($($constant:ident = $name:literal, [$($super:literal),*], [$($properties:expr),*];)*) => {$(
        static $constant: LazyLock<Class> =
            LazyLock::new(|| make_class($name, &[$($super),*], &[$($properties),*]));
    )*};
}

classes! {
    JAVA_DATE = "java.util.Date", ["java.lang.Comparable", "java.lang.Cloneable", "java.io.Serializable"],
        [&[("time", "long")]];
    INSTANT = "java.time.Instant",
        ["java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor", "java.lang.Comparable"], [POINT];
    LOCAL_DATE = "java.time.LocalDate",
        ["java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor", "java.lang.Comparable"], [DATE];
    LOCAL_TIME = "java.time.LocalTime",
        ["java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor", "java.lang.Comparable"], [TIME];
    LOCAL_DATE_TIME = "java.time.LocalDateTime",
        ["java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor", "java.lang.Comparable"], [DATE, TIME];
    ZONED_DATE_TIME = "java.time.ZonedDateTime",
        ["java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor", "java.lang.Comparable"],
        [DATE, TIME, &[("zone", "java.time.ZoneId"), ("offset", "java.time.ZoneOffset")]];
    CLOCK = "java.time.Clock", [], [];
}

impl Temporal {
    /// The time, where this is a point in time and no local one.
    pub fn timestamp(&self) -> Option<Timestamp> {
        match self {
            Temporal::Date(date) => Some(date.timestamp()),
            Temporal::Instant(time) | Temporal::Clock(time) => Some(*time),
            Temporal::ZonedDateTime(zoned) => Some(zoned.timestamp()),
            Temporal::LocalDate(_) | Temporal::LocalTime(_) | Temporal::LocalDateTime(_) => None,
        }
    }

    /// A `java.util.Date`, cut to milliseconds.
    pub fn date(time: Timestamp) -> Self {
        Temporal::Date(JavaDate::new(time))
    }

    fn civil_date(&self) -> Option<civil::Date> {
        match self {
            Temporal::LocalDate(date) => Some(*date),
            Temporal::LocalDateTime(time) => Some(time.date()),
            Temporal::ZonedDateTime(zoned) => Some(zoned.date()),
            _ => None,
        }
    }

    fn civil_time(&self) -> Option<civil::Time> {
        match self {
            Temporal::LocalTime(time) => Some(*time),
            Temporal::LocalDateTime(time) => Some(time.time()),
            Temporal::ZonedDateTime(zoned) => Some(zoned.time()),
            _ => None,
        }
    }

    fn order(&self, other: &Temporal) -> Option<Ordering> {
        match (self, other) {
            // Local ones have no instant; among their own kind they have an order of their own.
            (Temporal::LocalDate(a), Temporal::LocalDate(b)) => Some(a.cmp(b)),
            (Temporal::LocalTime(a), Temporal::LocalTime(b)) => Some(a.cmp(b)),
            (Temporal::LocalDateTime(a), Temporal::LocalDateTime(b)) => Some(a.cmp(b)),
            (a, b) => Some(a.timestamp()?.cmp(&b.timestamp()?)),
        }
    }

    fn member(&self, name: &str) -> Option<Value> {
        let date = || self.civil_date();
        let time = || self.civil_time();
        Some(match name {
            "year" => Value::Int(date()?.year().into()),
            "month" => Value::str(MONTHS[usize::try_from(date()?.month() - 1).ok()?]),
            "monthValue" => Value::Int(date()?.month().into()),
            "dayOfMonth" => Value::Int(date()?.day().into()),
            "dayOfYear" => Value::Int(date()?.day_of_year().into()),
            "leapYear" => Value::Bool(date()?.in_leap_year()),
            "hour" => Value::Int(time()?.hour().into()),
            "minute" => Value::Int(time()?.minute().into()),
            "second" => Value::Int(time()?.second().into()),
            "nano" => match self {
                Temporal::Instant(at) => Value::Int(at.as_nanosecond().rem_euclid(1_000_000_000) as i32),
                _ => Value::Int(time()?.subsec_nanosecond()),
            },
            "epochSecond" => match self {
                Temporal::Instant(at) => Value::Long(at.as_nanosecond().div_euclid(1_000_000_000) as i64),
                _ => return None,
            },
            "time" => match self {
                Temporal::Date(at) => Value::Long(at.millis()),
                _ => return None,
            },
            "zone" | "offset" => match self {
                Temporal::ZonedDateTime(zoned) if name == "zone" => Value::str(zone_name(zoned)),
                Temporal::ZonedDateTime(zoned) => Value::str(offset_text(zoned)),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Adds so many units; negative ones subtract.
    fn plus(&self, count: i64, unit: &str) -> Result<Option<Temporal>> {
        let limit = 10_000_000_000_000;
        if count.abs() > limit {
            return Err(out_of_range("the amount is too large"));
        }
        let (is_date, is_time) = (self.civil_date().is_some(), self.civil_time().is_some());
        let point = matches!(self, Temporal::Instant(_));
        let span = match unit {
            "Years" if is_date => jiff::Span::new().try_years(count),
            "Months" if is_date => jiff::Span::new().try_months(count),
            "Weeks" if is_date => jiff::Span::new().try_weeks(count),
            "Days" if is_date => jiff::Span::new().try_days(count),
            "Hours" if is_time => jiff::Span::new().try_hours(count),
            "Minutes" if is_time => jiff::Span::new().try_minutes(count),
            "Seconds" if is_time || point => jiff::Span::new().try_seconds(count),
            "Millis" if point => jiff::Span::new().try_milliseconds(count),
            "Nanos" if is_time || point => jiff::Span::new().try_nanoseconds(count),
            _ => return Ok(None),
        }
        .map_err(out_of_range)?;
        Ok(Some(match self {
            Temporal::LocalDate(date) => Temporal::LocalDate(date.checked_add(span).map_err(out_of_range)?),
            Temporal::LocalTime(time) => Temporal::LocalTime(time.wrapping_add(span)),
            Temporal::LocalDateTime(time) => {
                Temporal::LocalDateTime(time.checked_add(span).map_err(out_of_range)?)
            }
            Temporal::ZonedDateTime(zoned) => {
                Temporal::ZonedDateTime(zoned.checked_add(span).map_err(out_of_range)?)
            }
            Temporal::Instant(at) => Temporal::Instant(at.checked_add(span).map_err(out_of_range)?),
            Temporal::Date(_) | Temporal::Clock(_) => return Ok(None),
        }))
    }

    fn with(&self, field: &str, number: i64) -> Result<Option<Temporal>> {
        let narrow =
            |number: i64| i8::try_from(number).map_err(|_| out_of_range("the field is out of range"));
        let year = |number: i64| i16::try_from(number).map_err(|_| out_of_range("the year is out of range"));
        let new_date = |date: civil::Date| -> Result<Option<civil::Date>> {
            let with = date.with();
            let with = match field {
                "DayOfMonth" => with.day(narrow(number)?),
                "Month" => {
                    with.month(narrow(number)?).day(date.day().min(days_in(date.year(), narrow(number)?)))
                }
                "Year" => with.year(year(number)?).day(date.day().min(days_in(year(number)?, date.month()))),
                "DayOfYear" => with.day_of_year(year(number)?),
                _ => return Ok(None),
            };
            with.build().map(Some).map_err(out_of_range)
        };
        let new_time = |time: civil::Time| -> Result<Option<civil::Time>> {
            let with = time.with();
            let with = match field {
                "Hour" => with.hour(narrow(number)?),
                "Minute" => with.minute(narrow(number)?),
                "Second" => with.second(narrow(number)?),
                _ => return Ok(None),
            };
            with.build().map(Some).map_err(out_of_range)
        };
        let new_date_time = |time: civil::DateTime| -> Result<Option<civil::DateTime>> {
            if let Some(date) = new_date(time.date())? {
                return Ok(Some(date.to_datetime(time.time())));
            }
            Ok(new_time(time.time())?.map(|new| time.date().to_datetime(new)))
        };
        Ok(match self {
            Temporal::LocalDate(date) => new_date(*date)?.map(Temporal::LocalDate),
            Temporal::LocalTime(time) => new_time(*time)?.map(Temporal::LocalTime),
            Temporal::LocalDateTime(time) => new_date_time(*time)?.map(Temporal::LocalDateTime),
            Temporal::ZonedDateTime(zoned) => match new_date_time(zoned.datetime())? {
                Some(time) => Some(Temporal::ZonedDateTime(
                    time.to_zoned_datetime(zoned.time_zone().clone()).map_err(out_of_range)?,
                )),
                None => None,
            },
            Temporal::Date(_) | Temporal::Instant(_) | Temporal::Clock(_) => None,
        })
    }
}

/// The names of `java.time.Month`.
pub(super) const MONTHS: [&str; 12] = [
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
];

fn days_in(year: i16, month: i8) -> i8 {
    civil::Date::new(year, month, 1).map_or(31, jiff::civil::Date::days_in_month)
}

/// `java.time.DateTimeException`
#[cold]
fn out_of_range(reason: impl fmt::Display) -> Error {
    Error::new("java.time.DateTimeException", reason.to_string())
}

/// A zone by its Java name: a region, `Z`, `UTC`, or an offset as `+01:00`.
///
/// # Errors
/// `DateTimeException` where there is no such zone.
pub(crate) fn zone(name: &str) -> Result<TimeZone> {
    let offset = name.strip_prefix("UTC").or_else(|| name.strip_prefix("GMT")).unwrap_or(name);
    if matches!(offset, "" | "Z" | "z") && !name.is_empty() {
        return Ok(TimeZone::UTC);
    }
    if let Some((sign, digits)) = offset.split_at_checked(1)
        && let Some(sign) = match sign {
            "+" => Some(1),
            "-" => Some(-1),
            _ => None,
        }
    {
        let mut parts = digits.split(':').map(|part| part.parse::<i32>().ok().filter(|_| part.len() <= 2));
        let (hours, minutes) = (parts.next().flatten(), parts.next().unwrap_or(Some(0)));
        if let (Some(hours @ 0..=18), Some(minutes @ 0..=59), None) = (hours, minutes, parts.next()) {
            let offset =
                jiff::tz::Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).map_err(out_of_range)?;
            return Ok(TimeZone::fixed(offset));
        }
    }
    TimeZone::get(name).map_err(|_| out_of_range(format!("there is no time zone '{name}'")))
}

fn offset_text(zoned: &ZonedDateTime) -> String {
    let seconds = zoned.offset().seconds();
    if seconds == 0 {
        return "Z".into();
    }
    let (sign, all) = (if seconds < 0 { '-' } else { '+' }, seconds.abs());
    let mut text = format!("{sign}{:02}:{:02}", all / 3600, all / 60 % 60);
    if all % 60 != 0 {
        text.push_str(&format!(":{:02}", all % 60));
    }
    text
}

fn zone_name(zoned: &ZonedDateTime) -> String {
    match zoned.time_zone().iana_name() {
        Some(name) if name != "UTC" => name.to_owned(),
        _ => offset_text(zoned),
    }
}

/// Fractions as Java prints them: none, three, six or nine digits.
fn write_fraction(nano: i32, out: &mut dyn fmt::Write) -> fmt::Result {
    match nano {
        0 => Ok(()),
        nano if nano % 1_000_000 == 0 => write!(out, ".{:03}", nano / 1_000_000),
        nano if nano % 1000 == 0 => write!(out, ".{:06}", nano / 1000),
        nano => write!(out, ".{nano:09}"),
    }
}

fn write_time(time: civil::Time, always_seconds: bool, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "{:02}:{:02}", time.hour(), time.minute())?;
    if always_seconds || time.second() != 0 || time.subsec_nanosecond() != 0 {
        write!(out, ":{:02}", time.second())?;
        write_fraction(time.subsec_nanosecond(), out)?;
    }
    Ok(())
}

fn write_date(date: civil::Date, out: &mut dyn fmt::Write) -> fmt::Result {
    let (sign, year) =
        if date.year() < 0 { ("-", date.year().unsigned_abs()) } else { ("", date.year().unsigned_abs()) };
    write!(out, "{sign}{year:04}-{:02}-{:02}", date.month(), date.day())
}

/// The time of a value by the rules of EL (Expression Language 6.1, "Coerce A to java.time.Instant"); null for null.
///
/// # Errors
/// `ELException` where the value has no instant.
pub(crate) fn to_instant(value: &Value) -> Result<Option<Timestamp>> {
    match value {
        Value::Null => Ok(None),
        Value::Str(text) => parse_instant(text).map(Some).ok_or_else(|| {
            coerce::cannot_convert(value, "java.time.Instant").with_hint("write it as 2026-02-28T12:30:00Z")
        }),
        other => match other.downcast_ref::<Temporal>().map(Temporal::timestamp) {
            Some(Some(time)) => Ok(Some(time)),
            Some(None) => Err(coerce::cannot_convert(other, "java.time.Instant")
                .with_hint("a local date or time has no time zone; say atZone('Europe/Berlin') first")),
            None => Err(coerce::cannot_convert(other, "java.time.Instant")),
        },
    }
}

/// `Instant.parse`: a date, `T`, a time and `Z` or an offset.
pub(crate) fn parse_instant(text: &str) -> Option<Timestamp> {
    // jiff takes a blank for the `T`, and names of zones behind; Java does not.
    if !text.contains(['T', 't']) || text.contains(['[', ' ']) {
        return None;
    }
    text.parse().ok()
}

impl Object for Temporal {
    fn class(&self) -> &Class {
        match self {
            Temporal::Date(_) => &JAVA_DATE,
            Temporal::Instant(_) => &INSTANT,
            Temporal::LocalDate(_) => &LOCAL_DATE,
            Temporal::LocalTime(_) => &LOCAL_TIME,
            Temporal::LocalDateTime(_) => &LOCAL_DATE_TIME,
            Temporal::ZonedDateTime(_) => &ZONED_DATE_TIME,
            Temporal::Clock(_) => &CLOCK,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        let properties = self.class().properties();
        let value = properties.get(index).and_then(|property| self.member(&property.name));
        value.ok_or_else(|| {
            Error::new(class::PROPERTY_NOT_FOUND, format!("{} has no such property", self.class().name()))
        })
    }

    fn set_property(&self, index: usize, value: Value) -> Result<()> {
        let name = self.class().properties().get(index).map_or("?", |property| property.name.as_str());
        match (self, name) {
            (Temporal::Date(date), "time") => {
                date.0.store(coerce::to_long(&value)?, AtomicOrdering::Relaxed);
                Ok(())
            }
            _ => Err(Error::new(
                class::PROPERTY_NOT_WRITABLE,
                format!("property '{name}' of {} can't be set", self.class().name()),
            )),
        }
    }

    fn dynamic_property(&self, name: &str) -> Result<Option<Value>> {
        Ok(match (name, self.civil_date()) {
            ("dayOfWeek", Some(date)) => {
                Some(super::java::day_of_week(date.weekday().to_monday_zero_offset())?)
            }
            _ => None,
        })
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        if let (Some(unit), [count]) = (method.strip_prefix("plus"), args) {
            return Ok(self.plus(coerce::to_long(count)?, unit)?.map(Value::new));
        }
        if let (Some(unit), [count]) = (method.strip_prefix("minus"), args) {
            return Ok(self.plus(coerce::to_long(count)?.saturating_neg(), unit)?.map(Value::new));
        }
        if let (Some(field), [number]) = (method.strip_prefix("with"), args) {
            return Ok(self.with(field, coerce::to_long(number)?)?.map(Value::new));
        }
        let other = |value: &Value| -> Result<Ordering> {
            let other = value.downcast_ref::<Temporal>();
            other
                .and_then(|other| self.order(other))
                .ok_or_else(|| coerce::cannot_convert(value, self.class().name()))
        };
        let at_zone = |name: &Value| zone(&coerce::to_text(name));
        let as_value = |temporal: Temporal| Ok(Some(Value::new(temporal)));
        match (method, args, self) {
            ("getMonth", [], _) if self.civil_date().is_some() => {
                let month = self.civil_date().map_or(1, jiff::civil::Date::month);
                super::java::month(month - 1).map(Some)
            }
            ("isBefore" | "before", [value], _) => Ok(Some(Value::Bool(other(value)?.is_lt()))),
            ("isAfter" | "after", [value], _) => Ok(Some(Value::Bool(other(value)?.is_gt()))),
            ("isEqual", [value], _) => Ok(Some(Value::Bool(other(value)?.is_eq()))),
            ("lengthOfMonth", [], Temporal::LocalDate(date)) => {
                Ok(Some(Value::Int(date.days_in_month().into())))
            }
            ("lengthOfYear", [], Temporal::LocalDate(date)) => {
                Ok(Some(Value::Int(date.days_in_year().into())))
            }
            ("isLeapYear", [], Temporal::LocalDate(date)) => Ok(Some(Value::Bool(date.in_leap_year()))),
            ("toEpochDay", [], Temporal::LocalDate(date)) => {
                let days = date.since((jiff::Unit::Day, civil::date(1970, 1, 1))).map_err(out_of_range)?;
                Ok(Some(Value::Long(days.get_days().into())))
            }
            ("atStartOfDay", [], Temporal::LocalDate(date)) => {
                as_value(Temporal::LocalDateTime(date.at(0, 0, 0, 0)))
            }
            ("atStartOfDay", [name], Temporal::LocalDate(date)) => as_value(Temporal::ZonedDateTime(
                date.to_zoned_datetime(at_zone(name)?).map_err(out_of_range)?,
            )),
            ("atTime", [hour, minute], Temporal::LocalDate(date)) => {
                let narrow = |value: &Value| {
                    coerce::to_int(value).and_then(|value| i8::try_from(value).map_err(out_of_range))
                };
                let time = civil::Time::new(narrow(hour)?, narrow(minute)?, 0, 0).map_err(out_of_range)?;
                as_value(Temporal::LocalDateTime(date.to_datetime(time)))
            }
            ("toLocalDate", [], _) => Ok(self.civil_date().map(|date| Value::new(Temporal::LocalDate(date)))),
            ("toLocalTime", [], _) => Ok(self.civil_time().map(|time| Value::new(Temporal::LocalTime(time)))),
            ("toLocalDateTime", [], Temporal::ZonedDateTime(zoned)) => {
                as_value(Temporal::LocalDateTime(zoned.datetime()))
            }
            ("atZone", [name], Temporal::LocalDateTime(time)) => as_value(Temporal::ZonedDateTime(
                time.to_zoned_datetime(at_zone(name)?).map_err(out_of_range)?,
            )),
            ("atZone", [name], Temporal::Instant(at)) => {
                as_value(Temporal::ZonedDateTime(at.to_zoned_datetime(at_zone(name)?)))
            }
            ("withZoneSameInstant", [name], Temporal::ZonedDateTime(zoned)) => {
                as_value(Temporal::ZonedDateTime(zoned.with_time_zone(at_zone(name)?)))
            }
            ("toInstant" | "instant", [], _) => {
                Ok(self.timestamp().map(|time| Value::new(Temporal::Instant(time))))
            }
            ("toEpochMilli", [], Temporal::Instant(at)) => Ok(Some(Value::Long(at.as_millisecond()))),
            ("toEpochSecond", [], Temporal::ZonedDateTime(zoned)) => {
                Ok(Some(Value::Long(zoned.timestamp().as_second())))
            }
            ("millis", [], Temporal::Clock(at)) => Ok(Some(Value::Long(at.as_millisecond()))),
            ("getTime", [], Temporal::Date(at)) => Ok(Some(Value::Long(at.millis()))),
            _ => Ok(None),
        }
    }

    fn compare(&self, other: &Value) -> Option<Ordering> {
        if let Some(other) = other.downcast_ref::<Temporal>() {
            return self.order(other);
        }
        let other = to_instant(other).ok().flatten()?;
        Some(self.timestamp()?.cmp(&other))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Temporal>().is_some_and(|other| self == other)
    }

    fn hash_code(&self) -> i32 {
        let long = |number: i64| super::collections::hash_code(&Value::Long(number));
        match self {
            Temporal::Date(time) => long(time.millis()),
            Temporal::Instant(time) | Temporal::Clock(time) => {
                let nanos = time.as_nanosecond();
                long(nanos.div_euclid(1_000_000_000) as i64)
                    .wrapping_add(51i32.wrapping_mul(nanos.rem_euclid(1_000_000_000) as i32))
            }
            Temporal::LocalDate(date) => {
                let year = i32::from(date.year());
                (year & -2048) ^ ((year << 11) + (i32::from(date.month()) << 6) + i32::from(date.day()))
            }
            other => super::collections::hash_code(&Value::str(Value::new(other.clone()).to_string())),
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Temporal::Date(time) => {
                let zoned = time.timestamp().to_zoned_datetime(TimeZone::system());
                write!(out, "{}", zoned.strftime("%a %b %d %H:%M:%S %Z %Y"))
            }
            Temporal::Instant(time) => {
                let utc = TimeZone::UTC.to_datetime(*time);
                write_date(utc.date(), out)?;
                out.write_char('T')?;
                write_time(utc.time(), true, out)?;
                out.write_char('Z')
            }
            Temporal::LocalDate(date) => write_date(*date, out),
            Temporal::LocalTime(time) => write_time(*time, false, out),
            Temporal::LocalDateTime(time) => {
                write_date(time.date(), out)?;
                out.write_char('T')?;
                write_time(time.time(), false, out)
            }
            Temporal::ZonedDateTime(zoned) => {
                write_date(zoned.date(), out)?;
                out.write_char('T')?;
                write_time(zoned.time(), false, out)?;
                let offset = offset_text(zoned);
                out.write_str(&offset)?;
                let name = zone_name(zoned);
                if name == offset { Ok(()) } else { write!(out, "[{name}]") }
            }
            Temporal::Clock(time) => {
                out.write_str("FixedClock[")?;
                Temporal::Instant(*time).write_text(out)?;
                out.write_str(",Z]")
            }
        }
    }
}
