//! `fmt:parseNumber` (Jakarta Tags 3.1, 9.7).

use super::Export;
use super::input;
use super::parse_locale;
use super::tag_error;
use super::unreadable;
use crate::Result;
use crate::Tag;
use crate::error::Error;
use crate::machine::TagContext;
use crate::registry::Registry;
use crate::tags::End;
use crate::tags::Start;
use crate::tags::Tag;
use crate::text::DecimalFormat;
use crate::value::Str;
use crate::value::Value;

pub(super) fn register(registry: &mut Registry) {
    registry.tag::<ParseNumberTag>();
}

/// `fmt:parseNumber`
#[derive(Default, Tag)]
#[tag(class = "org.apache.taglibs.standard.tag.rt.fmt.ParseNumberTag")]
struct ParseNumberTag {
    #[attribute]
    value: Option<Str>,
    #[attribute(name = "type")]
    kind: Option<Str>,
    #[attribute]
    pattern: Option<Str>,
    #[attribute(name = "parseLocale")]
    parse_locale: Value,
    #[attribute(name = "integerOnly")]
    integer_only: Option<bool>,
    #[attribute]
    var: Option<Str>,
    #[attribute]
    scope: Option<Str>,
}

impl Tag for ParseNumberTag {
    fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
        Ok(Start::EvalBodyBuffered)
    }

    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        const TAG: &str = "fmt:parseNumber";
        let text = input(self.value.as_ref(), page);
        let export = Export { var: self.var.as_ref(), scope: self.scope.as_ref() };
        if text.is_empty() {
            export.nothing(page)?;
            return Ok(End::EvalPage);
        }
        let locale = parse_locale(&self.parse_locale, page, TAG, &text)?;
        let pattern = self.pattern.as_deref().filter(|pattern| !pattern.is_empty());
        let mut format = match pattern {
            Some(pattern) => DecimalFormat::with_locale(pattern, &locale)
                .map_err(|error| tag_error(format!("the pattern '{pattern}' of {TAG}: {error}")))?,
            None => DecimalFormat::of_type(self.kind.as_deref(), &locale, TAG)?,
        };
        if let Some(integer_only) = self.integer_only {
            format.set_parse_integer_only(integer_only);
        }
        let number = format.parse_all(&text).map_err(|error| unreadable(TAG, &text, error))?;
        export.put(page, number)?;
        Ok(End::EvalPage)
    }
}

impl DecimalFormat {
    /// The format of a locale for what actions call a type; numbers if nothing is called.
    ///
    /// # Errors
    /// `JspException` for another type.
    pub(crate) fn of_type(kind: Option<&str>, locale: &crate::text::Locale, tag: &str) -> Result<Self> {
        let kind = kind.unwrap_or("");
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        if kind.is_empty() || is("number") {
            Ok(DecimalFormat::number(locale))
        } else if is("currency") {
            Ok(DecimalFormat::currency(locale))
        } else if is("percent") {
            Ok(DecimalFormat::percent(locale))
        } else {
            Err(Error::jsp(format!("{tag} has no type '{kind}'"))
                .with_hint("the types are number, currency and percent"))
        }
    }
}
