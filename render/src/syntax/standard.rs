//! Standard actions (Pages 4.1, chapter 5).

use super::UnitKind;
use super::attributes::Ending;
use super::attributes::Owner;
use super::attributes::RawAttribute;
use super::cursor::Cursor;
use super::elements::Content;
use super::elements::Element;
use super::elements::Frame;
use super::elements::Item;
use super::parser::Parser;
use super::tree::Attribute;
use super::tree::AttributeValue;
use super::tree::Node;
use super::tree::NodeKind;
use super::tree::Standard;
use super::tree::StandardAction;
use super::values::Accept;
use crate::diagnostic::did_you_mean;
use crate::el::ast::Template;
use crate::source::Span;
use crate::value::Str;

/// A standard action as the specification describes it (Pages 4.1, table "Valid body content and attributes for
/// Standard Actions").
#[derive(Clone, Copy, Debug)]
pub(super) struct ActionSpec {
    pub(super) name: &'static str,
    action: Standard,
    pub(super) attributes: &'static [AttributeSpec],
    body: Content,
    tag_files_only: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeSpec {
    pub(super) name: &'static str,
    required: bool,
    /// Whether its value may be computed.
    pub(super) computed: bool,
}

const fn needs(name: &'static str) -> AttributeSpec {
    AttributeSpec { name, required: true, computed: false }
}

const fn takes(name: &'static str) -> AttributeSpec {
    AttributeSpec { name, required: false, computed: false }
}

const fn computed(spec: AttributeSpec) -> AttributeSpec {
    AttributeSpec { computed: true, ..spec }
}

const fn action(
    name: &'static str,
    action: Standard,
    body: Content,
    attributes: &'static [AttributeSpec],
) -> ActionSpec {
    ActionSpec { name, action, attributes, body, tag_files_only: false }
}

const fn in_tag_files(spec: ActionSpec) -> ActionSpec {
    ActionSpec { tag_files_only: true, ..spec }
}

static ACTIONS: [ActionSpec; 9] = [
    action(
        "useBean",
        Standard::UseBean,
        Content::Jsp,
        &[needs("id"), takes("scope"), takes("class"), takes("type"), computed(takes("beanName"))],
    ),
    action(
        "setProperty",
        Standard::SetProperty,
        Content::Empty,
        &[needs("name"), needs("property"), takes("param"), computed(takes("value"))],
    ),
    action("getProperty", Standard::GetProperty, Content::Empty, &[needs("name"), needs("property")]),
    action("include", Standard::Include, Content::Params, &[computed(needs("page")), takes("flush")]),
    action("forward", Standard::Forward, Content::Params, &[computed(needs("page"))]),
    action("param", Standard::Param, Content::Empty, &[needs("name"), computed(needs("value"))]),
    in_tag_files(action(
        "invoke",
        Standard::Invoke,
        Content::Empty,
        &[needs("fragment"), takes("var"), takes("varReader"), takes("scope")],
    )),
    in_tag_files(action(
        "doBody",
        Standard::DoBody,
        Content::Empty,
        &[takes("var"), takes("varReader"), takes("scope")],
    )),
    action("element", Standard::Element, Content::Jsp, &[computed(needs("name"))]),
];

/// Actions that are no entries of the table.
const OTHERS: [&str; 6] = ["attribute", "body", "text", "declaration", "scriptlet", "expression"];

impl ActionSpec {
    /// What it says of an attribute. `jsp:element` writes what it is not told of as attributes of its own.
    pub(super) fn attribute(&self, name: &str) -> Option<&'static AttributeSpec> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    pub(super) fn is_element(&self) -> bool {
        self.action == Standard::Element
    }
}

