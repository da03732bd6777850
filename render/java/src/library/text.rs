//! `java.text`: formats of numbers, dates and messages; `java.util.TimeZone`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::PoisonError;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::error::class;
use vespid_render::text::Currency;
use vespid_render::text::DecimalFormat;
use vespid_render::text::Locale;
use vespid_render::text::MessageFormat;
use vespid_render::text::SimpleDateFormat;
use vespid_render::text::Style;
use vespid_render::text::TimeZone;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Temporal;
use vespid_render::value::coerce;

use super::locales::JavaLocale;
use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "format/1:String parse/1:Number",
        statics: "getInstance/0,1:NumberFormat getNumberInstance/0,1:NumberFormat \
                  getIntegerInstance/0,1:NumberFormat getPercentInstance/0,1:NumberFormat \
                  getCurrencyInstance/0,1:NumberFormat",
        call: Some(format),
        call_static: Some(|_, name, args| {
            let locale = match args.first().and_then(|locale| locale.downcast_ref::<JavaLocale>()) {
                Some(locale) => locale.0.clone(),
                None => Locale::us(),
            };
            Ok(Some(Value::new(Format(match name {
                "getInstance" | "getNumberInstance" => DecimalFormat::number(&locale),
                "getIntegerInstance" => DecimalFormat::integer(&locale),
                "getPercentInstance" => DecimalFormat::percent(&locale),
                "getCurrencyInstance" => DecimalFormat::currency(&locale),
                _ => return Ok(None),
            }))))
        }),
        ..Native::new("java.text.NumberFormat")
    },
    Native {
        supers: &["java.text.NumberFormat"],
        make: Some(|_, args| {
            let pattern = match args {
                [pattern] | [pattern, _] => coerce::to_text(pattern).into_owned(),
                _ => return Ok(None),
            };
            match DecimalFormat::with_locale(&pattern, &Locale::us()) {
                Ok(format) => Ok(Some(Value::new(Format(format)))),
                Err(error) => Err(Error::illegal_argument(error.to_string())),
            }
        }),
        ..Native::new("java.text.DecimalFormat")
    },
    Native {
        methods: "format/1:String parse/1:Date setLenient/1:void isLenient:boolean setTimeZone/1:void \
                  getTimeZone:TimeZone",
        statics: "getInstance:DateFormat getDateInstance/0,1,2:DateFormat getTimeInstance/0,1,2:DateFormat \
                  getDateTimeInstance/0,2,3:DateFormat",
        fields: "FULL:int LONG:int MEDIUM:int SHORT:int DEFAULT:int",
        field: Some(|name| {
            let number = match name {
                "FULL" => 0,
                "LONG" => 1,
                "MEDIUM" | "DEFAULT" => 2,
                "SHORT" => 3,
                _ => return None,
            };
            Some(Value::Int(number))
        }),
        call: Some(date_format),
        call_static: Some(date_formats),
        ..Native::new("java.text.DateFormat")
    },
    Native {
        supers: &["java.text.DateFormat"],
        methods: "toPattern:String applyPattern/1:void",
        make: Some(|_, args| {
            let (pattern, locale) = match args {
                [] => (None, Locale::us()),
                [pattern] => (Some(pattern), Locale::us()),
                [pattern, locale] => (Some(pattern), locale_of(locale)),
                _ => return Ok(None),
            };
            let zone = TimeZone::system();
            let format = match pattern {
                Some(Value::Null) => return Err(Error::new(class::NULL_POINTER, "the pattern is null")),
                Some(pattern) => SimpleDateFormat::new(&coerce::to_text(pattern), &locale, &zone)?,
                None => SimpleDateFormat::date_time(Style::Short, Style::Short, &locale, &zone),
            };
            Ok(Some(Value::new(Dates(Mutex::new(format)))))
        }),
        ..Native::new("java.text.SimpleDateFormat")
    },
    Native {
        methods: "format/1:String toPattern:String",
        statics: "format/1+:String",
        make: Some(|_, args| {
            let (pattern, locale) = match args {
                [pattern] => (pattern, Locale::us()),
                [pattern, locale] => (pattern, locale_of(locale)),
                _ => return Ok(None),
            };
            let format = MessageFormat::new(&coerce::to_text(pattern), &locale, &TimeZone::system())?;
            Ok(Some(Value::new(Messages(format))))
        }),
        call: Some(|_, target, name, args| {
            let Some(messages) = target.downcast_ref::<Messages>() else { return Ok(None) };
            let ("format", [values]) = (name, args) else { return Ok(None) };
            let mut text = String::new();
            messages.0.format(&super::collections::all(values)?, &mut text)?;
            Ok(Some(Value::str(text)))
        }),
        call_static: Some(|_, name, args| {
            let ("format", [pattern, values @ ..]) = (name, args) else { return Ok(None) };
            let format = MessageFormat::new(&coerce::to_text(pattern), &Locale::us(), &TimeZone::system())?;
            let mut text = String::new();
            format.format(&super::strings::spread(values), &mut text)?;
            Ok(Some(Value::str(text)))
        }),
        ..Native::new("java.text.MessageFormat")
    },
    Native {
        methods: "getID:String getRawOffset:int getOffset/1:int inDaylightTime/1:boolean",
        statics: "getTimeZone/1:TimeZone getDefault:TimeZone",
        call: Some(|_, target, name, args| {
            // Those of the tags are of another kind.
            let own = target.downcast_ref::<JavaZone>().map(|zone| &zone.0);
            let Some(zone) = own.or_else(|| target.downcast_ref::<TimeZone>()) else { return Ok(None) };
            Ok(Some(match (name, args) {
                ("getID", []) => Value::str(zone.id()),
                ("getRawOffset", []) => Value::Int(zone.raw_offset()),
                ("getOffset", [millis]) => Value::Int(zone.offset_at(coerce::to_long(millis)?)),
                ("inDaylightTime", [date]) => Value::Bool(zone.in_daylight_time(millis_of(date)?)),
                _ => return Ok(None),
            }))
        }),
        call_static: Some(|_, name, args| {
            Ok(Some(Value::new(JavaZone(match (name, args) {
                ("getTimeZone", [id]) => TimeZone::of_id(&coerce::to_text(id)),
                ("getDefault", []) => TimeZone::system(),
                _ => return Ok(None),
            }))))
        }),
        complete: true,
        ..Native::new("java.util.TimeZone")
    },
    Native {
        methods: "getCurrencyCode:String getSymbol/0,1:String getDefaultFractionDigits:int",
        statics: "getInstance/1:Currency",
        call: Some(|_, target, name, args| {
            let Some(JavaCurrency(currency)) = target.downcast_ref() else { return Ok(None) };
            Ok(Some(match (name, args) {
                ("getCurrencyCode", []) => Value::str(currency.code()),
                ("getSymbol", []) => Value::str(currency.symbol(&Locale::us())),
                ("getSymbol", [locale]) => Value::str(currency.symbol(&locale_of(locale))),
                ("getDefaultFractionDigits", []) => {
                    Value::Int(currency.fraction_digits().map_or(-1, |digits| digits as i32))
                }
                _ => return Ok(None),
            }))
        }),
        call_static: Some(|_, name, args| {
            let ("getInstance", [of]) = (name, args) else { return Ok(None) };
            let currency = match of.downcast_ref::<JavaLocale>() {
                Some(locale) => Currency::of_country(locale.0.country()),
                None => Currency::of_code(&coerce::to_text(of)),
            };
            let currency = currency.ok_or_else(|| {
                Error::illegal_argument(format!("there is no currency '{}'", coerce::to_text(of)))
            })?;
            Ok(Some(Value::new(JavaCurrency(currency))))
        }),
        complete: true,
        ..Native::new("java.util.Currency")
    },
];

