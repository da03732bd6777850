//! `java.util.Date` and the dates of HTTP.

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Temporal;

use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[Native {
    supers: &["java.lang.Comparable"],
    methods: "getTime:long setTime/1:void before/1:boolean after/1:boolean compareTo/1:int getYear:int getMonth:int \
              getDate:int getDay:int getHours:int getMinutes:int getSeconds:int toInstant:? toLocaleString:String \
              toGMTString:String clone:Object getTimezoneOffset:int",
    make: Some(|_, args| {
        Ok(match args {
            [millis] if crate::vm::dynamic::kind_of(millis).is_some() => Some(date_at(millis)?),
            _ => None,
        })
    }),
    call: Some(date),
    complete: true,
    ..Native::new("java.util.Date")
}];

/// A `Date` of so many milliseconds since 1970.
fn date_at(millis: &Value) -> Result<Value> {
    let date = Value::new(Temporal::Date(vespid_render::value::JavaDate::new(timestamp(0))));
    vespid_render::value::methods::call_method(&date, "setTime", std::slice::from_ref(millis))?;
    Ok(date)
}

/// A `Date` of so many milliseconds since 1970.
///
/// # Errors
/// None but what a limit says.
pub(super) fn date_of(cx: &mut Cx<'_, '_>, millis: i64) -> Result<Value> {
    cx.allocate(64)?;
    date_at(&Value::Long(millis))
}

fn timestamp(millis: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(millis).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

fn date(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(Temporal::Date(date)) = target.downcast_ref::<Temporal>() else { return Ok(None) };
    Ok(Some(match (name, args) {
        ("clone", []) => Value::new(Temporal::Date(date.clone())),
        ("toGMTString", []) => {
            Value::str(timestamp(date.millis()).strftime("%-d %b %Y %H:%M:%S GMT").to_string())
        }
        _ => return Ok(None),
    }))
}

/// A date as headers write it.
pub(super) fn http_date(millis: i64) -> String {
    timestamp(millis).strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

/// A header's date, in milliseconds since 1970.
pub(super) fn parse_http_date(text: &str) -> Option<i64> {
    let time = jiff::civil::DateTime::strptime("%a, %d %b %Y %H:%M:%S GMT", text.trim()).ok()?;
    Some(jiff::tz::TimeZone::UTC.to_timestamp(time).ok()?.as_millisecond())
}
