//! Tag handlers written in Rust: the two shapes and what they see of the page.
//!
//! A [`Tag`] is stepwise (start, after body, end): it covers conditions, loops and buffering and never allocates a
//! future. An [`AsyncTag`] owns its [`PageHandle`] while it runs and may await and invoke its body any number of times.
//! Both get their attributes through [`TagAttributes`], which `#[derive(Tag)]` writes.

use std::future::Future;
use std::pin::Pin;

use crate::Result;
use crate::error::Error;
use crate::machine::PageHandle;
use crate::machine::TagContext;
use crate::value::Value;

/// What is known of a tag attribute of a Rust tag handler.
#[derive(Clone, Copy, Debug)]
pub struct TagAttribute {
    /// The name in the page.
    pub name: &'static str,
    /// The Java type that stands in a generated description.
    pub java_type: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// Whether it takes a fragment.
    pub fragment: bool,
    /// Whether it is given the tag's id in place of something of the page (`JspIdConsumer`).
    pub jsp_id: bool,
}

/// The attributes of a tag handler; written by `#[derive(Tag)]`.
pub trait TagAttributes: Default + Send + 'static {
    /// The Java class name under which descriptors name the handler.
    fn tag_class() -> &'static str;

    /// The attributes, in the order of their indices.
    fn attributes() -> &'static [TagAttribute];

    /// Sets the attribute with that index, with EL's coercion to its type. The value may be taken away.
    ///
    /// # Errors
    /// `ELException` where the value can't be coerced.
    fn set_attribute(&mut self, index: usize, value: &mut Value) -> Result<()>;

    /// Takes an attribute that is not declared (Pages 4.1, 7.1.1.2 "Dynamic Attributes").
    ///
    /// # Errors
    /// By default a `JspException`: the tag has no such attribute.
    fn set_dynamic_attribute(&mut self, name: &str, value: Value) -> Result<()> {
        let _ = value;
        Err(Error::jsp(format!("the tag has no attribute '{name}'")))
    }
}

/// What to do after the start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Leave the body out.
    SkipBody,
    /// Evaluate the body into the current output.
    EvalBody,
    /// Evaluate the body into a buffer that the tag reads with [`TagContext::body_text`].
    EvalBodyBuffered,
}

/// What to do after the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterBody {
    /// Go on with the end tag.
    Done,
    /// Evaluate the body once more.
    Again,
}

/// What to do after the end tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Go on with the page.
    EvalPage,
    /// Leave out the rest of the page.
    SkipPage,
}

/// A stepwise tag handler (Pages 4.1, 7.1.2: `Tag`, `IterationTag`, `BodyTag`, `TryCatchFinally` in one).
///
/// ```
/// use vespid_render::tags::{Start, Tag};
/// use vespid_render::{Result, machine::TagContext};
///
/// /// Evaluates its body if the test holds.
/// #[derive(Default, vespid_render::Tag)]
/// #[tag(class = "shop.ShowTag")]
/// struct Show {
///     #[attribute(required)]
///     when: bool,
/// }
///
/// impl Tag for Show {
///     fn start(&mut self, _page: &mut TagContext<'_>) -> Result<Start> {
///         Ok(if self.when { Start::EvalBody } else { Start::SkipBody })
///     }
/// }
/// ```
pub trait Tag: TagAttributes {
    /// The start tag; all attributes are set.
    ///
    /// # Errors
    /// What the tag reports; the page ends with it unless something catches it.
    fn start(&mut self, page: &mut TagContext<'_>) -> Result<Start>;

    /// After each evaluation of the body.
    ///
    /// # Errors
    /// What the tag reports.
    fn after_body(&mut self, page: &mut TagContext<'_>) -> Result<AfterBody> {
        let _ = page;
        Ok(AfterBody::Done)
    }

    /// The end tag. A buffered body is read here; what the tag writes goes to the output around it.
    ///
    /// # Errors
    /// What the tag reports.
    fn end(&mut self, page: &mut TagContext<'_>) -> Result<End> {
        let _ = page;
        Ok(End::EvalPage)
    }

    /// An error came out of the body or of this tag; giving it back lets it go on, `Ok` ends the tag quietly.
    ///
    /// # Errors
    /// The error itself, or another one in its place.
    fn catch(&mut self, error: Error, page: &mut TagContext<'_>) -> Result<()> {
        let _ = page;
        Err(error)
    }

    /// Always called last, whether all went well or not.
    fn finally(&mut self, page: &mut TagContext<'_>) {
        let _ = page;
    }
}

/// The future of an [`AsyncTag`].
pub type TagFuture = Pin<Box<dyn Future<Output = Result<End>> + Send>>;

/// A tag handler that may wait (Pages 4.1, 7.1.5 `SimpleTag`, and more): it owns the page while it runs.
///
/// # Cancel safety
/// When the client goes away the future is dropped at whatever `await` it stands; anything that must be undone belongs
/// into the `Drop` of what the future holds.
///
/// ```
/// use vespid_render::tags::{AsyncTag, End};
/// use vespid_render::{Result, machine::PageHandle};
///
/// /// Evaluates its body twice.
/// #[derive(Default, vespid_render::Tag)]
/// #[tag(class = "shop.TwiceTag")]
/// struct Twice {}
///
/// impl AsyncTag for Twice {
///     async fn run(self, page: PageHandle) -> Result<End> {
///         page.invoke_body().await?;
///         page.invoke_body().await?;
///         Ok(End::EvalPage)
///     }
/// }
/// ```
pub trait AsyncTag: TagAttributes {
    /// Runs the tag; all attributes are set.
    fn run(self, page: PageHandle) -> impl Future<Output = Result<End>> + Send;
}
