//! `java.util.Calendar` as a `GregorianCalendar` of the United States: weeks start on Sunday, the first has 1 January in it.

use std::any::Any;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use jiff::Timestamp;
use jiff::ToSpan;
use jiff::civil;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::text::TimeZone;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Temporal;
use vespid_render::value::coerce;

use super::table::Native;
use super::text::JavaZone;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        supers: &["java.lang.Comparable"],
        methods: "get/1:int set/2,3,5,6:void add/2:void getTime:Date setTime/1:void getTimeInMillis:long \
                  setTimeInMillis/1:void getActualMaximum/1:int getTimeZone:TimeZone setTimeZone/1:void \
                  before/1:boolean after/1:boolean compareTo/1:int clone:Object getFirstDayOfWeek:int \
                  setLenient/1:void",
        statics: "getInstance/0,1,2:Calendar",
        fields: "ERA:int YEAR:int MONTH:int WEEK_OF_YEAR:int WEEK_OF_MONTH:int DATE:int DAY_OF_MONTH:int \
                 DAY_OF_YEAR:int DAY_OF_WEEK:int AM_PM:int HOUR:int HOUR_OF_DAY:int MINUTE:int SECOND:int \
                 MILLISECOND:int AM:int PM:int SUNDAY:int MONDAY:int TUESDAY:int WEDNESDAY:int THURSDAY:int \
                 FRIDAY:int SATURDAY:int JANUARY:int FEBRUARY:int MARCH:int APRIL:int MAY:int JUNE:int JULY:int \
                 AUGUST:int SEPTEMBER:int OCTOBER:int NOVEMBER:int DECEMBER:int",
        field: Some(|name| FIELDS.iter().find(|(own, _)| *own == name).map(|(_, value)| Value::Int(*value))),
        call: Some(call),
        call_static: Some(|_, name, args| match name {
            "getInstance" => {
                let zone = args.iter().find_map(|arg| arg.downcast_ref::<JavaZone>());
                Ok(Some(calendar(now(), zone.map_or_else(TimeZone::system, |zone| zone.0.clone()))))
            }
            _ => Ok(None),
        }),
        ..Native::new("java.util.Calendar")
    },
    Native {
        supers: &["java.util.Calendar"],
        methods: "isLeapYear/1:boolean",
        make: Some(|_, args| {
            let made = calendar(now(), TimeZone::system());
            let Some(own) = made.downcast_ref::<Calendar>() else { return Ok(None) };
            match args {
                [] => {}
                [_, _, _] | [_, _, _, _, _] | [_, _, _, _, _, _] => {
                    let mut state = own.state();
                    set_all(&mut state, args)?;
                    if args.len() == 3 {
                        for field in [HOUR_OF_DAY, MINUTE, SECOND, MILLISECOND] {
                            state.set(field, 0)?;
                        }
                    }
                }
                _ => return Ok(None),
            }
            Ok(Some(made))
        }),
        ..Native::new("java.util.GregorianCalendar")
    },
];

const YEAR: i32 = 1;
const MONTH: i32 = 2;
const WEEK_OF_YEAR: i32 = 3;
const WEEK_OF_MONTH: i32 = 4;
const DATE: i32 = 5;
const DAY_OF_YEAR: i32 = 6;
const DAY_OF_WEEK: i32 = 7;
const AM_PM: i32 = 9;
const HOUR: i32 = 10;
const HOUR_OF_DAY: i32 = 11;
const MINUTE: i32 = 12;
const SECOND: i32 = 13;
const MILLISECOND: i32 = 14;

const FIELDS: [(&str, i32); 36] = [
    ("ERA", 0),
    ("YEAR", YEAR),
    ("MONTH", MONTH),
    ("WEEK_OF_YEAR", WEEK_OF_YEAR),
    ("WEEK_OF_MONTH", WEEK_OF_MONTH),
    ("DATE", DATE),
    ("DAY_OF_MONTH", DATE),
    ("DAY_OF_YEAR", DAY_OF_YEAR),
    ("DAY_OF_WEEK", DAY_OF_WEEK),
    ("AM_PM", AM_PM),
    ("HOUR", HOUR),
    ("HOUR_OF_DAY", HOUR_OF_DAY),
    ("MINUTE", MINUTE),
    ("SECOND", SECOND),
    ("MILLISECOND", MILLISECOND),
    ("AM", 0),
    ("PM", 1),
    ("SUNDAY", 1),
    ("MONDAY", 2),
    ("TUESDAY", 3),
    ("WEDNESDAY", 4),
    ("THURSDAY", 5),
    ("FRIDAY", 6),
    ("SATURDAY", 7),
    ("JANUARY", 0),
    ("FEBRUARY", 1),
    ("MARCH", 2),
    ("APRIL", 3),
    ("MAY", 4),
    ("JUNE", 5),
    ("JULY", 6),
    ("AUGUST", 7),
    ("SEPTEMBER", 8),
    ("OCTOBER", 9),
    ("NOVEMBER", 10),
    ("DECEMBER", 11),
];

