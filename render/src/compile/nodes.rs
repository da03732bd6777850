//! Lists of nodes and the values of attributes.

use super::Compiler;
use crate::el::ast::Part;
use crate::el::ast::Template;
use crate::program::Op;
use crate::source::Span;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::tags::info::BuiltIn;
use crate::tags::info::HandlerInfo;
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn nodes(&mut self, nodes: &[Node]) {
        if self.is_scripted_body(nodes) {
            return self.scripted_body(nodes);
        }
        for node in nodes {
            self.node(node);
        }
    }

    pub(super) fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Text(text) => self.emit_text(text, node.span),
            NodeKind::El(el) => self.write_el(el),
            NodeKind::Standard(action) => {
                self.scripted(node, |compiler| compiler.standard(action, node.span));
            }
            NodeKind::Custom(action) => self.scripted(node, |compiler| match &action.tag.handler {
                HandlerInfo::BuiltIn(BuiltIn::Core) => compiler.core(action, node.span),
                HandlerInfo::BuiltIn(BuiltIn::Fmt) => compiler.fmt(action, node.span),
                HandlerInfo::Class(class) => compiler.tag_handler(action, class, node.span),
                HandlerInfo::TagFile(path) => compiler.call_tag_file(action, path, node.span),
            }),
            NodeKind::Scripting(scripting) => self.scripting(scripting, false),
        }
    }

    /// Pushes the value of an attribute.
    pub(super) fn attribute(&mut self, attribute: &Attribute) {
        match &attribute.value {
            AttributeValue::Template(template) => self.template(template, attribute.value_span),
            AttributeValue::Scripting(scripting) => self.scripting(scripting, true),
            AttributeValue::Body(nodes) => self.capture(nodes, false, attribute.span),
        }
    }

    /// Pushes the text of a body.
    pub(super) fn capture(&mut self, nodes: &[Node], trim: bool, span: Span) {
        if let Some(text) = plain_text(nodes) {
            let text = if trim { text.trim() } else { &text };
            self.constant(Value::str(text), span);
            return;
        }
        self.emit(Op::Capture, span);
        self.nodes(nodes);
        self.emit(Op::EndCapture { trim }, span);
    }

    /// The text of an attribute that must be known at translation; a diagnostic otherwise.
    pub(super) fn literal<'n>(&mut self, attribute: &'n Attribute) -> Option<&'n str> {
        if let AttributeValue::Template(template) = &attribute.value
            && let Some(text) = template.as_text()
        {
            return Some(text);
        }
        let message = format!("the attribute '{}' must be literal text", attribute.name);
        let diagnostic = self.error("page/literal-attribute", message, attribute.value_span);
        diagnostic.hint = Some("write the value itself in place of an expression".into());
        None
    }

    /// Writes a template as if it stood in text.
    pub(super) fn write_template(&mut self, template: &Template, span: Span) {
        for part in &template.parts {
            match part {
                Part::Text(text) => self.emit_text(text, span),
                Part::Expr(el) => self.write_el(el),
            }
        }
    }
}

/// The text of nodes that are nothing but text.
fn plain_text(nodes: &[Node]) -> Option<String> {
    let mut all = String::new();
    for node in nodes {
        let NodeKind::Text(text) = &node.kind else { return None };
        all.push_str(text);
    }
    Some(all)
}

/// The attribute of that name.
pub(super) fn find<'n>(attributes: &'n [Attribute], name: &str) -> Option<&'n Attribute> {
    attributes.iter().find(|attribute| attribute.name == name)
}
