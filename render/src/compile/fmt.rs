//! Jakarta Tags: formatting (`jakarta.tags.fmt`).

use std::sync::OnceLock;

use super::Compiler;
use super::nodes::find;
use crate::program::FormatAttribute;
use crate::program::FormatSite;
use crate::program::Op;
use crate::source::Span;
use crate::syntax::tree::CustomAction;

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
        let mut constant = true;
        for (name, kind) in FORMAT_ATTRIBUTES {
            if let Some(attribute) = find(&action.attributes, name) {
                constant &= super::core::text_of(attribute).is_some();
                self.attribute(attribute);
                attributes.push(*kind);
            }
        }
        let scope = self.tag_scope(&action.attributes);
        let var = self.var(action).map(|var| (var, scope));
        self.program.formats.push(FormatSite { attributes, constant, var, compiled: OnceLock::new() });
        self.emit(Op::FormatNumber((self.program.formats.len() - 1) as u32), span);
    }
}
