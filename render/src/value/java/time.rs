//! `java.time` and `java.util.Date`.

use std::sync::Arc;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::ZonedDateTime;
use jiff::civil;
use jiff::tz::TimeZone;

use super::NativeClass;
use crate::Result;
use crate::error::Error;
use crate::value::EnumClass;
use crate::value::JavaDate;
use crate::value::Temporal;
use crate::value::Value;
use crate::value::coerce;
use crate::value::temporal;
use crate::value::temporal::MONTHS;

const DAYS: &[&str] = &["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];

static MONTH: LazyLock<Arc<EnumClass>> = LazyLock::new(|| EnumClass::new("java.time.Month", &MONTHS));
static DAY_OF_WEEK: LazyLock<Arc<EnumClass>> = LazyLock::new(|| EnumClass::new("java.time.DayOfWeek", DAYS));

/// The month of that number, from 0.
pub(in crate::value) fn month(number: i8) -> Result<Value> {
    MONTH.value_of(usize::try_from(number).ok().and_then(|number| MONTHS.get(number)).copied().unwrap_or(""))
}

/// The day of that number, Monday being 0.
pub(in crate::value) fn day_of_week(number: i8) -> Result<Value> {
    DAY_OF_WEEK
        .value_of(usize::try_from(number).ok().and_then(|number| DAYS.get(number)).copied().unwrap_or(""))
}

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        name: "java.time.Instant",
        fields: &["EPOCH"],
        methods: &["now", "ofEpochMilli", "ofEpochSecond", "parse"],
        field: |name| (name == "EPOCH").then(|| Value::new(Temporal::Instant(Timestamp::UNIX_EPOCH))),
        call: |method, args| {
            made(Temporal::Instant(match (method, args) {
                ("now", []) => Timestamp::now(),
                ("ofEpochMilli", [millis]) => {
                    Timestamp::from_millisecond(coerce::to_long(millis)?).map_err(wrong)?
                }
                ("ofEpochSecond", [seconds]) => {
                    Timestamp::from_second(coerce::to_long(seconds)?).map_err(wrong)?
                }
                ("parse", [text]) => {
                    let text = coerce::to_text(text);
                    temporal::parse_instant(&text).ok_or_else(|| unreadable(&text))?
                }
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.LocalDate",
        fields: &["EPOCH"],
        methods: &["now", "of", "ofEpochDay", "ofYearDay", "parse"],
        field: |name| (name == "EPOCH").then(|| Value::new(Temporal::LocalDate(civil::date(1970, 1, 1)))),
        call: |method, args| {
            made(Temporal::LocalDate(match (method, args) {
                ("now", []) => ZonedDateTime::now().date(),
                ("now", [name]) => Timestamp::now().to_zoned_datetime(zone(name)?).date(),
                ("of", [year, month, day]) => date(year, month, day)?,
                ("ofYearDay", [year, day]) => {
                    let first = civil::Date::new(narrow(year)?, 1, 1).map_err(wrong)?;
                    first.with().day_of_year(narrow(day)?).build().map_err(wrong)?
                }
                ("ofEpochDay", [day]) => {
                    let days = jiff::Span::new().try_days(coerce::to_long(day)?).map_err(wrong)?;
                    civil::date(1970, 1, 1).checked_add(days).map_err(wrong)?
                }
                ("parse", [text]) => read(text, |text| text.len() >= 10 && !text.contains(['T', ' ']))?,
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.LocalTime",
        fields: &["MIDNIGHT", "NOON"],
        methods: &["now", "of", "parse"],
        field: |name| match name {
            "MIDNIGHT" => Some(Value::new(Temporal::LocalTime(civil::Time::midnight()))),
            "NOON" => Some(Value::new(Temporal::LocalTime(civil::time(12, 0, 0, 0)))),
            _ => None,
        },
        call: |method, args| {
            made(Temporal::LocalTime(match (method, args) {
                ("now", []) => ZonedDateTime::now().time(),
                ("of", [hour, minute, rest @ ..]) => match time(hour, minute, rest)? {
                    Some(time) => time,
                    None => return Ok(None),
                },
                ("parse", [text]) => read(text, |text| text.contains(':') && !text.contains(['T', '-']))?,
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.LocalDateTime",
        fields: &[],
        methods: &["now", "of", "parse"],
        field: |_| None,
        call: |method, args| {
            made(Temporal::LocalDateTime(match (method, args) {
                ("now", []) => ZonedDateTime::now().datetime(),
                ("of", [year, month, day, hour, minute, rest @ ..]) => match time(hour, minute, rest)? {
                    Some(time) => date(year, month, day)?.to_datetime(time),
                    None => return Ok(None),
                },
                ("parse", [text]) => read(text, |text| text.contains('T'))?,
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.ZonedDateTime",
        fields: &[],
        methods: &["now", "ofInstant", "parse"],
        field: |_| None,
        call: |method, args| {
            made(Temporal::ZonedDateTime(match (method, args) {
                ("now", []) => ZonedDateTime::now(),
                ("now", [name]) => Timestamp::now().to_zoned_datetime(zone(name)?),
                ("ofInstant", [instant, name]) => temporal::to_instant(instant)?
                    .ok_or_else(|| wrong("an instant is needed"))?
                    .to_zoned_datetime(zone(name)?),
                ("parse", [text]) => {
                    let text = coerce::to_text(text);
                    match text.parse::<ZonedDateTime>() {
                        Ok(zoned) => zoned,
                        // Without a region the offset is the zone.
                        Err(_) => {
                            let at = temporal::parse_instant(&text).ok_or_else(|| unreadable(&text))?;
                            let sign = text.rfind(['Z', 'z', '+', '-']).unwrap_or(text.len());
                            at.to_zoned_datetime(temporal::zone(&text[sign..])?)
                        }
                    }
                }
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.ZoneId",
        fields: &[],
        methods: &["of", "systemDefault"],
        field: |_| None,
        // Zones are known by their names everywhere here.
        call: |method, args| match (method, args) {
            ("of", [name]) => zone(name).map(|_| Some(name.clone())),
            ("systemDefault", []) => Ok(Some(Value::str(TimeZone::system().iana_name().unwrap_or("UTC")))),
            _ => Ok(None),
        },
        make: None,
    },
    NativeClass {
        name: "java.time.Clock",
        fields: &[],
        methods: &["fixed", "systemUTC"],
        field: |_| None,
        call: |method, args| {
            made(Temporal::Clock(match (method, args) {
                ("fixed", [instant, _]) => {
                    temporal::to_instant(instant)?.ok_or_else(|| wrong("an instant is needed"))?
                }
                ("systemUTC", []) => Timestamp::now(),
                _ => return Ok(None),
            }))
        },
        make: None,
    },
    NativeClass {
        name: "java.time.Month",
        fields: &MONTHS,
        methods: &["valueOf", "values"],
        field: |name| MONTH.value_of(name).ok(),
        call: |method, args| super::enum_call(&MONTH, method, args),
        make: None,
    },
    NativeClass {
        name: "java.time.DayOfWeek",
        fields: DAYS,
        methods: &["valueOf", "values"],
        field: |name| DAY_OF_WEEK.value_of(name).ok(),
        call: |method, args| super::enum_call(&DAY_OF_WEEK, method, args),
        make: None,
    },
    NativeClass {
        name: "java.util.Date",
        fields: &[],
        methods: &["from"],
        field: |_| None,
        call: |method, args| match (method, args) {
            ("from", [instant]) => {
                Ok(temporal::to_instant(instant)?.map(|time| Value::new(Temporal::date(time))))
            }
            _ => Ok(None),
        },
        make: Some(|args| {
            made(Temporal::Date(match args {
                [] => JavaDate::new(Timestamp::now()),
                [millis] => JavaDate::of_millis(coerce::to_long(millis)?),
                _ => return Ok(None),
            }))
        }),
    },
];

fn made(temporal: Temporal) -> Result<Option<Value>> {
    Ok(Some(Value::new(temporal)))
}

#[cold]
fn wrong(reason: impl std::fmt::Display) -> Error {
    Error::new("java.time.DateTimeException", reason.to_string())
}

#[cold]
fn unreadable(text: &str) -> Error {
    Error::new("java.time.format.DateTimeParseException", format!("Text '{text}' could not be parsed"))
        .with_supers(["java.time.DateTimeException".into(), "java.lang.RuntimeException".into()])
}

fn zone(name: &Value) -> Result<TimeZone> {
    temporal::zone(&coerce::to_text(name))
}

fn narrow<T: TryFrom<i64>>(value: &Value) -> Result<T> {
    let number = coerce::to_long(value)?;
    T::try_from(number).map_err(|_| wrong(format!("{number} is out of range")))
}

fn date(year: &Value, month: &Value, day: &Value) -> Result<civil::Date> {
    let month = match month.downcast_ref::<crate::value::EnumConstant>() {
        Some(constant) => constant.ordinal() as i8 + 1,
        None => narrow(month)?,
    };
    civil::Date::new(narrow(year)?, month, narrow(day)?).map_err(wrong)
}

fn time(hour: &Value, minute: &Value, rest: &[Value]) -> Result<Option<civil::Time>> {
    let (second, nano) = match rest {
        [] => (0, 0),
        [second] => (narrow(second)?, 0),
        [second, nano] => (narrow(second)?, narrow(nano)?),
        _ => return Ok(None),
    };
    civil::Time::new(narrow(hour)?, narrow(minute)?, second, nano).map(Some).map_err(wrong)
}

/// Reads what Java would read: what jiff takes beyond is refused by `form`.
fn read<T: std::str::FromStr>(text: &Value, form: fn(&str) -> bool) -> Result<T> {
    let text = coerce::to_text(text);
    let parsed = if form(&text) { text.parse().ok() } else { None };
    parsed.ok_or_else(|| unreadable(&text))
}
