//! `jsp:output` (Pages 4.1, 5.16) and the prolog of the output that it asks for.

use super::super::UnitKind;
use super::super::attributes::RawAttribute;
use super::super::parser::Parser;
use super::super::tree::Prolog;
use crate::source::Span;
use crate::value::Str;

/// What the documents of a unit say of the prolog of their output.
#[derive(Default)]
pub(in crate::syntax) struct Output {
    /// The unit's own file is in XML syntax.
    pub(in crate::syntax) is_document: bool,
    /// Its top element is `jsp:root`.
    pub(super) has_root: bool,
    given: Vec<(&'static str, Str, Span)>,
}

const ROOT_ELEMENT: &str = "doctype-root-element";
const PUBLIC: &str = "doctype-public";
const SYSTEM: &str = "doctype-system";
const OMIT: &str = "omit-xml-declaration";

impl Output {
    fn get(&self, name: &str) -> Option<&Str> {
        self.given.iter().find(|(known, ..)| *known == name).map(|(_, value, _)| value)
    }

    /// The prolog, once everything was read.
    pub(in crate::syntax) fn into_prolog(self, kind: UnitKind) -> Prolog {
        let xml_declaration = match self.get(OMIT) {
            Some(omit) => !is_yes(omit),
            None => self.is_document && !self.has_root && kind == UnitKind::Page,
        };
        let doctype = self.get(ROOT_ELEMENT).zip(self.get(SYSTEM)).map(|(name, system)| {
            let system = quoted(system);
            match self.get(PUBLIC) {
                Some(public) => format!("<!DOCTYPE {name} PUBLIC {} {system}>\n", quoted(public)).into(),
                None => format!("<!DOCTYPE {name} SYSTEM {system}>\n").into(),
            }
        });
        Prolog { is_document: self.is_document, xml_declaration, doctype }
    }
}

fn is_yes(value: &str) -> bool {
    matches!(value, "yes" | "true")
}

fn quoted(literal: &str) -> String {
    if literal.contains('"') { format!("'{literal}'") } else { format!("\"{literal}\"") }
}

impl Parser<'_> {
    /// Takes over what a `jsp:output` says.
    pub(super) fn output_element(&mut self, attributes: &[RawAttribute<'_>], span: Span) {
        let mut own = Vec::new();
        for raw in attributes {
            let names = [OMIT, ROOT_ELEMENT, PUBLIC, SYSTEM];
            let Some(name) = self.known_attribute(raw, &[], "jsp:output", &names) else { continue };
            let value = self.literal_value(raw);
            own.push(name);
            if name == OMIT && !is_yes(&value) && !matches!(value.as_str(), "no" | "false") {
                let message = format!("`{OMIT}` is yes, no, true or false, not `{value}`");
                let diagnostic = self.error("page/bad-value", raw.value_span, message);
                self.report(diagnostic);
                continue;
            }
            match self.output.given.iter().find(|(known, ..)| *known == name) {
                None => self.output.given.push((name, value, raw.span)),
                Some((_, before, _)) if *before == value => {}
                Some((_, before, first)) => {
                    let diagnostic = self
                        .error(
                            "page/conflicting-attribute",
                            raw.span,
                            format!("`{name}` is given twice with different values"),
                        )
                        .with_related(format!("first it is `{before}`"), self.place(*first))
                        .with_hint("let all <jsp:output> agree, those of included files too");
                    self.report(diagnostic);
                }
            }
        }
        let has = |name: &str| own.contains(&name);
        let wrong = if has(ROOT_ELEMENT) != has(SYSTEM) {
            Some(format!("`{ROOT_ELEMENT}` and `{SYSTEM}` need each other"))
        } else if has(PUBLIC) && !has(SYSTEM) {
            Some(format!("`{PUBLIC}` needs `{SYSTEM}`"))
        } else {
            None
        };
        if let Some(message) = wrong {
            let hint = format!("<jsp:output {ROOT_ELEMENT}=\"…\" {SYSTEM}=\"…\"/> makes a DOCTYPE");
            let diagnostic = self.error("page/bad-combination", span, message).with_hint(hint);
            self.report(diagnostic);
        }
    }
}
