//! `java.util.Date` and the dates of HTTP.

use jiff::SignedDuration;
use jiff::civil;
use jiff::tz::TimeZone;
use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::JavaDate;
use vespid_render::value::Temporal;
use vespid_render::value::coerce;

use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[Native {
    supers: &["java.lang.Comparable"],
    methods: "getTime:long setTime/1:void before/1:boolean after/1:boolean compareTo/1:int getYear:int getMonth:int \
              getDate:int getDay:int getHours:int getMinutes:int getSeconds:int setYear/1:void setMonth/1:void \
              setDate/1:void setHours/1:void setMinutes/1:void setSeconds/1:void toInstant:? toLocaleString:String \
              toGMTString:String clone:Object getTimezoneOffset:int",
    statics: "UTC/6:long parse/1:long from/1:Date",
    make: Some(|_, args| {
        Ok(Some(of_millis(match args {
            [Value::Str(text)] => parse(text)?,
            [millis] if crate::vm::dynamic::kind_of(millis).is_some() => coerce::to_long(millis)?,
            [_, _, _] | [_, _, _, _, _] | [_, _, _, _, _, _] => {
                millis_of(&fields(args)?, &TimeZone::system())?
            }
            _ => return Ok(None),
        })))
    }),
    call: Some(call),
    call_static: Some(|_, name, args| match (name, args) {
        ("UTC", [_, _, _, _, _, _]) => Ok(Some(Value::Long(millis_of(&fields(args)?, &TimeZone::UTC)?))),
        ("parse", [Value::Str(text)]) => Ok(Some(Value::Long(parse(text)?))),
        ("from", [instant]) => {
            let time = instant.downcast_ref::<Temporal>().and_then(Temporal::timestamp);
            Ok(time.map(|time| of_millis(time.as_millisecond())))
        }
        _ => Ok(None),
    }),
    complete: true,
    ..Native::new("java.util.Date")
}];

/// A `Date` of so many milliseconds since 1970.
fn of_millis(millis: i64) -> Value {
    Value::new(Temporal::Date(JavaDate::of_millis(millis)))
}

/// A `Date` of so many milliseconds since 1970.
///
/// # Errors
/// None but what a limit says.
pub(super) fn date_of(cx: &mut Cx<'_, '_>, millis: i64) -> Result<Value> {
    cx.allocate(64)?;
    Ok(of_millis(millis))
}

