//! `c:url`, `fmt:setLocale` and `fmt:formatNumber`.

use percent_encoding::AsciiSet;
use percent_encoding::NON_ALPHANUMERIC;
use percent_encoding::utf8_percent_encode;

use super::Machine;
use crate::Result;
use crate::application::is_absolute_url;
use crate::context::Scope;
use crate::error::Error;
use crate::error::class;
use crate::program::FormatAttribute;
use crate::program::FormatSite;
use crate::program::UrlSite;
use crate::text::Currency;
use crate::text::DecimalFormat;
use crate::text::Locale;
use crate::value::Str;
use crate::value::Value;
use crate::value::coerce;
use crate::writer::write_error;
use crate::writer::write_value;

/// What `java.net.URLEncoder` writes as `%XX`, and the blank, which becomes `+` afterwards.
const URL_ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'*').remove(b'_');

/// The configuration variable of the locale; each scope's has the scope's name behind it (Jakarta Tags 3.1, 2.8).
const LOCALE: &str = "jakarta.servlet.jsp.jstl.fmt.locale";

fn url_encode(text: &str) -> String {
    utf8_percent_encode(text, URL_ENCODED).to_string().replace("%20", "+")
}

fn scope_suffix(scope: Scope) -> &'static str {
    match scope {
        Scope::Page => ".page",
        Scope::Request => ".request",
        Scope::Session => ".session",
        Scope::Application => ".application",
    }
}

impl Machine {
    /// Hands a value to a variable, or writes it.
    fn deliver(&mut self, value: Value, var: Option<&(Str, Scope)>) -> Result<()> {
        match var {
            Some((name, scope)) => self.state.set(name, *scope, value),
            None => write_value(&mut self.state.out, &value),
        }
    }

    /// `c:url` (Jakarta Tags 3.1, 7.5). Sessions are kept by cookies alone, so no session id is ever written into it.
    pub(super) fn url(&mut self, site: &UrlSite) -> Result<()> {
        let params = self.url_params(site.params);
        let context = if site.context { Some(self.pop()) } else { None };
        let value = self.pop();
        let value = coerce::to_text(&value);
        let mut url = String::new();
        if !is_absolute_url(&value) {
            match &context {
                Some(context) => {
                    let context = coerce::to_text(context);
                    if !context.starts_with('/') || !value.starts_with('/') {
                        return Err(Error::new(
                            class::JSP_TAG,
                            "the context and the url of c:url must start with '/'",
                        ));
                    }
                    url.push_str(context.trim_end_matches('/'));
                }
                None if value.starts_with('/') => url.push_str(&self.state.exchange.request.context_path),
                None => {}
            }
        }
        url.push_str(&value);
        if !params.is_empty() {
            let encoded: Vec<String> = params
                .iter()
                .map(|(name, value)| format!("{}={}", url_encode(name), url_encode(value)))
                .collect();
            let encoded = encoded.join("&");
            // New parameters go before those that the value has, as the reference implementation does.
            match url.find(['?', '#']) {
                Some(at) if url[at..].starts_with('?') => url.insert_str(at + 1, &format!("{encoded}&")),
                Some(at) => url.insert_str(at, &format!("?{encoded}")),
                None => url.push_str(&format!("?{encoded}")),
            }
        }
        self.deliver(Value::str(url), site.var.as_ref())
    }

    /// `fmt:setLocale` (Jakarta Tags 3.1, 8.2): the locale of formatting actions, and of the response.
    pub(super) fn set_locale(&mut self, scope: Scope) -> Result<()> {
        let value = self.pop();
        let text = coerce::to_text(&value);
        let locale = if text.trim().is_empty() { Locale::default() } else { parse_locale(text.trim())? };
        let name = format!("{LOCALE}{}", scope_suffix(scope));
        let shown = Value::str(locale.to_string());
        let tag = locale.to_language_tag();
        self.state.set(&name, scope, shown)?;
        if !self.state.exchange.response.is_committed() {
            self.state.exchange.response.head().locale = Some(tag.into());
        }
        Ok(())
    }

    /// The locale of formatting actions: the configured one, else the client's first, else `en`.
    fn format_locale(&self, slot: u32) -> Str {
        if let Value::Str(locale) = &self.state.vars[self.state.base() + slot as usize] {
            return locale.clone();
        }
        for scope in [Scope::Request, Scope::Session, Scope::Application] {
            let name = format!("{LOCALE}{}", scope_suffix(scope));
            if let Some(locale) = self.state.get(&name, scope) {
                return coerce::to_text(&locale).as_ref().into();
            }
        }
        let exchange = &self.state.exchange;
        if let Some(locale) = exchange.application().init_param(LOCALE) {
            return locale.clone();
        }
        exchange.request.locales.first().cloned().unwrap_or_else(|| "en".into())
    }

