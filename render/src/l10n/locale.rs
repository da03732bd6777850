//! Locales: as values, those that a page prefers, and the one that formats (Jakarta Tags 3.1, 8.2.1 and 9.3).

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::PoisonError;
use std::sync::RwLock;

use rustc_hash::FxHashSet;

use super::config;
use super::config::Setting;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::machine::PageState;
use crate::text::Currency;
use crate::text::Locale;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

impl Object for Locale {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            let properties = ["language", "country", "variant", "script"]
                .map(|name| Property::read_only(name, "java.lang.String"));
            Class::with_properties(
                "java.util.Locale",
                &["java.lang.Cloneable", "java.io.Serializable"],
                properties.to_vec(),
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(Value::str(match index {
            0 => self.language(),
            1 => self.country(),
            2 => self.variant(),
            _ => self.script(),
        }))
    }

    fn call(&self, method: &str, args: &[Value]) -> Result<Option<Value>> {
        Ok(match (method, args) {
            ("toLanguageTag", []) => Some(Value::str(self.to_language_tag())),
            _ => None,
        })
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast_ref::<Locale>() == Some(self)
    }

    fn hash_code(&self) -> i32 {
        crate::value::hash_code(&Value::str(self.to_string()))
    }

    fn write_text(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// A locale as it is written, with a variant that is written apart.
///
/// # Errors
/// `IllegalArgumentException` if the language is missing, or the country behind a separator.
pub(crate) fn parse(text: &str, variant: Option<&str>) -> Result<Locale> {
    let locale = Locale::parse(text.trim()).ok_or_else(|| {
        Error::new(class::ILLEGAL_ARGUMENT, format!("'{text}' is no locale"))
            .with_hint("write a language and, if need be, a country: en, en_US")
    })?;
    Ok(match variant {
        Some(variant) => Locale::new(locale.language(), locale.country(), variant),
        None => locale,
    })
}

/// A value as a locale; null and empty text are none.
///
/// # Errors
/// It is neither a locale nor the text of one.
pub(crate) fn of_value(value: &Value) -> Result<Option<Locale>> {
    if let Some(locale) = value.downcast_ref::<Locale>() {
        return Ok(Some(locale.clone()));
    }
    match value {
        Value::Null => Ok(None),
        Value::Str(text) if text.trim().is_empty() => Ok(None),
        Value::Str(text) => parse(text, None).map(Some),
        // Scripting has a class of its own.
        other if other.is_instance("java.util.Locale") => Ok(Locale::parse(&coerce::to_text(other))),
        other => {
            let given = other.class_name().unwrap_or("null");
            Err(Error::new(class::JSP_TAG, format!("a {given} is no locale"))
                .with_hint("give a java.util.Locale, or text such as en_US"))
        }
    }
}

/// The locale of a setting.
pub(crate) fn setting(state: &PageState, setting: &Setting) -> Result<Option<Locale>> {
    setting.find(state).as_ref().map_or(Ok(None), of_value)
}

/// The locales that a page prefers, best first: the one that is set, else those of the client, if it names any.
pub(crate) fn preferred(state: &PageState) -> Result<Vec<Locale>> {
    if let Some(set) = setting(state, &config::LOCALE)? {
        return Ok(vec![set]);
    }
    let request = &state.exchange.request;
    if request.header("accept-language").is_none() {
        return Ok(Vec::new());
    }
    Ok(request.locales.iter().map(|tag| Locale::for_language_tag(tag)).collect())
}

/// The locale that formats, by the locales that the page prefers and that are known ("Formatting Locale Lookup
/// Algorithm").
pub(super) fn formatting(state: &PageState) -> Result<Option<Locale>> {
    if let Some(found) = preferred(state)?.iter().find_map(known) {
        return Ok(Some(found));
    }
    Ok(setting(state, &config::FALLBACK_LOCALE)?.as_ref().and_then(known))
}

/// A locale that all requests share while there are few: places in pages that have formatted by it know it again at once.
pub(super) fn shared(locale: Locale) -> Arc<Locale> {
    const FEW: usize = 64;
    static SHARED: LazyLock<RwLock<FxHashSet<Arc<Locale>>>> = LazyLock::new(RwLock::default);
    if let Some(known) = SHARED.read().unwrap_or_else(PoisonError::into_inner).get(&locale) {
        return Arc::clone(known);
    }
    let locale = Arc::new(locale);
    let mut shared = SHARED.write().unwrap_or_else(PoisonError::into_inner);
    if shared.len() < FEW {
        shared.insert(Arc::clone(&locale));
    }
    locale
}

/// The known locale that fits best: that of its country, that of its language. Known is every pair of a language that
/// there is data for and a country, and every region that there is data for in that language.
fn known(wanted: &Locale) -> Option<Locale> {
    static LANGUAGES: LazyLock<FxHashSet<Str>> =
        LazyLock::new(|| Locale::available().iter().map(|locale| locale.language().into()).collect());
    // Countries without a currency, and regions such as 419, Latin America.
    let is_region = |language: &str, region: &str| {
        Locale::available().iter().any(|locale| locale.language() == language && locale.country() == region)
    };
    let (language, country) = (wanted.language(), wanted.country());
    if !LANGUAGES.contains(language) {
        return None;
    }
    let is_country =
        country.is_empty() || Currency::of_country(country).is_some() || is_region(language, country);
    Some(match (is_country, wanted.variant().is_empty()) {
        (true, true) => wanted.clone(),
        (true, false) => Locale::new(language, country, ""),
        (false, _) => Locale::new(language, "", ""),
    })
}
