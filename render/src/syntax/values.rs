//! The values of attributes: what is an expression in them, and whether it may be one (Pages 4.1, 2.3).

use super::attributes::RawAttribute;
use super::parser::Parser;
use super::tree::AttributeValue;
use super::tree::Scripting;
use super::tree::ScriptingKind;
use crate::el::Base;
use crate::el::Deferred;
use crate::el::TemplateOptions;
use crate::el::ast::Part;
use crate::el::ast::Template;
use crate::el::parse_template;
use crate::tags::info::AttributeInfo;
use crate::tags::info::AttributeKind;
use crate::tags::info::TagInfo;
use crate::value::Str;

/// Which expressions an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accept {
    /// `${…}` and `<%= … %>`
    pub(super) expressions: bool,
    /// `#{…}`
    pub(super) deferred: bool,
    /// `#{` is text, whatever the page says.
    pub(super) deferred_is_text: bool,
}

impl Accept {
    /// `${…}` and `<%= … %>`
    pub(super) const EXPRESSIONS: Accept =
        Accept { expressions: true, deferred: false, deferred_is_text: false };

    /// Text only.
    pub(super) const LITERAL: Accept = Accept { expressions: false, ..Self::EXPRESSIONS };

    /// What an attribute of a custom action takes; one that is not declared takes expressions.
    pub(super) fn of(tag: &TagInfo, attribute: Option<&AttributeInfo>) -> Self {
        let Some(attribute) = attribute else {
            return Accept { deferred_is_text: tag.deferred_is_text, ..Self::EXPRESSIONS };
        };
        let deferred =
            matches!(attribute.kind, AttributeKind::DeferredValue(_) | AttributeKind::DeferredMethod(_));
        Accept {
            expressions: attribute.rtexprvalue,
            deferred,
            deferred_is_text: tag.deferred_is_text && !deferred,
        }
    }
}

impl Parser<'_> {
    /// The value of an attribute that takes what `accept` says. Expressions that it does not take are reported.
    pub(super) fn value(&mut self, raw: &RawAttribute<'_>, accept: Accept) -> AttributeValue {
        let name = raw.name;
        if raw.scripting {
            // `scripting-invalid` is about scripting elements (Pages 4.1, 3.3.3); a request-time attribute is none.
            if !accept.expressions {
                let diagnostic = self
                    .error(
                        "page/not-literal",
                        raw.value_span,
                        format!("the value of `{name}` must be known when the page is translated"),
                    )
                    .with_hint("write it as plain text, without an expression");
                self.report(diagnostic);
            }
            return AttributeValue::Scripting(Scripting {
                kind: ScriptingKind::Expression,
                code: literal(raw),
                span: raw.value_span,
            });
        }
        let options = TemplateOptions {
            el_ignored: self.flags.el_ignored,
            deferred: if accept.deferred || !(self.flags.deferred_literal || accept.deferred_is_text) {
                Deferred::Allowed
            } else {
                Deferred::Literal
            },
            quoting: raw.quoting,
        };
        let base = Base::new(raw.value_span.file, raw.value_span.start as usize);
        let template = match parse_template(raw.value, base, options) {
            Ok(template) => self.in_scope(template),
            Err(error) => {
                let diagnostic = self.syntax_error(error);
                self.report(diagnostic);
                return AttributeValue::Template(Template::default());
            }
        };
        let refused = template.parts.iter().find_map(|part| match part {
            Part::Expr(expr) => {
                let taken = if expr.deferred { accept.deferred } else { accept.expressions };
                (!taken).then_some((expr.span, expr.deferred))
            }
            Part::Text(_) => None,
        });
        if let Some((span, deferred)) = refused {
            let (message, hint) = match (deferred, accept.expressions, accept.deferred) {
                (true, true, _) => (
                    format!("`{name}` takes no deferred expression `#{{…}}`"),
                    "write `${…}`, or `\\#{` for the characters themselves",
                ),
                (false, _, true) => (format!("`{name}` takes only deferred expressions"), "write `#{…}`"),
                _ => (
                    format!("the value of `{name}` must be known when the page is translated"),
                    "write it as plain text, without an expression",
                ),
            };
            let diagnostic = self.error("page/not-literal", span, message).with_hint(hint);
            self.report(diagnostic);
        }
        AttributeValue::Template(template)
    }

    /// The value of an attribute in which nothing is an expression, as in directives. A scripting expression is
    /// reported.
    pub(super) fn literal_value(&mut self, raw: &RawAttribute<'_>) -> Str {
        if raw.scripting {
            let message = format!("the value of `{}` must be known when the page is translated", raw.name);
            let diagnostic = self.error("page/not-literal", raw.value_span, message);
            self.report(diagnostic);
        }
        literal(raw)
    }

    /// [`literal_value`](Self::literal_value) as true or false, which are also called yes and no. Anything else is
    /// reported and `None`.
    pub(super) fn boolean_value(&mut self, raw: &RawAttribute<'_>) -> Option<bool> {
        self.flag(raw, true)
    }

    /// [`literal_value`](Self::literal_value) as true or false in so many words. Anything else is reported and `None`.
    pub(super) fn strict_boolean_value(&mut self, raw: &RawAttribute<'_>) -> Option<bool> {
        self.flag(raw, false)
    }

    fn flag(&mut self, raw: &RawAttribute<'_>, takes_yes: bool) -> Option<bool> {
        let value = self.literal_value(raw);
        match value.trim().to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "yes" if takes_yes => Some(true),
            "false" => Some(false),
            "no" if takes_yes => Some(false),
            _ => {
                let message = format!("`{}` is true or false, not `{value}`", raw.name);
                let diagnostic = self.error("page/bad-value", raw.value_span, message);
                self.report(diagnostic);
                None
            }
        }
    }
}

/// The text of a value, escapes undone, nothing in it an expression.
pub(super) fn literal(raw: &RawAttribute<'_>) -> Str {
    let options = TemplateOptions { el_ignored: true, deferred: Deferred::Literal, quoting: raw.quoting };
    let template = parse_template(raw.value, Base::new(0, 0), options);
    // With EL ignored nothing can be wrong with it.
    template.ok().and_then(|template| template.as_text().map(Str::from)).unwrap_or_else(|| raw.value.into())
}
