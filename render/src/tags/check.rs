//! Checks of a tag's use at translation beyond what its description says (Pages 4.1, 7.1.1.1 `TagExtraInfo` and
//! `TagLibraryValidator`).

use std::fmt;
use std::sync::Arc;

use crate::syntax::tree::Attribute;
use crate::syntax::tree::AttributeValue;
use crate::syntax::tree::Node;
use crate::value::Str;

/// A check that every use of a tag has to pass.
///
/// ```
/// use vespid_render::tags::{TagCheck, TagProblem};
///
/// let check = TagCheck::new(|tag| match (tag.literal("min"), tag.has("max")) {
///     (Some("0"), false) => Err(TagProblem::new("a minimum of 0 needs a maximum").at("min")),
///     _ => Ok(()),
/// });
/// ```
#[derive(Clone)]
pub struct TagCheck(Arc<Check>);

type Check = dyn Fn(&TagUse<'_>) -> Result<(), TagProblem> + Send + Sync;

impl TagCheck {
    /// A check by a function.
    pub fn new(check: impl Fn(&TagUse<'_>) -> Result<(), TagProblem> + Send + Sync + 'static) -> Self {
        TagCheck(Arc::new(check))
    }

    pub(crate) fn run(&self, tag: &TagUse<'_>) -> Result<(), TagProblem> {
        (self.0)(tag)
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
