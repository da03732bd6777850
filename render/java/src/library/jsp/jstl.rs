//! The classes of Jakarta Tags that pages and tag handlers use and that the tags of `render` know themselves.

use std::sync::Arc;

use vespid_render::Value;
use vespid_render::l10n::LocalizationContext;
use vespid_render::l10n::ResourceBundle;

use super::super::table::Native;

pub(in super::super) const CLASSES: &[Native] = &[
    Native {
        methods: "getResourceBundle:? getLocale:Locale",
        make: Some(|_, args| {
            let bundle = args.first().and_then(bundle_of);
            let locale = match (args, &bundle) {
                ([], _) => None,
                ([_], Some(bundle)) => Some(bundle.locale().clone()),
                ([_, locale], _) => super::super::locales::locale_of(locale),
                _ => None,
            };
            Ok((args.len() <= 2).then(|| Value::new(LocalizationContext::new(bundle, locale))))
        }),
        ..Native::new("jakarta.servlet.jsp.jstl.fmt.LocalizationContext")
    },
    Native {
        statics: "getLocalizedMessage/2,3,4:String",
        call_static: Some(|cx, name, args| {
            let text = |value: &Value| match value {
                Value::Str(text) => Some(text.clone()),
                _ => None,
            };
            let (key, message_args, base) = match args {
                [_, key] => (key, None, None),
                [_, key, base @ Value::Str(_)] => (key, None, text(base)),
                [_, key, args] => (key, Some(args), None),
                [_, key, args, base] => (key, Some(args), text(base)),
                _ => return Ok(None),
            };
            if name != "getLocalizedMessage" {
                return Ok(None);
            }
            let args = match message_args {
                Some(args) if !args.is_null() => super::super::collections::all(args)?,
                _ => Vec::new(),
            };
            let key = vespid_render::value::coerce::to_text(key);
            let message = cx.page()?.localized(&key, &args, base.as_deref())?;
            Ok(Some(Value::Str(message)))
        }),
        complete: true,
        ..Native::new("jakarta.servlet.jsp.jstl.fmt.LocaleSupport")
    },
];

fn bundle_of(value: &Value) -> Option<Arc<ResourceBundle>> {
    let Value::Object(object) = value else { return None };
    object.as_any().downcast_ref::<ResourceBundle>().map(ResourceBundle::shared)
}
