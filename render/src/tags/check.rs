//! What is known of a tag's use at translation beyond its description (Pages 4.1, 7.4.1.3: `TagExtraInfo`).

use std::fmt;
use std::sync::Arc;

use super::info::VariableInfo;
use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::Node;
use crate::syntax::tree::NodeKind;
use crate::value::Str;

/// What a tag's description does not say: further checks of its use, and variables that depend on its attributes.
///
/// A function that takes a [`TagUse`] is one that only checks.
///
/// ```
/// use vespid_render::registry::Registry;
/// use vespid_render::tags::{TagProblem, TagUse};
///
/// let mut registry = Registry::new();
/// // <tei-class>shop.RangeInfo</tei-class>
/// registry.extra_info("shop.RangeInfo", |tag: &TagUse<'_>| match (tag.literal("min"), tag.has("max")) {
///     (Some("0"), false) => Err(TagProblem::new("a minimum of 0 needs a maximum").at("min")),
///     _ => Ok(()),
/// });
/// ```
pub trait TagExtraInfo: Send + Sync {
    /// What is wrong with a use of the tag (`TagExtraInfo.validate`).
    fn validate(&self, tag: &TagUse<'_>) -> Vec<TagProblem> {
        let _ = tag;
        Vec::new()
    }

    /// The variables that this use of the tag defines (`TagExtraInfo.getVariableInfo`). A tag that has some must have
    /// none in its description.
    fn variables(&self, tag: &TagUse<'_>) -> Vec<VariableInfo> {
        let _ = tag;
        Vec::new()
    }
}

impl<F: Fn(&TagUse<'_>) -> Result<(), TagProblem> + Send + Sync> TagExtraInfo for F {
    fn validate(&self, tag: &TagUse<'_>) -> Vec<TagProblem> {
        self(tag).err().into_iter().collect()
    }
}

/// The [`TagExtraInfo`] of a tag.
#[derive(Clone)]
pub struct TagCheck(Arc<dyn TagExtraInfo>);

impl TagCheck {
    /// Checks every use of a tag.
    pub fn new(info: impl TagExtraInfo + 'static) -> Self {
        TagCheck(Arc::new(info))
    }

    pub(crate) fn validate(&self, tag: &TagUse<'_>) -> Vec<TagProblem> {
        self.0.validate(tag)
    }

    pub(crate) fn variables(&self, tag: &TagUse<'_>) -> Vec<VariableInfo> {
        self.0.variables(tag)
    }
}

impl fmt::Debug for TagCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TagCheck")
    }
}

/// A tag as a page uses it (`TagData`).
pub struct TagUse<'a> {
    pub(crate) name: &'a str,
    pub(crate) attributes: &'a [Attribute],
    pub(crate) body: Option<&'a [Node]>,
}

impl<'a> TagUse<'a> {
    /// Its name as the page writes it: `sql:query`.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether the attribute is given.
    pub fn has(&self, attribute: &str) -> bool {
        self.find(attribute).is_some()
    }

    /// The attribute's value, where it is known at translation; `None` also where it is not given.
    pub fn literal(&self, attribute: &str) -> Option<&'a str> {
        match &self.find(attribute)?.value {
            AttributeValue::Template(template) => template.as_text(),
            AttributeValue::Scripting(_) | AttributeValue::Body(_) => None,
        }
    }

    /// Whether it has a body, be it blank.
    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Whether its body holds more than blanks.
    pub(crate) fn has_content(&self) -> bool {
        self.body.is_some_and(|body| {
            body.iter().any(|node| !matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty()))
        })
    }

    pub(crate) fn find(&self, name: &str) -> Option<&'a Attribute> {
        self.attributes.iter().find(|attribute| attribute.prefix.is_none() && attribute.name == name)
    }
}

/// What a check finds wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagProblem {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) attribute: Option<Str>,
}

impl TagProblem {
    /// A problem of the tag, in one sentence without a full stop.
    pub fn new(message: impl Into<String>) -> Self {
        TagProblem { message: message.into(), hint: None, attribute: None }
    }

    /// It lies in that attribute.
    #[must_use]
    pub fn at(mut self, attribute: impl Into<Str>) -> Self {
        self.attribute = Some(attribute.into());
        self
    }

    /// How to mend it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