fn timestamp(millis: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(millis).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

/// The time as `Date.toString` writes it.
pub(super) fn now() -> String {
    of_millis(jiff::Timestamp::now().as_millisecond()).to_string()
}

/// Year, month, day, hours, minutes, seconds as the constructors take them: years from 1900, months from 0.
type Fields = [i64; 6];

const SECOND: usize = 5;

fn fields(args: &[Value]) -> Result<Fields> {
    let mut fields = [0, 0, 1, 0, 0, 0];
    for (field, arg) in fields.iter_mut().zip(args) {
        *field = coerce::to_int(arg)?.into();
    }
    Ok(fields)
}

/// Milliseconds since 1970 of fields in a zone; what goes beyond a field carries over into the next larger one.
fn millis_of(fields: &Fields, zone: &TimeZone) -> Result<i64> {
    let [year, month, day, hours, minutes, seconds] = *fields;
    let year = 1900 + year + month.div_euclid(12);
    let month = month.rem_euclid(12) as i8 + 1;
    let time = i16::try_from(year).ok().and_then(|year| {
        let seconds = (((day - 1) * 24 + hours) * 60 + minutes) * 60 + seconds;
        let first = civil::Date::new(year, month, 1).ok()?.at(0, 0, 0, 0);
        let time = first.checked_add(SignedDuration::from_secs(seconds)).ok()?;
        zone.to_ambiguous_timestamp(time).compatible().ok()
    });
    let time = time.ok_or_else(|| Error::illegal_argument("the date lies too far from now"))?;
    Ok(time.as_millisecond())
}

fn fields_of(time: &civil::DateTime) -> Fields {
    [
        i64::from(time.year()) - 1900,
        i64::from(time.month()) - 1,
        time.day().into(),
        time.hour().into(),
        time.minute().into(),
        time.second().into(),
    ]
}

/// Milliseconds since 1970 of a text in one of the forms that dates print themselves in.
fn parse(text: &str) -> Result<i64> {
    let text = text.trim();
    let in_zone = ["%a, %d %b %Y %H:%M:%S %z", "%d %b %Y %H:%M:%S %z"];
    let utc = text.replace(" GMT", " +0000").replace(" UTC", " +0000");
    let in_utc = ["%a %b %d %H:%M:%S +0000 %Y"];
    let local = [
        "%b %d, %Y %H:%M:%S",
        "%d %b %Y %H:%M:%S",
        "%a %b %d %H:%M:%S %Y",
        "%Y/%m/%d %H:%M:%S",
        "%m/%d/%Y %H:%M:%S",
    ];
    let days = ["%b %d, %Y", "%d %b %Y", "%Y/%m/%d", "%m/%d/%Y"];
    let zoned =
        || in_zone.iter().find_map(|form| jiff::fmt::strtime::parse(form, &utc).ok()?.to_timestamp().ok());
    let civil = |zone: TimeZone, time: civil::DateTime| zone.to_ambiguous_timestamp(time).compatible().ok();
    let time = zoned()
        .or_else(|| {
            in_utc.iter().find_map(|form| civil(TimeZone::UTC, civil::DateTime::strptime(form, &utc).ok()?))
        })
        .or_else(|| {
            local
                .iter()
                .find_map(|form| civil(TimeZone::system(), civil::DateTime::strptime(form, text).ok()?))
        })
        .or_else(|| {
            let day = days.iter().find_map(|form| civil::Date::strptime(form, text).ok())?;
            civil(TimeZone::system(), day.at(0, 0, 0, 0))
        });
    time.map(jiff::Timestamp::as_millisecond)
        .ok_or_else(|| Error::illegal_argument(format!("'{text}' is no date")))
}

fn call(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(Temporal::Date(date)) = target.downcast_ref::<Temporal>() else { return Ok(None) };
    let local = || TimeZone::system().to_datetime(date.timestamp());
    let field = match name.get(3..) {
        Some("Year") => Some(0),
        Some("Month") => Some(1),
        Some("Date") => Some(2),
        Some("Hours") => Some(3),
        Some("Minutes") => Some(4),
        Some("Seconds") => Some(SECOND),
        _ => None,
    };
    Ok(Some(match (name, field, args) {
        (_, Some(field), []) if name.starts_with("get") => Value::Int(fields_of(&local())[field] as i32),
        (_, Some(field), [value]) if name.starts_with("set") => {
            let mut fields = fields_of(&local());
            fields[field] = coerce::to_int(value)?.into();
            // What the fields do not tell stays: the milliseconds.
            let millis = date.millis().rem_euclid(1000);
            set_time(target, millis_of(&fields, &TimeZone::system())? + millis)?
        }
        ("getDay", _, []) => Value::Int(local().weekday().to_sunday_zero_offset().into()),
        ("getTimezoneOffset", _, []) => {
            Value::Int(-TimeZone::system().to_offset(date.timestamp()).seconds() / 60)
        }
        ("clone", _, []) => Value::new(Temporal::Date(date.clone())),
        ("toGMTString", _, []) => {
            Value::str(timestamp(date.millis()).strftime("%-d %b %Y %H:%M:%S GMT").to_string())
        }
        ("toLocaleString", _, []) => {
            Value::str(local().strftime("%b %-d, %Y, %-I:%M:%S\u{202f}%p").to_string())
        }
        _ => return Ok(None),
    }))
}

fn set_time(date: &Value, millis: i64) -> Result<Value> {
    vespid_render::value::methods::call_method(date, "setTime", &[Value::Long(millis)])
}

/// A date as headers write it.
pub(super) fn http_date(millis: i64) -> String {
    timestamp(millis).strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

/// A header's date, in milliseconds since 1970.
pub(super) fn parse_http_date(text: &str) -> Option<i64> {
    let time = civil::DateTime::strptime("%a, %d %b %Y %H:%M:%S GMT", text.trim()).ok()?;
    Some(TimeZone::UTC.to_timestamp(time).ok()?.as_millisecond())
}
