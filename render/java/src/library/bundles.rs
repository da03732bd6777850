//! Resource bundles: those of the application, as the tags of `fmt` find them (`java.util.ResourceBundle` itself is in
//! Java).

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::collections::all;
use super::locales;
use super::table::Native;
use crate::vm::Cx;

pub(super) const CLASSES: &[Native] = &[Native {
    call: Some(|_, target, name, args| match (name, args) {
        ("getKeys", []) => {
            let keys = vespid_render::value::methods::call_method(target, "keySet", &[])?;
            Ok(Some(super::iterators::enumeration(all(&keys)?)))
        }
        _ => Ok(None),
    }),
    ..Native::new("java.util.PropertyResourceBundle")
}];

/// The bundle of a base name for a locale.
///
/// # Errors
/// `MissingResourceException`
pub(super) fn bundle(cx: &mut Cx<'_, '_>, base: &Value, locale: &Value) -> Result<Value> {
    let base = coerce::to_text(base);
    match cx.page()?.bundle(&base, locales::locale_of(locale).as_ref()) {
        Some(bundle) => Ok(bundle),
        None => {
            let message = format!("there is no resource bundle {base}");
            Err(Error::new("java.util.MissingResourceException", message)
                .with_supers(["java.lang.RuntimeException".into(), "java.lang.Exception".into()]))
        }
    }
}

/// The pairs of an `Object[][]`, by their first items.
///
/// # Errors
/// It is no such array.
pub(crate) fn pairs(array: &Value) -> Result<Vec<(Str, Value)>> {
    let pairs = all(array)?.into_iter().map(|pair| {
        let pair = all(&pair)?;
        let key = coerce::to_text(pair.first().unwrap_or(&Value::Null)).as_ref().into();
        Ok((key, pair.get(1).cloned().unwrap_or_default()))
    });
    pairs.collect()
}
