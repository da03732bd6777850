//! How a page's bundle and locale are found (Jakarta Tags 3.1, 8.3 and 9.2).

use std::any::Any;
use std::sync::Arc;
use std::sync::LazyLock;

use super::bundle::ResourceBundle;
use super::config;
use super::locale;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::machine::PageState;
use crate::text::Locale;
use crate::value::Class;
use crate::value::Object;
use crate::value::Property;
use crate::value::Str;
use crate::value::Value;

/// A `jakarta.servlet.jsp.jstl.fmt.LocalizationContext`: a bundle, and the locale that led to it. Either may be missing.
#[derive(Default)]
pub struct LocalizationContext {
    bundle: Option<Arc<ResourceBundle>>,
    locale: Option<Arc<Locale>>,
}

impl LocalizationContext {
    /// A bundle for a locale; without a locale it is of none.
    pub fn new(bundle: Option<Arc<ResourceBundle>>, locale: Option<Locale>) -> Self {
        LocalizationContext { bundle, locale: locale.map(locale::shared) }
    }

    /// The bundle.
    pub fn bundle(&self) -> Option<&Arc<ResourceBundle>> {
        self.bundle.as_ref()
    }

    /// The locale that led to the bundle.
    pub fn locale(&self) -> Option<&Locale> {
        self.locale.as_deref()
    }

    /// The same, shared.
    pub(crate) fn shared_locale(&self) -> Option<Arc<Locale>> {
        self.locale.clone()
    }
}

impl Object for LocalizationContext {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> = LazyLock::new(|| {
            Class::with_properties(
                "jakarta.servlet.jsp.jstl.fmt.LocalizationContext",
                &[],
                vec![
                    Property::read_only("locale", "java.util.Locale"),
                    Property::read_only("resourceBundle", "java.util.ResourceBundle"),
                ],
            )
        });
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn property(&self, index: usize) -> Result<Value> {
        Ok(match index {
            0 => self.locale.clone().map_or(Value::Null, |locale| Value::Object(locale)),
            _ => self.bundle.clone().map_or(Value::Null, |bundle| Value::Object(bundle)),
        })
    }
}

/// What a page scope has found out of the settings; forgotten when one of them changes.
#[derive(Clone, Default)]
pub(crate) struct Localization {
    /// The default context, or that there is none.
    context: Option<Option<Arc<LocalizationContext>>>,
    /// The locale of formatting actions outside of `fmt:bundle`, or that there is none.
    formatting: Option<Option<Arc<Locale>>>,
    /// The locale that the response was told last, and its language tag: every action that writes tells it again.
    told: Option<(Arc<Locale>, Str)>,
}

impl PageState {
    fn localization(&mut self) -> &mut Localization {
        let scope = self.scope;
        self.scopes[scope].localization.get_or_insert_default()
    }

    /// The context of a base name, by the locales that the page prefers ("Resource Bundle Determination Algorithm").
    ///
    /// # Errors
    /// A setting that is no locale.
    pub(crate) fn context_of(&mut self, base: &str) -> Result<Arc<LocalizationContext>> {
        if base.is_empty() {
            return Ok(Arc::default());
        }
        let application = self.exchange.application();
        let find = |wanted: &Locale| {
            let bundle = application.bundles().find(application.registry(), base, wanted)?;
            // Neither the root bundle nor one of another country is what was asked for.
            let has = bundle.locale();
            let fits = has.language() == wanted.language()
                && !has.language().is_empty()
                && (has.country().is_empty() || has.country() == wanted.country());
            fits.then(|| LocalizationContext::new(Some(bundle), Some(wanted.clone())))
        };
        let mut found = locale::preferred(self)?.iter().find_map(find);
        if found.is_none() {
            found = locale::setting(self, &config::FALLBACK_LOCALE)?.as_ref().and_then(find);
        }
        let context = found.unwrap_or_else(|| {
            let root = application.bundles().find(application.registry(), base, &Locale::ROOT);
            LocalizationContext::new(root, None)
        });
        Ok(Arc::new(context))
    }

    /// The context that goes for the page as a whole; `None`: none is set.
    ///
    /// # Errors
    /// A setting that is neither a context nor a base name.
    pub(crate) fn default_context(&mut self) -> Result<Option<Arc<LocalizationContext>>> {
        if let Some(known) = self.localization().context.clone() {
            return Ok(known);
        }
        let context = match config::CONTEXT.find(self) {
            None => None,
            Some(Value::Str(base)) => Some(self.context_of(&base)?),
            Some(other) => Some(to_context(&other).ok_or_else(|| no_context(&other))?),
        };
        self.localization().context = Some(context.clone());
        Ok(context)
    }

    /// The locale of formatting actions outside of `fmt:bundle` (9.2 and 9.3); `None`: nothing leads to one.
    ///
    /// # Errors
    /// A setting that is no locale or context.
    pub(crate) fn formatting_locale(&mut self) -> Result<Option<Arc<Locale>>> {
        if let Some(known) = &self.localization().formatting {
            return Ok(known.clone());
        }
        let context = self.default_context()?;
        let locale = match context.and_then(|context| context.shared_locale()) {
            Some(locale) => Some(locale),
            None => locale::formatting(self)?.map(locale::shared),
        };
        self.localization().formatting = Some(locale.clone());
        Ok(locale)
    }

    fn language_tag(&mut self, locale: &Arc<Locale>) -> Str {
        let told = &mut self.localization().told;
        match told {
            Some((known, tag)) if Arc::ptr_eq(known, locale) => tag.clone(),
            _ => {
                let tag: Str = locale.to_language_tag().into();
                *told = Some((locale.clone(), tag.clone()));
                tag
            }
        }
    }

    /// Tells the response the language that the page speaks (8.4): `Content-Language`, and in the session the charset of
    /// the forms to come. Included pages, and such that have sent something, change nothing.
    pub(crate) fn set_response_locale(&mut self, locale: &Arc<Locale>) -> Result<()> {
        let is_included = self.scopes.iter().any(|scope| scope.is_included);
        if self.exchange.response.is_committed() || is_included {
            return Ok(());
        }
        let tag = self.language_tag(locale);
        let charset = {
            let mut head = self.exchange.response.head();
            if head.locale.as_ref() == Some(&tag) {
                return Ok(());
            }
            head.locale = Some(tag);
            head.charset.name()
        };
        if let Some(session) = self.exchange.session() {
            session.attributes.set(config::REQUEST_CHARSET, Value::str(charset));
        }
        if let Some(wrapped) = self.exchange.wrapped() {
            tell_wrapper(&wrapped.response, "setLocale", Value::new((**locale).clone()))?;
        }
        Ok(())
    }
}

/// Tells what a filter has put in place of a request or response, as if it were told by a servlet.
pub(crate) fn tell_wrapper(wrapper: &Value, method: &str, value: Value) -> Result<()> {
    if let Some(object) = wrapper.as_object() {
        object.call(method, &[value])?;
    }
    Ok(())
}

/// A value as a localization context.
pub(crate) fn to_context(value: &Value) -> Option<Arc<LocalizationContext>> {
    let object = value.as_object()?.clone();
    let context = object.as_any().downcast_ref::<LocalizationContext>()?;
    // Both halves are shared, so that this is no copy of a bundle.
    Some(Arc::new(LocalizationContext { bundle: context.bundle.clone(), locale: context.locale.clone() }))
}

#[cold]
pub(crate) fn no_context(value: &Value) -> Error {
    let given = value.class_name().unwrap_or("null");
    Error::new(class::JSP_TAG, format!("a {given} is no localization context"))
        .with_hint("make one with fmt:setBundle and its var")
}