/// A point in time, told in a zone.
struct Calendar(Mutex<State>);

#[derive(Clone)]
struct State {
    time: civil::DateTime,
    zone: TimeZone,
}

impl Calendar {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Object for Calendar {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("java.util.GregorianCalendar", &["java.util.Calendar", "java.lang.Comparable"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

fn calendar(millis: i64, zone: TimeZone) -> Value {
    let mut state = State { time: civil::DateTime::constant(1970, 1, 1, 0, 0, 0, 0), zone };
    state.set_millis(millis);
    Value::new(Calendar(Mutex::new(state)))
}

#[cold]
fn too_far(error: &jiff::Error) -> Error {
    Error::illegal_argument(format!("the calendar does not reach so far: {error}"))
}

impl State {
    fn millis(&self) -> i64 {
        match self.zone.as_jiff().to_ambiguous_timestamp(self.time).compatible() {
            Ok(time) => time.as_millisecond(),
            Err(_) => 0,
        }
    }

    fn set_millis(&mut self, millis: i64) {
        let time = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH);
        self.time = self.zone.as_jiff().to_datetime(time);
    }

    fn get(&self, field: i32) -> i32 {
        let time = self.time;
        let sunday = |date: civil::Date| i32::from(date.weekday().to_sunday_zero_offset());
        let week = |day: i32, first: civil::Date| (day - 1 + sunday(first)) / 7 + 1;
        match field {
            0 => 1,
            YEAR => time.year().into(),
            MONTH => i32::from(time.month()) - 1,
            DATE => time.day().into(),
            DAY_OF_YEAR => time.date().day_of_year().into(),
            DAY_OF_WEEK => sunday(time.date()) + 1,
            WEEK_OF_MONTH => week(time.day().into(), time.date().first_of_month()),
            WEEK_OF_YEAR => {
                // The last days of a year are in the first week of the next, if 1 January is.
                let to_saturday = 6 - sunday(time.date());
                let left = i32::from(time.date().days_in_year()) - i32::from(time.date().day_of_year());
                if left < to_saturday {
                    1
                } else {
                    week(time.date().day_of_year().into(), time.date().first_of_year())
                }
            }
            AM_PM => i32::from(time.hour() >= 12),
            HOUR => i32::from(time.hour()) % 12,
            HOUR_OF_DAY => time.hour().into(),
            MINUTE => time.minute().into(),
            SECOND => time.second().into(),
            MILLISECOND => time.millisecond().into(),
            _ => 0,
        }
    }

    /// Sets a field; what lies beyond its range moves the others.
    fn set(&mut self, field: i32, value: i32) -> Result<()> {
        if field == YEAR || field == MONTH {
            let (year, month) = match field {
                YEAR => (value, i32::from(self.time.month()) - 1),
                _ => (i32::from(self.time.year()), value),
            };
            let (year, month) = (year.saturating_add(month.div_euclid(12)), month.rem_euclid(12));
            let year =
                i16::try_from(year).map_err(|_| Error::illegal_argument(format!("the year {year}")))?;
            let first = civil::Date::new(year, month as i8 + 1, 1).map_err(|error| too_far(&error))?;
            let date = first
                .checked_add((i64::from(self.time.day()) - 1).days())
                .map_err(|error| too_far(&error))?;
            self.time = date.to_datetime(self.time.time());
            return Ok(());
        }
        let by = i64::from(value) - i64::from(self.get(field));
        let span = match field {
            DATE | DAY_OF_YEAR | DAY_OF_WEEK => by.days(),
            WEEK_OF_YEAR | WEEK_OF_MONTH => by.weeks(),
            AM_PM => (by * 12).hours(),
            HOUR | HOUR_OF_DAY => by.hours(),
            MINUTE => by.minutes(),
            SECOND => by.seconds(),
            MILLISECOND => by.milliseconds(),
            _ => return Ok(()),
        };
        self.time = self.time.checked_add(span).map_err(|error| too_far(&error))?;
        Ok(())
    }

    /// Adds to a field; of a month that is shorter the last day is taken.
    fn add(&mut self, field: i32, by: i32) -> Result<()> {
        let by = i64::from(by);
        let span = match field {
            YEAR => by.years(),
            MONTH => by.months(),
            DATE | DAY_OF_YEAR | DAY_OF_WEEK => by.days(),
            WEEK_OF_YEAR | WEEK_OF_MONTH => by.weeks(),
            _ => {
                // Time passes, whatever clocks do.
                let unit = match field {
                    AM_PM => 12 * 3_600_000,
                    HOUR | HOUR_OF_DAY => 3_600_000,
                    MINUTE => 60_000,
                    SECOND => 1000,
                    _ => 1,
                };
                self.set_millis(self.millis().saturating_add(by * unit));
                return Ok(());
            }
        };
        self.time = self.time.checked_add(span).map_err(|error| too_far(&error))?;
        Ok(())
    }
}

/// `set(year, month, day, …)`
fn set_all(state: &mut State, args: &[Value]) -> Result<()> {
    // The day comes last, since a month may be too short for the one before.
    state.set(DATE, 1)?;
    for (field, value) in [YEAR, MONTH, DATE, HOUR_OF_DAY, MINUTE, SECOND].into_iter().zip(args) {
        state.set(field, coerce::to_int(value)?)?;
    }
    Ok(())
}

fn call(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(calendar) = target.downcast_ref::<Calendar>() else { return Ok(None) };
    let other = |value: &Value| value.downcast_ref::<Calendar>().map(|other| other.state().millis());
    let own = calendar.state().millis();
    let mut state = calendar.state();
    match (name, args) {
        ("get", [field]) => return Ok(Some(Value::Int(state.get(coerce::to_int(field)?)))),
        ("set", [field, value]) => state.set(coerce::to_int(field)?, coerce::to_int(value)?)?,
        ("set", args) => set_all(&mut state, args)?,
        ("add", [field, by]) => state.add(coerce::to_int(field)?, coerce::to_int(by)?)?,
        ("getTime", []) => return super::dates::date_of(cx, own).map(Some),
        ("getTimeInMillis", []) => return Ok(Some(Value::Long(own))),
        ("setTime", [date]) => match date.downcast_ref::<Temporal>() {
            Some(Temporal::Date(date)) => state.set_millis(date.millis()),
            _ => return Err(Error::new(vespid_render::error::class::NULL_POINTER, "the date is null")),
        },
        ("setTimeInMillis", [millis]) => state.set_millis(coerce::to_long(millis)?),
        ("setTimeZone", [zone]) => {
            if let Some(zone) = zone.downcast_ref::<JavaZone>() {
                state.zone = zone.0.clone();
                state.set_millis(own);
            }
        }
        ("getTimeZone", []) => return Ok(Some(Value::new(JavaZone(state.zone.clone())))),
        ("getActualMaximum", [field]) => {
            return Ok(Some(Value::Int(match coerce::to_int(field)? {
                DATE => state.time.date().days_in_month().into(),
                DAY_OF_YEAR => state.time.date().days_in_year().into(),
                MONTH => 11,
                DAY_OF_WEEK => 7,
                HOUR => 11,
                HOUR_OF_DAY => 23,
                MINUTE | SECOND => 59,
                MILLISECOND => 999,
                _ => return Ok(None),
            })));
        }
        ("isLeapYear", [year]) => {
            let year = coerce::to_int(year)?;
            return Ok(Some(Value::Bool(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))));
        }
        ("clone", []) => return Ok(Some(Value::new(Calendar(Mutex::new(state.clone()))))),
        ("getFirstDayOfWeek", []) => return Ok(Some(Value::Int(1))),
        ("setLenient", [_]) => {}
        ("before" | "after" | "compareTo", [value]) => {
            drop(state);
            let Some(other) = other(value) else { return Ok(Some(Value::Bool(false))) };
            return Ok(Some(match name {
                "before" => Value::Bool(own < other),
                "after" => Value::Bool(own > other),
                _ => Value::Int(own.cmp(&other) as i32),
            }));
        }
        _ => return Ok(None),
    }
    Ok(Some(Value::Null))
}
