//! The directives of tag files (Pages 4.1, 8.5), and the description of the tag that they make.

use super::attributes::RawAttribute;
use super::parser::Parser;
use crate::source::Span;
use crate::tags::info::AttributeInfo;
use crate::tags::info::AttributeKind;
use crate::tags::info::BodyContent;
use crate::tags::info::DynamicAttributes;
use crate::tags::info::HandlerInfo;
use crate::tags::info::TagInfo;
use crate::tags::info::Texts;
use crate::tags::info::VariableInfo;
use crate::tags::info::VariableName;
use crate::tags::info::VariableScope;
use crate::value::Str;

/// What the directives of a tag file say so far.
pub(super) struct TagParts {
    body_content: BodyContent,
    dynamic_attributes: Option<(Str, Span)>,
    /// Each with the place of its name.
    attributes: Vec<(AttributeInfo, Span)>,
    /// Each with the place of its directive.
    variables: Vec<(VariableInfo, Span)>,
}

impl Default for TagParts {
    fn default() -> Self {
        TagParts {
            body_content: BodyContent::Scriptless,
            dynamic_attributes: None,
            attributes: Vec::new(),
            variables: Vec::new(),
        }
    }
}

const TAG: [&str; 14] = [
    "display-name",
    "body-content",
    "dynamic-attributes",
    "small-icon",
    "large-icon",
    "description",
    "example",
    "language",
    "import",
    "pageEncoding",
    "isELIgnored",
    "errorOnELNotFound",
    "deferredSyntaxAllowedAsLiteral",
    "trimDirectiveWhitespaces",
];

const ATTRIBUTE: [&str; 10] = [
    "name",
    "required",
    "fragment",
    "rtexprvalue",
    "type",
    "description",
    "deferredValue",
    "deferredValueType",
    "deferredMethod",
    "deferredMethodSignature",
];

const VARIABLE: [&str; 7] =
    ["name-given", "name-from-attribute", "alias", "variable-class", "declare", "scope", "description"];

const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];