    /// `fmt:formatNumber` (Jakarta Tags 3.1, 9.3)
    pub(super) fn format_number(&mut self, site: &FormatSite) -> Result<()> {
        let locale = self.format_locale(site.locale);
        let given = self.stack.len() - site.attributes.len();
        let made;
        let format = match site.compiled.get() {
            Some((known, format)) if *known == locale => format,
            _ => {
                made = self.number_format(site, given, &locale)?;
                if site.constant && site.compiled.get().is_none() {
                    &site.compiled.get_or_init(|| (locale, made)).1
                } else {
                    &made
                }
            }
        };
        self.stack.truncate(given);
        let value = self.stack.pop().expect("the compiler pushes the value first");
        let number = match &value {
            Value::Null => Value::Null,
            Value::Str(text) if text.is_empty() => Value::Null,
            Value::Str(text) => parse_number(text)?,
            number => number.clone(),
        };
        if number.is_null() {
            // Nothing to format: nothing is written, and a variable is removed.
            return match &site.var {
                Some((name, scope)) => self.state.remove(name, Some(*scope)),
                None => Ok(()),
            };
        }
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let formatted = format.format(&number, &mut text);
        let delivered = match formatted {
            Err(_) => Err(Error::new(
                class::JSP_TAG,
                format!("fmt:formatNumber can't format a {}", number.class_name().unwrap_or("null")),
            )),
            Ok(()) => match &site.var {
                Some((name, scope)) => self.state.set(name, *scope, Value::str(text.as_str())),
                None => self.state.out.write_str(&text).map_err(write_error),
            },
        };
        self.keep_scratch(text);
        delivered
    }

    fn number_format(&self, site: &FormatSite, from: usize, locale: &str) -> Result<DecimalFormat> {
        let locale = parse_locale(locale)?;
        let attribute = |kind: FormatAttribute| {
            let at = site.attributes.iter().position(|given| *given == kind)?;
            self.stack.get(from + at).filter(|value| !value.is_null())
        };
        let text = |kind| attribute(kind).map(coerce::to_text).filter(|text| !text.is_empty());
        let pattern = text(FormatAttribute::Pattern);
        let kind = text(FormatAttribute::Type);
        let mut format = match (&pattern, kind.as_deref()) {
            (Some(pattern), _) => DecimalFormat::with_locale(pattern, &locale).map_err(|error| {
                Error::new(class::JSP_TAG, format!("the pattern '{pattern}' of fmt:formatNumber: {error}"))
            })?,
            (None, None | Some("number")) => DecimalFormat::number(&locale),
            (None, Some("currency")) => DecimalFormat::currency(&locale),
            (None, Some("percent")) => DecimalFormat::percent(&locale),
            (None, Some(other)) => {
                return Err(Error::new(class::JSP_TAG, format!("fmt:formatNumber has no type '{other}'"))
                    .with_hint("the types are number, currency and percent"));
            }
        };
        if kind.as_deref() == Some("currency") {
            if let Some(code) = text(FormatAttribute::CurrencyCode) {
                let currency = Currency::of_code(&code).ok_or_else(|| {
                    Error::new(class::JSP_TAG, format!("fmt:formatNumber: '{code}' is no currency code"))
                        .with_hint("use a code of ISO 4217, such as EUR")
                })?;
                format.set_currency(currency);
            } else if let Some(symbol) = text(FormatAttribute::CurrencySymbol) {
                format.set_currency_symbol(&symbol);
            }
        }
        if let Some(grouping) = attribute(FormatAttribute::GroupingUsed) {
            format.set_grouping_used(coerce::to_boolean(grouping)?);
        }
        let digits = |kind: FormatAttribute| -> Result<Option<u32>> {
            let Some(value) = attribute(kind) else { return Ok(None) };
            Ok(Some(u32::try_from(coerce::to_int(value)?).unwrap_or(0)))
        };
        if let Some(count) = digits(FormatAttribute::MaxIntegerDigits)? {
            format.set_max_integer_digits(count);
        }
        if let Some(count) = digits(FormatAttribute::MinIntegerDigits)? {
            format.set_min_integer_digits(count);
        }
        if let Some(count) = digits(FormatAttribute::MaxFractionDigits)? {
            format.set_max_fraction_digits(count);
        }
        if let Some(count) = digits(FormatAttribute::MinFractionDigits)? {
            format.set_min_fraction_digits(count);
        }
        Ok(format)
    }
}

fn parse_locale(text: &str) -> Result<Locale> {
    Locale::parse(text).ok_or_else(|| Error::new(class::ILLEGAL_ARGUMENT, format!("'{text}' is no locale")))
}

/// Text as a number: `Double` with a point, else `Long`, as the reference implementation does.
fn parse_number(text: &str) -> Result<Value> {
    let value = Value::str(text);
    let parsed = if text.contains('.') {
        coerce::to_double(&value).map(Value::Double)
    } else {
        coerce::to_long(&value).map(Value::Long)
    };
    parsed.map_err(|_| Error::new(class::JSP_TAG, format!("fmt:formatNumber: '{text}' is no number")))
}
