//! Checks of whole pages that use a tag library (Pages 4.1, 7.4.1.2 and chapter 10: `TagLibraryValidator`).

use std::fmt;
use std::sync::Arc;

use crate::source::Place;
use crate::value::Str;

/// Looks at the XML view of every page and tag file that uses a library, once for each prefix.
///
/// ```
/// use vespid_render::registry::Registry;
/// use vespid_render::tags::{PageData, TagLibraryValidator, ValidationMessage};
///
/// struct NoScripts;
///
/// impl TagLibraryValidator for NoScripts {
///     fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage> {
///         // Any XML parser reads it; `jsp:id` tells which element a message is about.
///         let found = page.xml.contains("<jsp:scriptlet");
///         found.then(|| ValidationMessage::new("the library forbids scriptlets")).into_iter().collect()
///     }
/// }
///
/// let mut registry = Registry::new();
/// // <validator><validator-class>shop.NoScripts</validator-class></validator>
/// registry.validator("shop.NoScripts", NoScripts);
/// ```
pub trait TagLibraryValidator: Send + Sync {
    /// What is wrong with the page; nothing: the page is valid. Called on a blocking thread.
    fn validate(&self, page: &PageData<'_>) -> Vec<ValidationMessage>;
}

/// A page as a validator sees it.
#[derive(Clone, Copy, Debug)]
pub struct PageData<'a> {
    /// The prefix under which the page uses the library.
    pub prefix: &'a str,
    /// The library's URI.
    pub uri: &'a str,
    /// The context-relative path of the page or tag file.
    pub path: &'a str,
    /// The validator's `init-param`s, in order.
    pub params: &'a [(Str, Str)],
    /// The XML view: a document in which every element has a `jsp:id`.
    pub xml: &'a str,
}

impl<'a> PageData<'a> {
    /// The value of an `init-param`.
    pub fn param(&self, name: &str) -> Option<&'a str> {
        self.params.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What a validator finds wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationMessage {
    pub(crate) id: Option<Str>,
    pub(crate) message: Str,
}

impl ValidationMessage {
    /// A problem of the page as a whole, in one sentence without a full stop.
    pub fn new(message: impl Into<Str>) -> Self {
        ValidationMessage { id: None, message: message.into() }
    }

    /// It is a problem of the element with this `jsp:id`.
    #[must_use]
    pub fn at(mut self, id: impl Into<Str>) -> Self {
        self.id = Some(id.into());
        self
    }
}

/// The validator of a library, as its descriptor names it.
#[derive(Clone)]
pub struct ValidatorInfo {
    /// Its Java class.
    pub class: Str,
    /// Its `init-param`s, in order.
    pub params: Vec<(Str, Str)>,
    /// Where the descriptor says so.
    pub place: Place,
    /// The Rust type registered under that class.
    pub validator: Option<Arc<dyn TagLibraryValidator>>,
}

impl fmt::Debug for ValidatorInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValidatorInfo { class, params, validator, .. } = self;
        let known = validator.is_some();
        f.debug_struct("ValidatorInfo")
            .field("class", class)
            .field("params", params)
            .field("known", &known)
            .finish()
    }
}
