//! Trees as short text.

use std::fmt::Write as _;

use crate::el::ast::Part;
use crate::el::ast::Template;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::syntax::tree::Scripting;
use crate::syntax::tree::Unit;

/// The body of a unit: texts in quotes, expressions as they are written, actions with attributes in parentheses and
/// bodies in braces.
pub(super) fn unit(unit: &Unit) -> String {
    let mut out = String::new();
    nodes(&mut out, unit, &unit.body);
    out
}

fn nodes(out: &mut String, unit: &Unit, nodes: &[Node]) {
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match &node.kind {
            NodeKind::Text(text) => {
                let _ = write!(out, "{:?}", text.as_str());
            }
            NodeKind::El(el) => out.push_str(source(unit, el.span)),
            NodeKind::Standard(action) => {
                let _ = write!(out, "{:?}", action.action);
                attributes(out, unit, &action.attributes);
                if !action.body.is_empty() {
                    body(out, unit, &action.body);
                }
            }
            NodeKind::Custom(action) => {
                let _ = write!(out, "{}:{}", action.prefix, action.tag.name);
                attributes(out, unit, &action.attributes);
                if let Some(children) = &action.body {
                    body(out, unit, children);
                }
            }
            NodeKind::Scripting(code) => scripting(out, code),
        }
    }
}

fn body(out: &mut String, unit: &Unit, children: &[Node]) {
    out.push('{');
    nodes(out, unit, children);
    out.push('}');
}

fn scripting(out: &mut String, code: &Scripting) {
    let _ = write!(out, "{:?}<{}>", code.kind, code.code);
}

fn attributes(out: &mut String, unit: &Unit, attributes: &[Attribute]) {
    if attributes.is_empty() {
        return;
    }
    out.push('(');
    for (index, attribute) in attributes.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        if let Some(prefix) = &attribute.prefix {
            let _ = write!(out, "{prefix}:");
        }
        let _ = write!(out, "{}=", attribute.name);
        value(out, unit, &attribute.value);
        if let Some(omit) = &attribute.omit {
            out.push_str(" omit=");
            value(out, unit, omit);
        }
    }
    out.push(')');
}

fn value(out: &mut String, unit: &Unit, value: &AttributeValue) {
    match value {
        AttributeValue::Template(template) => parts(out, unit, template),
        AttributeValue::Scripting(code) => scripting(out, code),
        AttributeValue::Body(children) => body(out, unit, children),
    }
}

fn parts(out: &mut String, unit: &Unit, template: &Template) {
    if template.parts.is_empty() {
        out.push_str("\"\"");
    }
    for part in &template.parts {
        match part {
            Part::Text(text) => {
                let _ = write!(out, "{:?}", text.as_str());
            }
            Part::Expr(el) => out.push_str(source(unit, el.span)),
        }
    }
}

fn source(unit: &Unit, span: Span) -> &str {
    let file = unit.sources.file(span.file).expect("spans point into the files of the unit");
    &file.text()[span.start as usize..span.end as usize]
}
