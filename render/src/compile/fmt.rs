//! Jakarta Tags: formatting (`jakarta.tags.fmt`).

use std::sync::OnceLock;

use super::Compiler;
use super::nodes::find;
use crate::program::FormatAttribute;
use crate::program::FormatSite;
use crate::program::Op;
use crate::source::Span;
use crate::syntax::tree::CustomAction;
use crate::value::Value;

/// The attributes of `fmt:formatNumber` that are values, in the order in which they go onto the stack.
const FORMAT_ATTRIBUTES: &[(&str, FormatAttribute)] = &[
    ("type", FormatAttribute::Type),
    ("pattern", FormatAttribute::Pattern),
    ("currencyCode", FormatAttribute::CurrencyCode),
    ("currencySymbol", FormatAttribute::CurrencySymbol),
    ("groupingUsed", FormatAttribute::GroupingUsed),
    ("maxIntegerDigits", FormatAttribute::MaxIntegerDigits),
    ("minIntegerDigits", FormatAttribute::MinIntegerDigits),
    ("maxFractionDigits", FormatAttribute::MaxFractionDigits),
    ("minFractionDigits", FormatAttribute::MinFractionDigits),
];

impl Compiler<'_> {
    pub(super) fn fmt(&mut self, action: &CustomAction, span: Span) {
        match action.tag.name.as_str() {
            "formatNumber" => self.format_number(action, span),
            other => unreachable!("the fmt library has no tag {other}"),
        }
    }

    fn format_number(&mut self, action: &CustomAction, span: Span) {
        self.value_or_body(action, span);
        let mut attributes = Vec::new();
        let mut on_stack = 0;
        for (name, kind) in FORMAT_ATTRIBUTES {
            let Some(attribute) = find(&action.attributes, name) else { continue };
            let literal = super::core::text_of(attribute).map(Value::str);
            if literal.is_none() {
                self.attribute(attribute);
                on_stack += 1;
            }
            attributes.push((*kind, literal));
        }
        let scope = self.tag_scope(&action.attributes);
        let var = self.var(action).map(|var| (var, scope));
        self.program.formats.push(FormatSite { attributes, on_stack, var, compiled: OnceLock::new() });
        self.emit(Op::FormatNumber((self.program.formats.len() - 1) as u32), span);
    }
}
