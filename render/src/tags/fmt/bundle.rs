//! Locales, bundles and messages: `fmt:setLocale`, `fmt:bundle`, `fmt:setBundle`, `fmt:message`, `fmt:param`,
//! `fmt:requestEncoding` (Jakarta Tags 3.1, chapter 8).

use std::sync::Arc;

use super::Export;
use super::scope_of;
use super::tag_error;
use crate::Result;
use crate::Tag;
use crate::context::Scope;
use crate::context::charset;
use crate::l10n::LocalizationContext;
use crate::l10n::config;
use crate::l10n::context::no_context;
use crate::l10n::context::tell_wrapper;
use crate::l10n::context::to_context;
use crate::l10n::locale;
use crate::machine::PageState;
use crate::machine::TagContext;
use crate::registry::Registry;
use crate::tags::AfterBody;
use crate::tags::End;
use crate::tags::Start;
use crate::tags::Tag;
use crate::text::Locale;
use crate::text::MessageFormat;
use crate::text::TimeZone;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;

pub(super) fn register(registry: &mut Registry) {
    registry
        .tag::<SetLocaleTag>()
        .tag::<BundleTag>()
        .tag::<SetBundleTag>()
        .tag::<MessageTag>()
        .tag::<ParamTag>()
        .tag::<RequestEncodingTag>();
}

/// `fmt:setLocale`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.SetLocaleTag")]
struct SetLocaleTag {
    #[attribute]
    value: Value,
    #[attribute]
    variant: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

impl Tag for SetLocaleTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let variant = self.variant.as_deref().filter(|variant| !variant.is_empty());
        let locale = Arc::new(match &self.value {
            Value::Str(text) if !text.trim().is_empty() => locale::parse(text, variant)?,
            other => locale::of_value(other)?.unwrap_or_else(Locale::us),
        });
        let state = &mut *page.state;
        config::LOCALE.set(state, scope_of(self.scope.as_ref()), Value::Object(locale.clone()))?;
        state.set_response_locale(&locale)?;
        Ok(Start::SkipBody)
    }
}

/// `fmt:bundle`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.BundleTag")]
pub(crate) struct BundleTag {
    #[attribute]
    basename: Option<Str>,
    #[attribute]
    prefix: Option<Str>,
    context: Arc<LocalizationContext>,
}

impl BundleTag {
    /// The context of the actions within.
    pub(crate) fn context(&self) -> &Arc<LocalizationContext> {
        &self.context
    }
}

impl Tag for BundleTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        self.context = page.state.context_of(self.basename.as_deref().unwrap_or_default())?;
        set_response_locale(page, &self.context)?;
        Ok(Start::EvalBody)
    }
}

fn set_response_locale(page: &mut TagContext<'_>, context: &LocalizationContext) -> Result<()> {
    match context.shared_locale() {
        Some(locale) => page.state.set_response_locale(&locale),
        None => Ok(()),
    }
}

/// `fmt:setBundle`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.SetBundleTag")]
struct SetBundleTag {
    #[attribute]
    basename: Option<Str>,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

impl Tag for SetBundleTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let context = page.state.context_of(self.basename.as_deref().unwrap_or_default())?;
        set_response_locale(page, &context)?;
        let scope = scope_of(self.scope.as_ref());
        match &self.var {
            Some(var) => page.set_in(scope, var, Value::Object(context))?,
            None => config::CONTEXT.set(page.state, scope, Value::Object(context))?,
        }
        Ok(Start::SkipBody)
    }
}

/// `fmt:message`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.MessageTag")]
struct MessageTag {
    #[attribute]
    key: Option<Str>,
    #[attribute]
    bundle: Value,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
    params: Vec<Value>,
}

impl MessageTag {
    /// The message, or what stands for one that is missing.
    fn message(&self, key: &str, page: &mut TagContext<'_>) -> Result<Value> {
        let mut prefix = None;
        let context = if self.bundle.is_null() {
            match page.parent::<BundleTag>() {
                Some(enclosing) => {
                    prefix = enclosing.prefix.clone();
                    Some(enclosing.context.clone())
                }
                None => page.state.default_context()?,
            }
        } else {
            Some(to_context(&self.bundle).ok_or_else(|| no_context(&self.bundle))?)
        };
        let Some(context) = context else { return Ok(missing(key)) };
        set_response_locale(page, &context)?;
        if context.bundle().is_none() {
            return Ok(missing(key));
        }
        let key = format!("{}{key}", prefix.as_deref().unwrap_or_default());
        message_of(page.state, &context, &key, &self.params)
    }
}