/// A `java.util.Currency`.
struct JavaCurrency(Currency);

impl Object for JavaCurrency {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.Currency", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<JavaCurrency>().is_some_and(|other| other.0 == self.0)
    }

    fn hash_code(&self) -> i32 {
        self.0.code().bytes().fold(0, |hash: i32, byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte)))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.0.code())
    }
}

/// A `java.util.TimeZone`.
pub(super) struct JavaZone(pub(super) TimeZone);

impl Object for JavaZone {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| Class::new("java.util.TimeZone", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        self.0.call(method, args)
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<JavaZone>().is_some_and(|other| other.0.id() == self.0.id())
    }

    fn hash_code(&self) -> i32 {
        self.0.raw_offset()
    }
}

/// A `SimpleDateFormat`, whose zone and leniency can be set.
struct Dates(Mutex<SimpleDateFormat>);

impl Object for Dates {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("java.text.SimpleDateFormat", &["java.text.DateFormat", "java.text.Format"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A `MessageFormat`.
struct Messages(MessageFormat);

impl Object for Messages {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.text.MessageFormat", &["java.text.Format"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn locale_of(value: &Value) -> Locale {
    value.downcast_ref::<JavaLocale>().map_or_else(Locale::us, |locale| locale.0.clone())
}

/// The milliseconds of a date, or of a number that stands for one.
fn millis_of(value: &Value) -> Result<i64> {
    match value.downcast_ref::<Temporal>() {
        Some(Temporal::Date(date)) => Ok(date.millis()),
        _ if crate::vm::dynamic::kind_of(value).is_some() => coerce::to_long(value),
        _ if value.is_null() => Err(Error::new(class::NULL_POINTER, "the date is null")),
        _ => Err(Error::illegal_argument("Cannot format given Object as a Date")),
    }
}

fn date_format(cx: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(dates) = target.downcast_ref::<Dates>() else { return Ok(None) };
    let mut format = dates.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Some(match (name, args) {
        ("format", [date]) => {
            let mut text = String::new();
            format.format(millis_of(date)?, &mut text);
            Value::str(text)
        }
        ("parse", [text]) => {
            let millis = format.parse_all(&coerce::to_text(text))?;
            super::dates::date_of(cx, millis)?
        }
        ("setLenient", [lenient]) => {
            format.set_lenient(*lenient == Value::Bool(true));
            Value::Null
        }
        ("isLenient", []) => Value::Bool(format.is_lenient()),
        ("setTimeZone", [zone]) => {
            if let Some(JavaZone(zone)) = zone.downcast_ref::<JavaZone>() {
                format.set_time_zone(zone);
            }
            Value::Null
        }
        ("getTimeZone", []) => Value::new(JavaZone(format.time_zone().clone())),
        ("toPattern", []) => Value::str(format.to_pattern()),
        ("applyPattern", [pattern]) => {
            let made = SimpleDateFormat::new(&coerce::to_text(pattern), format.locale(), format.time_zone())?;
            *format = made;
            Value::Null
        }
        _ => return Ok(None),
    }))
}

fn date_formats(_: &mut Cx<'_, '_>, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let locale = args.last().map_or_else(Locale::us, locale_of);
    let style = |index: usize| -> Result<Style> {
        Ok(match args.get(index).filter(|arg| crate::vm::dynamic::kind_of(arg).is_some()) {
            None => Style::DEFAULT,
            Some(style) => match coerce::to_int(style)? {
                0 => Style::Full,
                1 => Style::Long,
                2 => Style::Medium,
                3 => Style::Short,
                other => return Err(Error::illegal_argument(format!("Illegal style {other}"))),
            },
        })
    };
    let zone = TimeZone::system();
    Ok(Some(Value::new(Dates(Mutex::new(match name {
        "getInstance" => SimpleDateFormat::date_time(Style::Short, Style::Short, &locale, &zone),
        "getDateInstance" => SimpleDateFormat::date(style(0)?, &locale, &zone),
        "getTimeInstance" => SimpleDateFormat::time(style(0)?, &locale, &zone),
        "getDateTimeInstance" => SimpleDateFormat::date_time(style(0)?, style(1)?, &locale, &zone),
        _ => return Ok(None),
    })))))
}

/// A `DecimalFormat`.
struct Format(DecimalFormat);

impl Object for Format {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::new("java.text.DecimalFormat", &["java.text.NumberFormat", "java.text.Format"])
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn format(_: &mut Cx<'_, '_>, target: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
    let Some(format) = target.downcast_ref::<Format>() else { return Ok(None) };
    match (name, args) {
        ("format", [number]) => {
            let mut text = String::new();
            format.0.format(number, &mut text)?;
            Ok(Some(Value::str(text)))
        }
        ("parse", [text]) => format.0.parse_all(&coerce::to_text(text)).map(Some),
        _ => Ok(None),
    }
}
