//! Dates and time zones: `fmt:timeZone`, `fmt:setTimeZone`, `fmt:formatDate`, `fmt:parseDate` (Jakarta Tags 3.1,
//! chapter 9).

use jiff::Timestamp;

use super::Export;
use super::input;
use super::parse_locale;
use super::scope_of;
use super::tag_error;
use super::unreadable;
use crate::Result;
use crate::Tag;
use crate::error::Error;
use crate::l10n::config;
use crate::machine::PageState;
use crate::machine::TagContext;
use crate::registry::Registry;
use crate::tags::End;
use crate::tags::Start;
use crate::tags::Tag;
use crate::text::Locale;
use crate::text::SimpleDateFormat;
use crate::text::Style;
use crate::text::TimeZone;
use crate::value::JavaDate;
use crate::value::Str;
use crate::value::Temporal;
use crate::value::Value;
use crate::value::coerce;
use crate::value::methods;

pub(super) fn register(registry: &mut Registry) {
    registry.tag::<TimeZoneTag>().tag::<SetTimeZoneTag>().tag::<FormatDateTag>().tag::<ParseDateTag>();
}

/// A value as a time zone; null and empty text are none.
fn zone_of(value: &Value) -> Result<Option<TimeZone>> {
    if let Some(zone) = value.downcast_ref::<TimeZone>() {
        return Ok(Some(zone.clone()));
    }
    match value {
        Value::Null => Ok(None),
        Value::Str(text) if text.trim().is_empty() => Ok(None),
        Value::Str(text) => Ok(Some(TimeZone::of_id(text))),
        // Scripting has a class of its own.
        other if other.is_instance("java.util.TimeZone") => {
            let id = methods::call_method(other, "getID", &[])?;
            Ok(Some(TimeZone::of_id(&coerce::to_text(&id))))
        }
        other => Err(tag_error(format!("a {} is no time zone", other.class_name().unwrap_or("null")))
            .with_hint("give a java.util.TimeZone, or an id such as Europe/Paris or GMT+2")),
    }
}

/// The time zone of an action (9.4 "Time Zone"): its own, that of the enclosing `fmt:timeZone`, the one that is set, else
/// the server's.
fn zone_at(own: &Value, page: &mut TagContext<'_>) -> Result<TimeZone> {
    if let Some(zone) = zone_of(own)? {
        return Ok(zone);
    }
    if let Some(enclosing) = page.parent::<TimeZoneTag>() {
        return Ok(enclosing.zone.clone().unwrap_or_else(TimeZone::gmt));
    }
    let set = set_zone(page.state)?;
    Ok(set.unwrap_or_else(TimeZone::system))
}

fn set_zone(state: &PageState) -> Result<Option<TimeZone>> {
    config::TIME_ZONE.find(state).as_ref().map_or(Ok(None), zone_of)
}

/// `fmt:timeZone`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.TimeZoneTag")]
struct TimeZoneTag {
    #[attribute]
    value: Value,
    zone: Option<TimeZone>,
}

impl Tag for TimeZoneTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        self.zone = zone_of(&self.value)?;
        Ok(Start::EvalBody)
    }
}

/// `fmt:setTimeZone`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.SetTimeZoneTag")]
struct SetTimeZoneTag {
    #[attribute]
    value: Value,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

impl Tag for SetTimeZoneTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let zone = Value::new(zone_of(&self.value)?.unwrap_or_else(TimeZone::gmt));
        let scope = scope_of(self.scope.as_ref());
        match &self.var {
            Some(var) => page.set_in(scope, var, zone)?,
            None => config::TIME_ZONE.set(page.state, scope, zone)?,
        }
        Ok(Start::SkipBody)
    }
}

/// Which parts of a date an action is about, and how they look.
struct Look<'a> {
    tag: &'a str,
    kind: Option<&'a Str>,
    date_style: Option<&'a Str>,
    time_style: Option<&'a Str>,
    pattern: Option<&'a Str>,
}

impl Look<'_> {
    fn style(&self, name: &str, style: Option<&Str>) -> Result<Style> {
        let Some(style) = style else { return Ok(Style::DEFAULT) };
        Style::parse(style).ok_or_else(|| {
            Error::jsp(format!("{} has no {name} '{style}'", self.tag))
                .with_hint("the styles are default, short, medium, long and full")
        })
    }

    fn format(&self, locale: &Locale, zone: &TimeZone) -> Result<SimpleDateFormat> {
        let kind = self.kind.map_or("date", Str::as_str);
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        let date = || self.style("dateStyle", self.date_style);
        let time = || self.style("timeStyle", self.time_style);
        // A pattern makes types and styles meaningless, but not what is none of them.
        let format = if is("date") {
            SimpleDateFormat::date(date()?, locale, zone)
        } else if is("time") {
            SimpleDateFormat::time(time()?, locale, zone)
        } else if is("both") {
            SimpleDateFormat::date_time(date()?, time()?, locale, zone)
        } else {
            return Err(Error::jsp(format!("{} has no type '{kind}'", self.tag))
                .with_hint("the types are date, time and both"));
        };
        match self.pattern {
            Some(pattern) => SimpleDateFormat::new(pattern, locale, zone),
            None => Ok(format),
        }
    }
}

