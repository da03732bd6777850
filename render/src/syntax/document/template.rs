//! Template text of documents (Pages 4.1, 6.2.3 and 6.3.8): elements that are no actions, and text.

use std::ops::Range;

use super::super::attributes::Ending;
use super::super::elements::Content;
use super::super::elements::Item;
use super::super::parser::Parser;
use super::super::tree::Node;
use super::super::tree::NodeKind;
use super::JSP;
use super::Tag;
use super::XmlNode;
use super::is_jsp;
use super::keeps_space;
use super::scan;
use super::scan::Run;
use super::scan::is_xml_space;
use crate::el::Base;
use crate::el::Deferred;
use crate::el::Quoting;
use crate::el::TemplateOptions;
use crate::el::ast::Part;
use crate::el::parse_template;
use crate::source::Span;
use crate::value::Str;

impl Parser<'_> {
    /// Adds template text as it is.
    pub(super) fn push_text(&mut self, text: &str, span: Span) {
        if !text.is_empty() {
            self.push(Node { kind: NodeKind::Text(text.into()), span });
        }
    }

    /// Takes an element in the body of a tag that interprets its body itself, as it is written. Tells whether it was
    /// one.
    pub(super) fn raw_element(&mut self, tag: &Tag<'_>) -> bool {
        let (content, named) = (self.top().content, self.top().named);
        if content != Content::TagDependent || is_jsp(tag.node, "attribute") || is_jsp(tag.node, "body") {
            return false;
        }
        if !named || self.admit(Item::Text, tag.span) {
            self.push_text(&tag.node.document().input_text()[tag.node.range()], tag.span);
        }
        true
    }

    /// Adds the start tag of an element that is no action.
    pub(super) fn template_element(&mut self, tag: &Tag<'_>, ending: Ending) {
        self.admit(Item::Text, tag.span);
        self.push_text(&format!("<{}", tag.written.name), tag.span);
        let mut attributes = tag.node.attributes();
        for written in &tag.written.attributes {
            let span = Span::new(tag.span.file, written.range.start, written.range.end);
            if let Some(prefix) = written.declares() {
                let uri =
                    tag.node.lookup_namespace_uri((!prefix.is_empty()).then_some(prefix)).unwrap_or_default();
                // The namespaces of actions are the server's business.
                if uri != JSP && self.namespace(uri, span).is_none() {
                    self.push_text(&format!(" {}=\"{}\"", written.name, escaped(uri)), span);
                }
                continue;
            }
            let Some(attribute) = attributes.next() else { break };
            self.push_text(&format!(" {}=\"", written.name), span);
            let run =
                Run { text: attribute.value().into(), range: written.value.clone(), shifts: Vec::new() };
            self.push_run(&run, tag.span.file, true);
            self.push_text("\"", span);
        }
        self.push_text(if ending == Ending::Closed { "/>" } else { ">" }, tag.span);
    }

    /// Adds the text of a text node, without what is only white space where that does not count.
    pub(super) fn text_node(&mut self, node: XmlNode<'_>, number: u32) {
        let source = node.document().input_text();
        let mut runs = scan::runs(source, text_range(node), node.text().unwrap_or_default());
        let parent = node.parent();
        if self.top().content == Content::TagDependent {
            for run in runs {
                let span = Span::new(number, run.range.start, run.range.end);
                let counts = !run.is_blank() || !(self.top().named || self.top().children.is_empty());
                if counts && (!self.top().named || self.admit(Item::Text, span)) {
                    self.push_text(&run.text, span);
                }
            }
            return;
        }
        let trims =
            self.named_attribute_trims().filter(|_| parent.is_some_and(|parent| is_jsp(parent, "attribute")));
        if let Some(trims) = trims {
            let (is_first, is_last) = (node.prev_sibling().is_none(), node.next_sibling().is_none());
            let count = runs.len();
            for (index, run) in runs.iter_mut().enumerate() {
                let at_edge = (is_first && index == 0) || (is_last && index + 1 == count);
                if run.is_blank() && (trims || !at_edge) {
                    run.text = "".into();
                } else if trims && is_first && index == 0 {
                    trim_start(run);
                }
            }
        } else if !parent.is_some_and(keeps_space) {
            runs.retain(|run| !run.is_blank());
        }
        for run in runs.iter().filter(|run| !run.text.is_empty()) {
            let span = Span::new(number, run.range.start, run.range.end);
            if self.admit(Item::Text, span) {
                self.push_run(run, number, false);
            }
        }
    }

    /// Adds text in which there may be expressions; as the value of an attribute it is escaped.
    fn push_run(&mut self, run: &Run<'_>, number: u32, in_attribute: bool) {
        let options = TemplateOptions {
            el_ignored: self.flags.el_ignored,
            deferred: if self.flags.deferred_literal { Deferred::Literal } else { Deferred::Refused },
            quoting: Quoting::Text,
        };
        let base = Base::new(number, run.range.start).with_shifts(&run.shifts);
        let template = match parse_template(&run.text, base, options) {
            Ok(template) => self.in_scope(template),
            Err(error) => {
                let diagnostic = self.syntax_error(error);
                self.report(diagnostic);
                return;
            }
        };
        let span = Span::new(number, run.range.start, run.range.end);
        for part in template.parts {
            match part {
                Part::Text(text) if in_attribute => self.push_text(&escaped(&text), span),
                Part::Text(text) => self.push_text(&text, span),
                Part::Expr(expr) => {
                    let span = expr.span;
                    if self.admit(Item::Expression, span) {
                        self.push(Node { kind: NodeKind::El(expr), span });
                    }
                }
            }
        }
    }
}

/// Where a text node stands. The tree has only the range of its first piece.
fn text_range(node: XmlNode<'_>) -> Range<usize> {
    let first = node.range();
    let end = match (node.next_sibling(), node.parent()) {
        (Some(next), _) => next.range().start,
        (None, Some(parent)) => {
            let source = node.document().input_text();
            let inside = source.get(first.end..parent.range().end);
            inside.and_then(|inside| inside.rfind("</")).map_or(first.end, |length| first.end + length)
        }
        (None, None) => first.end,
    };
    // What comes from an entity stands somewhere else.
    first.start..end.max(first.end)
}

/// Drops white space at the start of a run.
fn trim_start(run: &mut Run<'_>) {
    let kept = run.text.trim_start_matches(is_xml_space);
    let dropped = run.text.len() - kept.len();
    if dropped == 0 {
        return;
    }
    run.text = kept.to_owned().into();
    if run.shifts.is_empty() {
        run.range.start += dropped;
        return;
    }
    run.shifts.retain_mut(|shift| {
        let kept = shift.at as usize >= dropped;
        shift.at = shift.at.saturating_sub(dropped as u32);
        kept
    });
}

/// The text of an attribute's value between double quotes.
fn escaped(text: &str) -> Str {
    let mut out = Str::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}