/// The message of a key in a context, or what stands for one that is missing.
fn message_of(
    state: &mut PageState,
    context: &LocalizationContext,
    key: &str,
    params: &[Value],
) -> Result<Value> {
    let Some(found) = context.bundle().and_then(|bundle| bundle.get(key)) else { return Ok(missing(key)) };
    if params.is_empty() {
        return Ok(Value::str(coerce::to_text(found)));
    }
    let locale = match context.shared_locale() {
        Some(locale) => locale,
        None => state.formatting_locale()?.unwrap_or_else(|| Arc::new(Locale::us())),
    };
    let pattern = coerce::to_text(found);
    let format = MessageFormat::new(&pattern, &locale, &TimeZone::system()).map_err(|error| {
        tag_error(format!("the message '{key}' is no pattern: {error}")).with_cause(error)
    })?;
    let mut text = String::new();
    format.format(params, &mut text)?;
    Ok(Value::str(text))
}

/// `LocaleSupport.getLocalizedMessage`: a message of the bundle of that base name, or of the page's context.
pub(crate) fn localized(
    state: &mut PageState,
    key: &str,
    params: &[Value],
    base: Option<&str>,
) -> Result<Value> {
    let context = match base {
        Some(base) => Some(state.context_of(base)?),
        None => state.default_context()?,
    };
    match context {
        Some(context) => message_of(state, &context, key, params),
        None => Ok(missing(key)),
    }
}

fn missing(key: &str) -> Value {
    Value::str(format!("???{key}???"))
}

impl Tag for MessageTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(Start::EvalBodyBuffered)
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        let key = super::input(self.key.as_ref(), page);
        let export = Export { var: self.var.as_ref(), scope: self.scope.as_ref() };
        if key.is_empty() {
            // Without a key there is no message, and no variable for it either (as in the reference implementation).
            page.write_str("??????")?;
            return Ok(End::EvalPage);
        }
        let message = self.message(&key, page)?;
        export.put(page, message)?;
        Ok(End::EvalPage)
    }
}

/// `fmt:param`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.ParamTag")]
struct ParamTag {
    #[attribute]
    value: Value,
    has_body: bool,
}

impl Tag for ParamTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(Start::EvalBodyBuffered)
    }

    fn after_body(&mut self, _page: &mut TagContext<'_>) -> Result<AfterBody> {
        self.has_body = true;
        Ok(AfterBody::Done)
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        let value = match std::mem::take(&mut self.value) {
            // Without a body it was the attribute that had nothing.
            Value::Null if self.has_body => Value::str(page.body_text().trim()),
            value => value,
        };
        let Some(message) = page.parent::<MessageTag>() else {
            return Err(tag_error("fmt:param stands outside of fmt:message".into())
                .with_hint("put it into the message that it is a part of"));
        };
        message.params.push(value);
        Ok(End::EvalPage)
    }
}

/// `fmt:requestEncoding`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.RequestEncodingTag")]
struct RequestEncodingTag {
    #[attribute]
    value: Option<Str>,
}

impl Tag for RequestEncodingTag {
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start> {
        let name = match &self.value {
            Some(value) => value.clone(),
            // What the request says itself needs no help.
            None if page.exchange().request_charset().is_some() => return Ok(Start::SkipBody),
            None => match page.get(config::REQUEST_CHARSET, Scope::Session) {
                Some(kept) => coerce::to_text(&kept).as_ref().into(),
                None => "ISO-8859-1".into(),
            },
        };
        let charset = charset(&name).map_err(|error| tag_error(format!("fmt:requestEncoding: {error}")))?;
        page.exchange().set_request_charset(charset)?;
        if let Some(wrapped) = page.exchange().wrapped() {
            tell_wrapper(&wrapped.request, "setCharacterEncoding", Value::Str(name))?;
        }
        Ok(Start::SkipBody)
    }
}
