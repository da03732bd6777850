//! Custom actions (Pages 4.1, chapter 7): the tag, its attributes, its body.

use std::sync::Arc;

use super::attributes::Ending;
use super::attributes::Owner;
use super::attributes::RawAttribute;
use super::cursor::Cursor;
use super::cursor::is_space;
use super::elements::Content;
use super::elements::Element;
use super::elements::Frame;
use super::elements::Item;
use super::parser::Parser;
use super::tree::Attribute;
use super::tree::AttributeValue;
use super::tree::CustomAction;
use super::tree::Node;
use super::tree::NodeKind;
use super::values::Accept;
use crate::diagnostic::closest;
use crate::diagnostic::did_you_mean;
use crate::script::ExtraFound;
use crate::script::ExtraUse;
use crate::source::Span;
use crate::tags::TagUse;
use crate::tags::info::AttributeKind;
use crate::tags::info::BodyContent;
use crate::tags::info::DynamicAttributes;
use crate::tags::info::LibraryInfo;
use crate::tags::info::TagInfo;
use crate::value::Str;

impl Parser<'_> {
    /// Reads the start tag of a custom action, and all of it if it is empty.
    pub(super) fn custom(&mut self, cursor: &mut Cursor<'_>, prefix: &str, local: &str) {
        let start = cursor.at;
        cursor.at += 1;
        // Where Tomcat minds no white space, pages have it.
        cursor.skip_space();
        let name_start = cursor.at;
        cursor.at += ":".len() + prefix.len() + local.len();
        let name = Str::from(&cursor.text[name_start..cursor.at]);
        let name_span = Span::new(cursor.file, name_start, cursor.at);
        let (raw, ending) = self.attributes(cursor, start, &format!("<{name}>"), Owner::Tag);
        let span = cursor.span(start);
        let library = self.prefixes.get(prefix).and_then(|prefix| prefix.library.clone());
        let tag = library.and_then(|library| self.tag(&library, prefix, local, name_span));
        self.view_action(&name, &raw, ending, span, |parser| {
            parser.custom_tag(prefix, tag, name.clone(), &raw, ending, span);
        });
        if ending == Ending::Open && self.top().content == Content::TagDependent {
            let inside = cursor.rest().trim_start_matches(is_space);
            if !(inside.starts_with("<jsp:attribute") || inside.starts_with("<jsp:body")) {
                self.raw_body(cursor);
            }
        }
    }

    /// Takes the start tag of a custom action; without a `tag` it was reported. One that is not closed opens an
    /// element.
    pub(super) fn custom_tag(
        &mut self,
        prefix: &str,
        tag: Option<Arc<TagInfo>>,
        name: Str,
        raw: &[RawAttribute<'_>],
        ending: Ending,
        span: Span,
    ) {
        self.admit(Item::Action, span);
        let Some(tag) = tag else {
            if ending == Ending::Open {
                self.open(Frame::new(Element::Unknown, name, span, Content::Jsp));
            }
            return;
        };
        let content = match tag.body_content {
            BodyContent::Empty => Content::Empty,
            BodyContent::Jsp => Content::Jsp,
            BodyContent::Scriptless => Content::Scriptless,
            BodyContent::TagDependent => Content::TagDependent,
        };
        let attributes = self.custom_attributes(prefix, &tag, &name, raw);
        let element = Element::Custom { prefix: prefix.into(), tag };
        let mut frame = Frame::new(element, name, span, content);
        frame.attributes = attributes;
        match ending {
            Ending::Closed => {
                let end = frame.body_start;
                self.finish(frame, end);
            }
            Ending::Open => self.open(frame),
        }
    }

    /// The tag of a library. `None`: it has none of that name, which is reported.
    pub(super) fn tag(
        &mut self,
        library: &LibraryInfo,
        prefix: &str,
        local: &str,
        span: Span,
    ) -> Option<Arc<TagInfo>> {
        let tag = library.tag(local).cloned();
        if tag.is_none() && self.unknown_tags.insert(format!("{prefix}:{local}").into()) {
            let names = library.tags.iter().map(|tag| tag.name.as_str());
            let hint = closest(local, names).map(|name| format!("did you mean <{prefix}:{name}>?"));
            let message = format!("the library {} has no tag `{local}`", library.uri);
            let diagnostic = self.error("page/unknown-tag", span, message).with_hint_if(hint);
            self.report(diagnostic);
        }
        tag
    }

    fn custom_attributes(
        &mut self,
        own_prefix: &str,
        tag: &TagInfo,
        tag_name: &str,
        raw: &[RawAttribute<'_>],
    ) -> Vec<Attribute> {
        let mut attributes = Vec::with_capacity(raw.len());
        for (index, raw_attribute) in raw.iter().enumerate() {
            let RawAttribute { name, span, value_span, .. } = *raw_attribute;
            if let Some(first) = raw[..index].iter().find(|other| other.name == name) {
                self.given_twice(name, span, first.span);
                continue;
            }
            let (prefix, local) = raw_attribute.split_name();
            if let Some(prefix) = prefix
                && !self.in_document
                && self.prefixes.get(prefix).is_none()
            {
                let message = format!("the prefix of the attribute `{name}` is not declared");
                let diagnostic = self.error("page/undeclared-prefix", span, message);
                self.report(diagnostic);
                continue;
            }
            let known = tag.attribute(local).filter(|_| prefix.is_none_or(|prefix| prefix == own_prefix));
            if known.is_none() && tag.dynamic_attributes == DynamicAttributes::No {
                let names: Vec<Str> = tag.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                self.unknown_attribute(name, tag_name, span, &names);
                continue;
            }
            let info = known.map(|(_, info)| info);
            if info.is_some_and(|info| info.kind == AttributeKind::Fragment) {
                let message = format!("`{name}` is a fragment, which is given by `jsp:attribute`");
                let diagnostic = self.error("page/fragment-attribute", span, message).with_hint(format!(
                    "<jsp:attribute name=\"{name}\">…</jsp:attribute> in the body of <{tag_name}>"
                ));
                self.report(diagnostic);
                continue;
            }
            let value = self.value(raw_attribute, Accept::of(tag, info));
            let prefix = prefix.filter(|_| known.is_none()).map(Str::from);
            attributes.push(Attribute { name: local.into(), prefix, value, omit: None, span, value_span });
        }
        attributes
    }

    /// Reports an attribute that a tag does not have.
    pub(super) fn unknown_attribute(&mut self, name: &str, tag_name: &str, span: Span, names: &[Str]) {
        let hint = did_you_mean(name, names.iter().map(Str::as_str)).or_else(|| {
            let all = names.iter().take(12).map(Str::as_str).collect::<Vec<_>>().join(", ");
            Some(if names.is_empty() { "it has no attributes".into() } else { format!("it has {all}") })
        });
        let message = format!("<{tag_name}> has no attribute `{name}`");
        let diagnostic = self.error("page/unknown-attribute", span, message).with_hint_if(hint);
        self.report(diagnostic);
    }

    /// Checks a custom action that ends and makes a node of it.
    pub(super) fn finish_custom(
        &mut self,
        prefix: Str,
        tag: Arc<TagInfo>,
        frame: Frame,
        body: Option<Vec<Node>>,
    ) {
        let given =
            |name: &str| frame.attributes.iter().any(|given| given.prefix.is_none() && given.name == name);
        let lacking = tag.attributes.iter().filter(|attribute| attribute.required && !given(&attribute.name));
        let names: Vec<String> = lacking.map(|attribute| format!("`{}`", attribute.name)).collect();
        if let [first, rest @ ..] = names.as_slice() {
            let message = match rest {
                [] => format!("<{}> needs the attribute {first}", frame.name),
                _ => format!("<{}> needs the attributes {}", frame.name, names.join(", ")),
            };
            let diagnostic = self.error("page/missing-attribute", frame.open, message);
            self.report(diagnostic);
        }
        self.check_use(&tag, &frame, body.as_deref());
        let extra = self.look_at_use(&prefix, &tag, &frame);
        let span = frame.open;
        let action = CustomAction { prefix, tag, attributes: frame.attributes, body, extra };
        self.push(Node { kind: NodeKind::Custom(action), span });
    }

    /// Lets a class of the application's sources look at the use of a tag.
    fn look_at_use(&mut self, prefix: &Str, tag: &TagInfo, frame: &Frame) -> Option<ExtraFound> {
        let class = tag.extra_class.as_ref().filter(|_| tag.check.is_none())?;
        // Once is enough: a page is read again for its XML view.
        if self.view.is_some() || self.surveying {
            return None;
        }
        let attributes = frame.attributes.iter().map(|attribute| {
            let value = match &attribute.value {
                AttributeValue::Template(template) => template.as_text().map(Str::from),
                AttributeValue::Scripting(_) | AttributeValue::Body(_) => None,
            };
            (attribute.name.clone(), value)
        });
        let used =
            ExtraUse { prefix, tag, libraries: &self.prefixes.libraries(), attributes: attributes.collect() };
        let found = match self.host.look_at_tag(class, &used)? {
            Ok(found) => found,
            Err(error) => {
                let message = format!("{class} failed: {}: {error}", error.class_name());
                let diagnostic = self.error("page/tag-use", frame.open, message);
                self.report(diagnostic);
                return Some(ExtraFound::default());
            }
        };
        for problem in &found.problems {
            let diagnostic = self
                .error("page/tag-use", frame.open, problem.message.clone())
                .with_hint(format!("this is what {class} asks of <{}>", frame.name));
            self.report(diagnostic);
        }
        if !tag.variables.is_empty() && !found.variables.is_empty() {
            self.named_twice(frame);
        }
        Some(found)
    }

    fn named_twice(&mut self, frame: &Frame) {
        let message = format!("both the description of <{}> and its `tei-class` name variables", frame.name);
        let diagnostic = self
            .error("page/tag-use", frame.open, message)
            .with_hint("take the `variable` elements out of its descriptor");
        self.report(diagnostic);
    }

    /// Lets the tag's own check look at its use.
    fn check_use(&mut self, tag: &TagInfo, frame: &Frame, body: Option<&[Node]>) {
        let Some(check) = &tag.check else { return };
        let used = TagUse { name: &frame.name, attributes: &frame.attributes, body };
        for problem in check.validate(&used) {
            let place = problem.attribute.as_deref().and_then(|name| used.find(name));
            let span = place.map_or(frame.open, |attribute| attribute.span);
            let diagnostic = self.error("page/tag-use", span, problem.message).with_hint_if(problem.hint);
            self.report(diagnostic);
        }
        if !tag.variables.is_empty() && !check.variables(&used).is_empty() {
            self.named_twice(frame);
        }
    }
}
