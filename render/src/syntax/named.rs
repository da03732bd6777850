//! `jsp:attribute` and `jsp:body` (Pages 4.1, 5.7 and 5.8).

use super::attributes::Ending;
use super::attributes::RawAttribute;
use super::cursor::is_space;
use super::elements::Content;
use super::elements::Element;
use super::elements::Frame;
use super::parser::Parser;
use super::tree::Attribute;
use super::tree::AttributeValue;
use super::tree::Node;
use super::tree::NodeKind;
use super::values::Accept;
use crate::el::ast::Template;
use crate::source::Span;
use crate::tags::info::AttributeKind;
use crate::tags::info::DynamicAttributes;
use crate::value::Str;

/// A `jsp:attribute` whose body is being read.
pub(super) struct NamedAttribute {
    prefix: Option<Str>,
    name: Str,
    name_span: Span,
    /// White space around its text is dropped.
    pub(super) trim: bool,
    omit: Option<AttributeValue>,
    /// It is handed on as a fragment, even if it is only text.
    fragment: bool,
}

impl Parser<'_> {
    /// Whether the innermost element is an action that can have `jsp:attribute` and `jsp:body`. If not, that is
    /// reported.
    fn within_action(&mut self, name: &str, span: Span) -> bool {
        let frame = self.top();
        let blank = |node: &Node| matches!(&node.kind, NodeKind::Text(text) if text.chars().all(is_space));
        let (message, hint) = if !frame.is_action() {
            (
                format!("<{name}> can stand only right in an action"),
                "attributes of template text are written as they are",
            )
        } else if frame.body.is_some() {
            (format!("<{name}> can't stand behind <jsp:body>"), "put it before <jsp:body>")
        } else if !frame.named && !frame.children.iter().all(blank) {
            (
                format!("<{name}> must come first in <{}>", frame.name),
                "put the other content into <jsp:body>…</jsp:body>",
            )
        } else {
            frame.named = true;
            return true;
        };
        let diagnostic = self.error("page/misplaced-action", span, message).with_hint(hint);
        self.report(diagnostic);
        false
    }

    pub(super) fn open_named_attribute(&mut self, raw: &[RawAttribute<'_>], ending: Ending, span: Span) {
        if !self.within_action("jsp:attribute", span) {
            if ending == Ending::Open {
                self.open(Frame::new(Element::Unknown, "jsp:attribute".into(), span, Content::Jsp));
            }
            return;
        }
        let (mut name, mut trim, mut omit) = (None, true, None);
        for (index, attribute) in raw.iter().enumerate() {
            let names = ["name", "trim", "omit"];
            match self.known_attribute(attribute, &raw[..index], "jsp:attribute", &names) {
                Some("name") => name = Some((self.literal_value(attribute), attribute.value_span)),
                Some("trim") => trim = self.boolean_value(attribute).unwrap_or(true),
                Some(_) => omit = Some(self.value(attribute, Accept::EXPRESSIONS)),
                None => {}
            }
        }
        let Some((name, name_span)) = name else {
            let diagnostic =
                self.error("page/missing-attribute", span, "<jsp:attribute> needs the attribute `name`");
            self.report(diagnostic);
            if ending == Ending::Open {
                self.open(Frame::new(Element::Unknown, "jsp:attribute".into(), span, Content::Jsp));
            }
            return;
        };
        let (prefix, name) = match name.split_once(':') {
            Some((prefix, local)) => (Some(Str::from(prefix)), Str::from(local)),
            None => (None, name),
        };
        let (content, fragment) = self.named_content(&name);
        let attribute = NamedAttribute { prefix, name, name_span, trim, omit, fragment };
        let frame = Frame::new(Element::Attribute(attribute), "jsp:attribute".into(), span, content);
        match ending {
            Ending::Closed => {
                let end = frame.body_start;
                self.finish(frame, end);
            }
            Ending::Open => self.open(frame),
        }
    }

    /// What a `jsp:attribute` of that name may hold in the innermost action, and whether it is a fragment.
    fn named_content(&mut self, name: &str) -> (Content, bool) {
        match &self.top().element {
            Element::Standard(spec) => match spec.attribute(name) {
                Some(attribute) if !attribute.computed => (Content::TextOnly, false),
                _ => (Content::Jsp, false),
            },
            Element::Custom { tag, .. } => match tag.attribute(name) {
                Some((_, attribute)) if attribute.kind == AttributeKind::Fragment => {
                    (Content::Scriptless, true)
                }
                Some((_, attribute)) if !attribute.rtexprvalue => (Content::TextOnly, false),
                _ => (Content::Jsp, false),
            },
            _ => (Content::Jsp, false),
        }
    }

    /// Takes a `jsp:attribute` that ends over into its action.
    pub(super) fn finish_named_attribute(&mut self, attribute: NamedAttribute, mut frame: Frame) {
        let span = frame.open;
        if attribute.trim
            && let Some(last) = frame.children.last_mut()
            && let NodeKind::Text(text) = &mut last.kind
        {
            let kept = text.trim_end_matches(is_space);
            if kept.is_empty() {
                frame.children.pop();
            } else {
                *text = kept.into();
            }
        }
        let value = match frame.children.as_slice() {
            _ if attribute.fragment => AttributeValue::Body(frame.children),
            [] => AttributeValue::Template(Template::default()),
            [Node { kind: NodeKind::Text(text), .. }] => {
                AttributeValue::Template(Template::text(text.clone()))
            }
            _ => AttributeValue::Body(frame.children),
        };
        let NamedAttribute { prefix, name, name_span, omit, .. } = attribute;
        if !self.accepts_named(prefix.as_deref(), &name, name_span) {
            return;
        }
        let action = self.top();
        // The action's own prefix before an attribute that it has says nothing new.
        let prefix = prefix.filter(|prefix| match &action.element {
            Element::Custom { prefix: own, tag } => own != prefix || tag.attribute(&name).is_none(),
            Element::Standard(spec) => spec.is_element(),
            _ => true,
        });
        let is_element = matches!(&action.element, Element::Standard(spec) if spec.is_element());
        let first = action.attributes.iter().find(|other| other.name == name && other.prefix == prefix);
        // `name` of jsp:element and an attribute `name` of the element that it writes are two things.
        if let Some(first) = first
            && !is_element
        {
            let first = first.span;
            self.given_twice(&name, name_span, first);
            return;
        }
        action.attributes.push(Attribute { name, prefix, value, omit, span, value_span: name_span });
    }

    /// Whether the innermost action has an attribute of that name. If not, that is reported.
    fn accepts_named(&mut self, prefix: Option<&str>, name: &str, span: Span) -> bool {
        let frame = self.top();
        match &frame.element {
            Element::Standard(spec) => {
                let spec = *spec;
                if spec.is_element()
                    || (spec.attribute(name).is_some() && prefix.is_none_or(|prefix| prefix == "jsp"))
                {
                    return true;
                }
                let owner = frame.name.clone();
                let names: Vec<Str> = spec.attributes.iter().map(|attribute| attribute.name.into()).collect();
                self.unknown_attribute(name, &owner, span, &names);
                false
            }
            Element::Custom { tag, prefix: own } => {
                let known = tag.attribute(name).is_some() && prefix.is_none_or(|prefix| prefix == own);
                if known || tag.dynamic_attributes != DynamicAttributes::No {
                    return true;
                }
                let owner = frame.name.clone();
                let names: Vec<Str> = tag.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                self.unknown_attribute(name, &owner, span, &names);
                false
            }
            _ => true,
        }
    }

    pub(super) fn open_body(&mut self, raw: &[RawAttribute<'_>], ending: Ending, span: Span) {
        self.no_attributes("jsp:body", raw);
        if !self.within_action("jsp:body", span) {
            if ending == Ending::Open {
                self.open(Frame::new(Element::Unknown, "jsp:body".into(), span, Content::Jsp));
            }
            return;
        }
        let content = self.top().content;
        let frame = Frame::new(Element::Body, "jsp:body".into(), span, content);
        match ending {
            Ending::Closed => {
                let end = frame.body_start;
                self.finish(frame, end);
            }
            Ending::Open => self.open(frame),
        }
    }
}