/// `fmt:formatDate`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.FormatDateTag")]
struct FormatDateTag {
    #[attribute]
    value: Value,
    #[attribute(name = "type")]
    kind: Option<Str>,
    #[attribute(name = "dateStyle")]
    date_style: Option<Str>,
    #[attribute(name = "timeStyle")]
    time_style: Option<Str>,
    #[attribute]
    pattern: Option<Str>,
    #[attribute(name = "timeZone")]
    time_zone: Value,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

/// The milliseconds since 1970 of a value. What is local of `java.time` is taken to be in that zone.
fn millis_of(value: &Value, zone: &TimeZone) -> Result<i64> {
    let temporal = value.downcast_ref::<Temporal>();
    let local = match temporal {
        Some(Temporal::LocalDate(date)) => Some(date.to_datetime(jiff::civil::Time::midnight())),
        Some(Temporal::LocalDateTime(time)) => Some(*time),
        _ => None,
    };
    let found = match (temporal, local) {
        (_, Some(local)) => zone.as_jiff().to_ambiguous_timestamp(local).compatible().ok(),
        (Some(Temporal::Date(date)), None) => return Ok(date.millis()),
        (Some(other), None) => other.timestamp(),
        (None, None) => None,
    };
    found.map(Timestamp::as_millisecond).ok_or_else(|| {
        tag_error(format!("fmt:formatDate takes a date, not a {}", value.class_name().unwrap_or("null")))
            .with_hint("make a date of text with fmt:parseDate")
    })
}

impl Tag for FormatDateTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let export = Export { var: self.var.as_ref(), scope: self.scope.as_ref() };
        if self.value.is_null() || matches!(&self.value, Value::Str(text) if text.is_empty()) {
            export.nothing(page)?;
            return Ok(Start::SkipBody);
        }
        let Some(locale) = page.state.formatting_locale_at(page.index, true)? else {
            export.put(page, Value::str(coerce::to_text(&self.value)))?;
            return Ok(Start::SkipBody);
        };
        let zone = zone_at(&self.time_zone, page)?;
        let look = Look {
            tag: "fmt:formatDate",
            kind: self.kind.as_ref(),
            date_style: self.date_style.as_ref(),
            time_style: self.time_style.as_ref(),
            pattern: self.pattern.as_ref(),
        };
        let mut text = String::new();
        look.format(&locale, &zone)?.format(millis_of(&self.value, &zone)?, &mut text);
        export.put(page, Value::str(text))?;
        Ok(Start::SkipBody)
    }
}

/// `fmt:parseDate`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.ParseDateTag")]
struct ParseDateTag {
    #[attribute]
    value: Option<Str>,
    #[attribute(name = "type")]
    kind: Option<Str>,
    #[attribute(name = "dateStyle")]
    date_style: Option<Str>,
    #[attribute(name = "timeStyle")]
    time_style: Option<Str>,
    #[attribute]
    pattern: Option<Str>,
    #[attribute(name = "timeZone")]
    time_zone: Value,
    #[attribute(name = "parseLocale")]
    parse_locale: Value,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

impl Tag for ParseDateTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(Start::EvalBodyBuffered)
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        const TAG: &str = "fmt:parseDate";
        let text = input(self.value.as_ref(), page);
        let export = Export { var: self.var.as_ref(), scope: self.scope.as_ref() };
        if text.is_empty() {
            export.nothing(page)?;
            return Ok(End::EvalPage);
        }
        let locale = parse_locale(&self.parse_locale, page, TAG, &text)?;
        let zone = zone_at(&self.time_zone, page)?;
        let look = Look {
            tag: TAG,
            kind: self.kind.as_ref(),
            date_style: self.date_style.as_ref(),
            time_style: self.time_style.as_ref(),
            pattern: self.pattern.as_ref(),
        };
        let mut format = look.format(&locale, &zone)?;
        format.set_lenient(false);
        let millis = format.parse_all(&text).map_err(|error| unreadable(TAG, &text, error))?;
        export.put(page, Value::new(Temporal::Date(JavaDate::of_millis(millis))))?;
        Ok(End::EvalPage)
    }
}
