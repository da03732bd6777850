//! `fmt:formatNumber`.

use std::sync::Arc;

use super::Machine;
use crate::Result;
use crate::error::Error;
use crate::error::class;
use crate::program::FormatAttribute;
use crate::program::FormatSite;
use crate::text::Currency;
use crate::text::DecimalFormat;
use crate::text::Locale;
use crate::value::Value;
use crate::value::coerce;
use crate::writer::write_error;

impl Machine {
    /// `fmt:formatNumber` (Jakarta Tags 3.1, 9.6)
    pub(super) fn format_number(&mut self, site: &FormatSite) -> Result<()> {
        let given = self.stack.len() - site.on_stack as usize;
        let value = std::mem::take(&mut self.stack[given - 1]);
        let number = match value {
            Value::Str(text) if text.is_empty() => Value::Null,
            Value::Str(text) => parse_number(&text)?,
            number => number,
        };
        if number.is_null() {
            self.stack.truncate(given - 1);
            // Nothing to format: nothing is written, and a variable is removed.
            return match &site.var {
                Some((name, scope)) => self.state.remove(name, Some(*scope)),
                None => Ok(()),
            };
        }
        let tags = self.state.tags.len();
        let locale = self.state.formatting_locale_at(tags, true)?;
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let formatted = self.write_number(site, given, &number, locale.as_ref(), &mut text);
        self.stack.truncate(given - 1);
        let delivered = formatted.and_then(|()| match &site.var {
            Some((name, scope)) => self.state.set(name, *scope, Value::str(text.as_str())),
            None => self.state.out.write_str(&text).map_err(write_error),
        });
        self.keep_scratch(text);
        delivered
    }

    /// Writes a number as its place says; without a locale, as `Number.toString()` does.
    fn write_number(
        &self,
        site: &FormatSite,
        given: usize,
        number: &Value,
        locale: Option<&Arc<Locale>>,
        out: &mut String,
    ) -> Result<()> {
        let Some(locale) = locale else {
            out.push_str(&coerce::to_text(number));
            return Ok(());
        };
        let made;
        let format = match site.compiled.get() {
            Some((known, format)) if Arc::ptr_eq(known, locale) || known == locale => format,
            _ => {
                made = self.number_format(site, given, locale)?;
                if site.on_stack == 0 && site.compiled.get().is_none() {
                    &site.compiled.get_or_init(|| (locale.clone(), made)).1
                } else {
                    &made
                }
            }
        };
        format.format(number, out).map_err(|_| {
            let given = number.class_name().unwrap_or("null");
            Error::new(class::JSP_TAG, format!("fmt:formatNumber can't format a {given}"))
        })
    }

    fn number_format(&self, site: &FormatSite, from: usize, locale: &Locale) -> Result<DecimalFormat> {
        let attribute = |kind: FormatAttribute| {
            let at = site.attributes.iter().position(|(given, _)| *given == kind)?;
            if let (_, Some(literal)) = &site.attributes[at] {
                return Some(literal);
            }
            let before = site.attributes[..at].iter().filter(|(_, literal)| literal.is_none()).count();
            self.stack.get(from + before).filter(|value| !value.is_null())
        };
        let text = |kind| attribute(kind).map(coerce::to_text).filter(|text| !text.is_empty());
        let pattern = text(FormatAttribute::Pattern);
        let kind = text(FormatAttribute::Type);
        let mut format = match &pattern {
            Some(pattern) => DecimalFormat::with_locale(pattern, locale).map_err(|error| {
                Error::new(class::JSP_TAG, format!("the pattern '{pattern}' of fmt:formatNumber: {error}"))
            })?,
            None => DecimalFormat::of_type(kind.as_deref(), locale, "fmt:formatNumber")?,
        };
        // A pattern may have a place for a currency, whatever the type (as in the reference implementation).
        if pattern.is_some() || kind.is_some_and(|kind| kind.eq_ignore_ascii_case("currency")) {
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

/// Text as a number: `Double` with a point, else `Long`, as the reference implementation does.
fn parse_number(text: &str) -> Result<Value> {
    let value = Value::str(text);
    let parsed = if text.contains('.') {
        coerce::to_double(&value).map(Value::Double)
    } else {
        coerce::to_long(&value).map(Value::Long)
    };
    parsed.map_err(|_| {
        let cause = Error::new(class::NUMBER_FORMAT, format!("For input string: \"{text}\""));
        Error::jsp(format!("fmt:formatNumber: '{text}' is no number")).with_cause(cause)
    })
}