impl Parser<'_> {
    /// Reads the start tag of a standard action, and all of it if it is empty.
    pub(super) fn standard(&mut self, cursor: &mut Cursor<'_>, local: &str) {
        let start = cursor.at;
        cursor.at += "<jsp:".len() + local.len();
        let name = Str::from(&cursor.text[start + 1..cursor.at]);
        let (raw, ending) = self.attributes(cursor, start, &format!("<{name}>"), Owner::Tag);
        let span = cursor.span(start);
        if local == "text" {
            self.no_attributes(&name, &raw);
            if ending == Ending::Open {
                self.text_element(cursor, span);
            }
            return;
        }
        self.view_action(&name, &raw, ending, span, |parser| {
            parser.standard_tag(local, name.clone(), &raw, ending, span);
        });
        if ending == Ending::Closed {
            return;
        }
        let frame = self.top();
        match &frame.element {
            Element::Attribute(attribute) if attribute.trim => {
                cursor.skip_space();
            }
            Element::Body if frame.content == Content::TagDependent => self.raw_body(cursor),
            _ => {}
        }
    }

    /// Takes the start tag of a standard action, other than `jsp:text`. One that is not closed opens an element.
    pub(super) fn standard_tag(
        &mut self,
        local: &str,
        name: Str,
        raw: &[RawAttribute<'_>],
        ending: Ending,
        span: Span,
    ) {
        match local {
            "attribute" => return self.open_named_attribute(raw, ending, span),
            "body" => return self.open_body(raw, ending, span),
            _ => {}
        }
        let item = if local == "param" { Item::Param } else { Item::Action };
        self.admit(item, span);
        let Some(spec) = ACTIONS.iter().find(|spec| spec.name == local) else {
            return self.unknown_action(local, name, ending, span);
        };
        if spec.tag_files_only && self.kind == UnitKind::Page {
            let diagnostic = self
                .error("page/misplaced-action", span, format!("<{name}> can stand only in tag files"))
                .with_hint("a page has no body and no fragments of a caller");
            self.report(diagnostic);
        }
        let mut frame = Frame::new(Element::Standard(spec), name, span, spec.body);
        for (index, raw_attribute) in raw.iter().enumerate() {
            if let Some(first) = raw[..index].iter().find(|other| other.name == raw_attribute.name) {
                self.given_twice(raw_attribute.name, raw_attribute.span, first.span);
                continue;
            }
            let attribute = self.standard_attribute(spec, raw_attribute);
            frame.attributes.extend(attribute);
        }
        match ending {
            Ending::Closed => {
                let end = frame.body_start;
                self.finish(frame, end);
            }
            Ending::Open => self.open(frame),
        }
    }

    fn standard_attribute(&mut self, spec: &ActionSpec, raw: &RawAttribute<'_>) -> Option<Attribute> {
        let (prefix, local) = raw.split_name();
        let known = spec.attribute(raw.name);
        let value = match known {
            Some(attribute) if attribute.computed => self.value(raw, Accept::EXPRESSIONS),
            None if spec.is_element() => self.value(raw, Accept::EXPRESSIONS),
            Some(_) if spec.action == Standard::Param => self.value(raw, Accept::LITERAL),
            Some(_) => self.plain_value(raw),
            None => {
                let message = format!("<jsp:{}> has no attribute `{}`", spec.name, raw.name);
                let hint = did_you_mean(raw.name, spec.attributes.iter().map(|attribute| attribute.name));
                let diagnostic = self.error("page/unknown-attribute", raw.span, message).with_hint_if(hint);
                self.report(diagnostic);
                return None;
            }
        };
        Some(Attribute {
            name: if prefix.is_some() { raw.name } else { local }.into(),
            prefix: None,
            value,
            omit: None,
            span: raw.span,
            value_span: raw.value_span,
        })
    }

    /// The value of an attribute of a standard action that must be known at translation. What looks like an expression
    /// in it is text, as in Tomcat.
    fn plain_value(&mut self, raw: &RawAttribute<'_>) -> AttributeValue {
        if !raw.scripting && !self.flags.el_ignored && raw.value.contains("${") {
            let message = format!("`{}` takes no expression; this is used as it is written", raw.name);
            let diagnostic = self.warning("page/not-literal", raw.value_span, message);
            self.report(diagnostic);
        }
        AttributeValue::Template(Template::text(self.literal_value(raw)))
    }

    fn unknown_action(&mut self, local: &str, name: Str, ending: Ending, span: Span) {
        let diagnostic = match local {
            "plugin" | "params" | "fallback" => self
                .error("page/unknown-action", span, format!("<{name}> was removed in Pages 4.0"))
                .with_hint("browsers have no plug-ins any more; remove it"),
            "root" | "output" => self
                .error("page/unknown-action", span, format!("<{name}> can stand only in files in XML syntax"))
                .with_hint("remove it"),
            _ => {
                let names = ACTIONS.iter().map(|spec| spec.name).chain(OTHERS);
                let hint = did_you_mean(local, names).map(|hint| {
                    hint.replace('`', "").replacen("mean ", "mean <jsp:", 1).replacen('?', ">?", 1)
                });
                self.error("page/unknown-action", span, format!("there is no standard action <{name}>"))
                    .with_hint_if(hint)
            }
        };
        self.report(diagnostic);
        if ending == Ending::Open {
            self.open(Frame::new(Element::Unknown, name, span, Content::Jsp));
        }
    }

    /// Reports attributes of an action that takes none.
    pub(super) fn no_attributes(&mut self, name: &str, raw: &[RawAttribute<'_>]) {
        if let Some(first) = raw.first() {
            let message = format!("<{name}> has no attributes");
            let diagnostic = self.error("page/unknown-attribute", first.span, message);
            self.report(diagnostic);
        }
    }

    /// Checks a standard action that ends and makes a node of it.
    pub(super) fn finish_standard(&mut self, spec: &'static ActionSpec, frame: Frame, body: Vec<Node>) {
        let lacking = spec.attributes.iter().find(|attribute| {
            attribute.required && !frame.attributes.iter().any(|given| given.name == attribute.name)
        });
        if let Some(lacking) = lacking {
            let message = format!("<{}> needs the attribute `{}`", frame.name, lacking.name);
            let diagnostic = self.error("page/missing-attribute", frame.open, message);
            self.report(diagnostic);
        } else {
            self.check_combination(spec, &frame);
        }
        let span = frame.open;
        let action = StandardAction { action: spec.action, attributes: frame.attributes, body };
        self.push(Node { kind: NodeKind::Standard(action), span });
    }

    /// What the table of the specification says of attributes that exclude or need each other.
    fn check_combination(&mut self, spec: &ActionSpec, frame: &Frame) {
        let given = |name: &str| frame.attributes.iter().find(|attribute| attribute.name == name);
        let text = |name: &str| match given(name).map(|attribute| &attribute.value) {
            Some(AttributeValue::Template(template)) => template.as_text().map(Str::from),
            _ => None,
        };
        let both = |a, b| given(a).and(given(b)).map(|second| second.span);
        let wrong: Option<(Span, &str, &str)> = match spec.action {
            Standard::UseBean if given("class").is_none() && given("type").is_none() => Some((
                frame.open,
                "<jsp:useBean> needs a `class` or a `type`",
                "class=\"…\" names the class of the bean",
            )),
            Standard::UseBean => both("class", "beanName").map(|span| {
                (span, "<jsp:useBean> has a `class` or a `beanName`, not both", "`beanName` goes with `type`")
            }),
            Standard::SetProperty if text("property").as_deref() == Some("*") => {
                given("param").or(given("value")).map(|other| {
                    (
                        other.span,
                        "property=\"*\" sets properties from all parameters of the request",
                        "leave this out",
                    )
                })
            }
            Standard::SetProperty => both("param", "value").map(|span| {
                (span, "<jsp:setProperty> has a `param` or a `value`, not both", "leave one of them out")
            }),
            Standard::Invoke | Standard::DoBody => both("var", "varReader")
                .map(|span| {
                    (span, "an action has a `var` or a `varReader`, not both", "leave one of them out")
                })
                .or_else(|| {
                    let scope =
                        given("scope").filter(|_| given("var").is_none() && given("varReader").is_none())?;
                    Some((
                        scope.span,
                        "`scope` goes with `var` or `varReader`",
                        "say which variable has this scope",
                    ))
                }),
            _ => None,
        };
        if let Some((span, message, hint)) = wrong {
            let diagnostic = self.error("page/bad-combination", span, message).with_hint(hint);
            self.report(diagnostic);
        }
        if let (Some(scope), Some(value)) = (given("scope"), text("scope"))
            && !matches!(value.as_str(), "page" | "request" | "session" | "application")
        {
            let hint = did_you_mean(&value, ["page", "request", "session", "application"])
                .unwrap_or_else(|| "it is page, request, session or application".into());
            let diagnostic = self
                .error("page/bad-value", scope.value_span, format!("there is no scope `{value}`"))
                .with_hint(hint);
            self.report(diagnostic);
        }
        if let (Some(flush), Some(value)) = (given("flush"), text("flush"))
            && !matches!(value.as_str(), "true" | "false")
        {
            // Tomcat takes anything, and some pages have an empty one.
            let message = format!("`flush` is true or false; `{value}` means false");
            let diagnostic = self.warning("page/bad-value", flush.value_span, message);
            self.report(diagnostic);
        }
        if spec.action == Standard::UseBean
            && let Some(scope) = given("scope")
            && text("scope").as_deref() == Some("session")
        {
            self.session_beans.push(scope.span);
        }
        if spec.action == Standard::UseBean
            && let (Some(id), Some(name)) = (given("id"), text("id"))
            && let Some(first) = self.bean_ids.insert(name.clone(), id.value_span)
        {
            let diagnostic = self
                .error(
                    "page/duplicate-declaration",
                    id.value_span,
                    format!("the bean `{name}` is declared twice"),
                )
                .with_related("first declared here", self.place(first))
                .with_hint("after the first <jsp:useBean> the bean can be used everywhere below");
            self.report(diagnostic);
        }
    }
}