impl Parser<'_> {
    pub(super) fn tag_directive(&mut self, attributes: &[RawAttribute<'_>]) {
        for (index, raw) in attributes.iter().enumerate() {
            match self.known_attribute(raw, &attributes[..index], "tag", &TAG) {
                Some("body-content") => self.body_content(raw),
                Some(name @ "dynamic-attributes") => {
                    let value = self.literal_value(raw);
                    if self.is_first(name, &value, raw) {
                        self.tag.dynamic_attributes = Some((value, raw.value_span));
                    }
                }
                None => {}
                Some(name) => self.unit_attribute(name, raw),
            }
        }
    }

    fn body_content(&mut self, raw: &RawAttribute<'_>) {
        let value = self.literal_value(raw);
        if !self.is_first("body-content", &value, raw) {
            return;
        }
        self.tag.body_content = match value.as_str() {
            "empty" => BodyContent::Empty,
            "scriptless" => BodyContent::Scriptless,
            "tagdependent" => BodyContent::TagDependent,
            other => {
                let diagnostic = self
                    .error("page/bad-value", raw.value_span, format!("a tag file's body can't be `{other}`"))
                    .with_hint("it is `scriptless`, `empty` or `tagdependent`");
                self.report(diagnostic);
                return;
            }
        };
    }

    pub(super) fn attribute_directive(&mut self, attributes: &[RawAttribute<'_>], span: Span) {
        let mut name = None;
        let mut required = false;
        let (mut fragment, mut rtexprvalue, mut java_type) = (None, None, None);
        let (mut value, mut value_type, mut method, mut signature) = (None, None, None, None);
        for (index, raw) in attributes.iter().enumerate() {
            match self.known_attribute(raw, &attributes[..index], "attribute", &ATTRIBUTE) {
                Some("name") => name = Some((self.literal_value(raw), raw.value_span)),
                Some("required") => required = self.boolean_value(raw).unwrap_or(false),
                Some("fragment") => fragment = self.boolean_value(raw),
                Some("rtexprvalue") => rtexprvalue = self.boolean_value(raw).map(|value| (value, raw.span)),
                Some("type") => java_type = Some((self.literal_value(raw), raw.value_span, raw.span)),
                Some("deferredValue") => value = self.boolean_value(raw),
                Some("deferredValueType") => value_type = Some(self.literal_value(raw)),
                Some("deferredMethod") => method = self.boolean_value(raw),
                Some("deferredMethodSignature") => signature = Some(self.literal_value(raw)),
                _ => {}
            }
        }
        let Some((name, name_span)) = name.filter(|(name, _)| !name.is_empty()) else {
            self.directive_lacks("attribute", "name", span);
            return;
        };
        let conflict = |parser: &mut Self, place: Span, message: &str| {
            let diagnostic = parser.error("page/bad-combination", place, message);
            parser.report(diagnostic);
        };
        let fragment = fragment.unwrap_or(false);
        if fragment && let Some((.., place)) = &java_type {
            conflict(self, *place, "a fragment has no `type`");
        }
        if fragment && let Some((_, place)) = rtexprvalue {
            conflict(self, place, "a fragment has no `rtexprvalue`");
        }
        if value == Some(false) && value_type.is_some() {
            conflict(self, span, "with `deferredValueType`, `deferredValue` must not be false");
        }
        if method == Some(false) && signature.is_some() {
            conflict(self, span, "with `deferredMethodSignature`, `deferredMethod` must not be false");
        }
        let deferred = value.or(method).is_some() || value_type.is_some() || signature.is_some();
        if deferred && self.flags.early {
            let diagnostic = self
                .error("page/bad-combination", span, "tag files of this version have no deferred attributes")
                .with_hint(
                    "an implicit.tld beside the tag file, or the descriptor that names it, must say 2.1 or later",
                );
            self.report(diagnostic);
        }
        let deferred_value = value.unwrap_or(value_type.is_some());
        let deferred_method = method.unwrap_or(signature.is_some());
        if deferred_value && deferred_method {
            conflict(self, span, "an attribute is a deferred value or a deferred method, not both");
        }
        if let Some((name, place, _)) = &java_type
            && PRIMITIVES.contains(&name.as_str())
        {
            let class = match name.as_str() {
                "int" => "Integer".to_owned(),
                "char" => "Character".to_owned(),
                name => format!("{}{}", name[..1].to_ascii_uppercase(), &name[1..]),
            };
            let diagnostic = self
                .error(
                    "page/bad-value",
                    *place,
                    format!("the type of an attribute can't be the primitive `{name}`"),
                )
                .with_hint(format!("write java.lang.{class}"));
            self.report(diagnostic);
        }
        let kind = if fragment {
            AttributeKind::Fragment
        } else if deferred_value {
            AttributeKind::DeferredValue(value_type.unwrap_or_else(|| "java.lang.Object".into()))
        } else if deferred_method {
            AttributeKind::DeferredMethod(signature.unwrap_or_else(|| "void methodname()".into()))
        } else {
            AttributeKind::Value
        };
        let default_type = match kind {
            AttributeKind::Value => "java.lang.String",
            AttributeKind::Fragment => "jakarta.servlet.jsp.tagext.JspFragment",
            AttributeKind::DeferredValue(_) => "jakarta.el.ValueExpression",
            AttributeKind::DeferredMethod(_) => "jakarta.el.MethodExpression",
        };
        let info = AttributeInfo {
            name: name.clone(),
            required,
            rtexprvalue: fragment || rtexprvalue.is_none_or(|(value, _)| value),
            java_type: java_type.map_or_else(|| default_type.into(), |(name, ..)| name),
            kind,
        };
        if let Some((_, first)) = self.tag.attributes.iter().find(|(other, _)| other.name == name) {
            let diagnostic = self
                .error(
                    "page/duplicate-declaration",
                    name_span,
                    format!("the attribute `{name}` is declared twice"),
                )
                .with_related("first declared here", self.place(*first));
            self.report(diagnostic);
            return;
        }
        self.tag.attributes.push((info, name_span));
    }

    pub(super) fn variable_directive(&mut self, attributes: &[RawAttribute<'_>], span: Span) {
        let (mut given, mut from, mut alias) = (None, None, None);
        let mut java_type = Str::from("java.lang.String");
        let mut declare = true;
        let mut scope = VariableScope::Nested;
        for (index, raw) in attributes.iter().enumerate() {
            match self.known_attribute(raw, &attributes[..index], "variable", &VARIABLE) {
                Some("name-given") => given = Some(self.literal_value(raw)),
                Some("name-from-attribute") => from = Some(self.literal_value(raw)),
                Some("alias") => alias = Some(self.literal_value(raw)),
                Some("variable-class") => java_type = self.literal_value(raw),
                Some("declare") => declare = self.boolean_value(raw).unwrap_or(true),
                Some("scope") => match self.literal_value(raw).as_str() {
                    "NESTED" => scope = VariableScope::Nested,
                    "AT_BEGIN" => scope = VariableScope::AtBegin,
                    "AT_END" => scope = VariableScope::AtEnd,
                    other => {
                        let diagnostic = self
                            .error(
                                "page/bad-value",
                                raw.value_span,
                                format!("there is no scope `{other}` of variables"),
                            )
                            .with_hint("it is NESTED, AT_BEGIN or AT_END");
                        self.report(diagnostic);
                    }
                },
                _ => {}
            }
        }
        let wrong = match (&given, &from, &alias) {
            (Some(_), Some(_), _) => Some("a variable has `name-given` or `name-from-attribute`, not both"),
            (None, None, _) => Some("a variable needs `name-given` or `name-from-attribute`"),
            (_, Some(_), None) => Some("with `name-from-attribute` a variable needs an `alias`"),
            (Some(_), _, Some(_)) => Some("`alias` goes with `name-from-attribute` only"),
            _ => None,
        };
        if let Some(message) = wrong {
            let diagnostic = self.error("page/bad-combination", span, message);
            self.report(diagnostic);
        }
        let name = match (given, from) {
            (Some(name), _) => VariableName::Given(name),
            (None, Some(attribute)) => VariableName::FromAttribute { attribute, alias },
            (None, None) => return,
        };
        if let Some((_, first)) = self.tag.variables.iter().find(|(other, _)| same_name(&other.name, &name)) {
            let diagnostic = self
                .error("page/duplicate-declaration", span, "this variable is declared twice")
                .with_related("first declared here", self.place(*first));
            self.report(diagnostic);
            return;
        }
        self.tag.variables.push((VariableInfo { name, java_type, declare, scope }, span));
    }

    /// The tag that the tag file at `path` is. Checks what only all directives together tell.
    pub(super) fn tag_info(&mut self, path: &str) -> TagInfo {
        let parts = std::mem::take(&mut self.tag);
        self.check_names(&parts);
        let text = |name: &str| self.directives.given.get(name).map(|(text, _)| text.clone());
        let texts = Texts {
            description: text("description"),
            display_name: text("display-name"),
            small_icon: text("small-icon"),
            large_icon: text("large-icon"),
            ..Texts::default()
        };
        let file = path.rsplit('/').next().unwrap_or(path);
        TagInfo {
            name: file.rsplit_once('.').map_or(file, |(stem, _)| stem).into(),
            handler: HandlerInfo::TagFile(path.into()),
            body_content: parts.body_content,
            attributes: parts.attributes.into_iter().map(|(attribute, _)| attribute).collect(),
            variables: parts.variables.into_iter().map(|(variable, _)| variable).collect(),
            dynamic_attributes: parts
                .dynamic_attributes
                .map_or(DynamicAttributes::No, |(name, _)| DynamicAttributes::Variable(name)),
            deferred_is_text: self.deferred_is_text(path),
            extra_class: None,
            check: None,
            texts,
        }
    }

    /// All names within a tag file differ: attributes, variables, aliases, the map of dynamic attributes
    /// (Pages 4.1, 8.5, validity constraints of 1.3.10.1).
    fn check_names(&mut self, parts: &TagParts) {
        let attribute = |name: &str| parts.attributes.iter().find(|(attribute, _)| attribute.name == name);
        for (variable, span) in &parts.variables {
            let (own, source) = match &variable.name {
                VariableName::Given(name) => (Some(name), None),
                VariableName::FromAttribute { attribute, alias } => (alias.as_ref(), Some(attribute)),
            };
            if let Some(name) = own {
                let other = attribute(name).map(|(_, place)| *place).or_else(|| {
                    parts
                        .variables
                        .iter()
                        .find(|(other, _)| !std::ptr::eq(other, variable) && own_name(other) == Some(name))
                        .map(|(_, place)| *place)
                });
                if let Some(other) = other {
                    self.clash(name, *span, other);
                }
            }
            let Some(source) = source else { continue };
            let message = match attribute(source) {
                None => format!("there is no attribute `{source}` to name this variable"),
                Some((info, _))
                    if info.java_type != "java.lang.String" || !info.required || info.rtexprvalue =>
                {
                    format!(
                        "the attribute `{source}`, which names this variable, must be a String, required, and no rtexprvalue"
                    )
                }
                Some(_) => continue,
            };
            let diagnostic = self.error("page/bad-combination", *span, message).with_hint(format!(
                "<%@ attribute name=\"{source}\" required=\"true\" rtexprvalue=\"false\" %>"
            ));
            self.report(diagnostic);
        }
        if let Some((name, span)) = &parts.dynamic_attributes {
            let variable = parts.variables.iter().find(|(other, _)| own_name(other) == Some(name));
            let other =
                attribute(name).map(|(_, place)| *place).or_else(|| variable.map(|(_, place)| *place));
            if let Some(other) = other {
                self.clash(name, *span, other);
            }
        }
    }

    fn clash(&mut self, name: &str, span: Span, other: Span) {
        let diagnostic = self
            .error(
                "page/duplicate-declaration",
                span,
                format!("`{name}` is the name of something else already"),
            )
            .with_related("declared here", self.place(other));
        self.report(diagnostic);
    }
}

/// The name that a variable has within the tag file.
fn own_name(variable: &VariableInfo) -> Option<&Str> {
    match &variable.name {
        VariableName::Given(name) => Some(name),
        VariableName::FromAttribute { alias, .. } => alias.as_ref(),
    }
}

fn same_name(a: &VariableName, b: &VariableName) -> bool {
    match (a, b) {
        (VariableName::Given(a), VariableName::Given(b)) => a == b,
        (
            VariableName::FromAttribute { attribute: a, .. },
            VariableName::FromAttribute { attribute: b, .. },
        ) => a == b,
        _ => false,
    }
}
