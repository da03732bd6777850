//! `java.util.ResourceBundle`: the bundles of the application, as the tags of `fmt` find them.

use std::any::Any;
use std::sync::LazyLock;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::value::Class;
use vespid_render::value::Object;
use vespid_render::value::Str;
use vespid_render::value::coerce;

use super::collections::all;
use super::table::Native;

pub(super) const CLASSES: &[Native] = &[
    Native {
        methods: "getString/1:String getObject/1:Object getStringArray/1:String[] containsKey/1:boolean \
                  getKeys:Enumeration keySet:Set getLocale:Locale getBaseBundleName:String",
        statics: "getBundle/1,2,3:ResourceBundle",
        call: Some(|_, target, name, args| match (name, args) {
            ("getKeys", []) => {
                let keys = vespid_render::value::methods::call_method(target, "keySet", &[])?;
                Ok(Some(super::iterators::enumeration(all(&keys)?)))
            }
            ("getStringArray", [_]) => {
                vespid_render::value::methods::call_method(target, "getObject", args).map(Some)
            }
            _ => Ok(None),
        }),
        call_static: Some(|cx, name, args| {
            let ("getBundle", [base, rest @ ..]) = (name, args) else { return Ok(None) };
            let base = coerce::to_text(base);
            let locale = rest.first().and_then(super::locales::locale_of);
            match cx.page()?.bundle(&base, locale.as_ref()) {
                Some(bundle) => Ok(Some(bundle)),
                None => Err(Error::new(
                    "java.util.MissingResourceException",
                    format!("there is no resource bundle {base}"),
                )
                .with_supers(["java.lang.RuntimeException".into(), "java.lang.Exception".into()])),
            }
        }),
        complete: true,
        ..Native::new("java.util.ResourceBundle")
    },
    Native {
        supers: &["java.util.ResourceBundle"],
        make: Some(|_, args| Ok(args.is_empty().then(|| Value::new(Base)))),
        complete: true,
        ..Native::new("java.util.ListResourceBundle")
    },
    Native {
        supers: &["java.util.ResourceBundle"],
        complete: true,
        ..Native::new("java.util.PropertyResourceBundle")
    },
];

/// What a bundle that is a class extends.
struct Base;

impl Object for Base {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("java.util.ListResourceBundle", &["java.util.ResourceBundle"]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
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
