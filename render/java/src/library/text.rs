//! `java.text`: formats of numbers.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::text::DecimalFormat;
use vespid_render::text::Locale;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;

use super::table::Native;
use super::util::JavaLocale;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "format/1:String",
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
];

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
        _ => Ok(None),
    }
}
