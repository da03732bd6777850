//! `java.util.Locale`.

use std::any::Any;
use std::fmt;
use std::sync::LazyLock;

use vespid_render::Result;
use vespid_render::Value;
use vespid_render::text::Locale;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::coerce;
use vespid_render::value::methods::call_method;

use super::table::Native;

pub(super) const CLASSES: &[Native] = &[Native {
    methods: "getLanguage:String getCountry:String getVariant:String getDisplayName/0,1:String toLanguageTag:String \
                  getDisplayLanguage/0,1:String getDisplayCountry/0,1:String getISO3Language:String",
    statics: "getDefault/0,1:Locale forLanguageTag/1:Locale getAvailableLocales:Locale[] setDefault/1:void",
    fields: "ENGLISH:Locale US:Locale UK:Locale GERMAN:Locale GERMANY:Locale FRENCH:Locale FRANCE:Locale \
                 ITALIAN:Locale ITALY:Locale JAPANESE:Locale JAPAN:Locale KOREAN:Locale KOREA:Locale CHINESE:Locale \
                 CHINA:Locale CANADA:Locale ROOT:Locale",
    field: Some(|name| {
        let locale = match name {
            "ENGLISH" => Locale::new("en", "", ""),
            "US" => Locale::us(),
            "UK" => Locale::new("en", "GB", ""),
            "GERMAN" => Locale::new("de", "", ""),
            "GERMANY" => Locale::new("de", "DE", ""),
            "FRENCH" => Locale::new("fr", "", ""),
            "FRANCE" => Locale::new("fr", "FR", ""),
            "ITALIAN" => Locale::new("it", "", ""),
            "ITALY" => Locale::new("it", "IT", ""),
            "JAPANESE" => Locale::new("ja", "", ""),
            "JAPAN" => Locale::new("ja", "JP", ""),
            "KOREAN" => Locale::new("ko", "", ""),
            "KOREA" => Locale::new("ko", "KR", ""),
            "CHINESE" => Locale::new("zh", "", ""),
            "CHINA" => Locale::new("zh", "CN", ""),
            "CANADA" => Locale::new("en", "CA", ""),
            "ROOT" => Locale::ROOT,
            _ => return None,
        };
        Some(locale_value(locale))
    }),
    make: Some(|_, args| {
        let text =
            |index: usize| args.get(index).map_or(String::new(), |arg| coerce::to_text(arg).into_owned());
        Ok((1..=3).contains(&args.len()).then(|| locale_value(Locale::new(&text(0), &text(1), &text(2)))))
    }),
    call_static: Some(|_, name, args| {
        Ok(Some(match (name, args) {
            ("getDefault", _) => locale_value(Locale::us()),
            ("forLanguageTag", [tag]) => locale_value(Locale::for_language_tag(&coerce::to_text(tag))),
            _ => return Ok(None),
        }))
    }),
    ..Native::new("java.util.Locale")
}];

/// A `java.util.Locale`.
pub(crate) struct JavaLocale(pub(crate) Locale);

impl Object for JavaLocale {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let property = |name: &str| vespid_render::value::Property::read_only(name, "java.lang.String");
            Class::with_properties(
                "java.util.Locale",
                &[],
                vec![property("language"), property("country"), property("variant")],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(Value::str(match index {
            0 => self.0.language(),
            1 => self.0.country(),
            _ => self.0.variant(),
        }))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(Some(match (method, args) {
            ("toLanguageTag", []) => Value::str(self.0.to_language_tag()),
            _ => return Ok(None),
        }))
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<JavaLocale>().is_some_and(|other| other.0 == self.0)
    }

    fn hash_code(&self) -> i32 {
        match call_method(&Value::str(self.0.to_string()), "hashCode", &[]) {
            Ok(Value::Int(hash)) => hash,
            _ => 0,
        }
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// A locale as an object.
/// The locale that an object is, be it one of Java's or of the tags'.
pub(super) fn locale_of(value: &Value) -> Option<Locale> {
    let own = value.downcast_ref::<JavaLocale>().map(|locale| locale.0.clone());
    own.or_else(|| value.downcast_ref::<Locale>().cloned())
}

pub(super) fn locale_value(locale: Locale) -> Value {
    Value::new(JavaLocale(locale))
}
