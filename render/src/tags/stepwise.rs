//! How the machine runs tag handlers: functions made once for each type of handler.
//!
//! # Implementation
//! Within [`Stepwise`]'s functions the handler's type is known, so that setting its attributes and its steps are direct
//! calls, and a tag whose body is left out, or that has none, lives on the native stack. Only a handler whose body runs
//! is boxed, since the machine must be able to stop there.

use std::any::Any;
use std::sync::Arc;

use super::AfterBody;
use super::AsyncTag;
use super::End;
use super::Start;
use super::Tag;
use super::TagAttribute;
use super::TagAttributes;
use super::handler::TagFuture;
use crate::Result;
use crate::context::Exchange;
use crate::el::resolver;
use crate::error::Error;
use crate::machine::PageHandle;
use crate::machine::TagContext;
use crate::program::TagAttributeSite;
use crate::program::TagSite;
use crate::value::Value;

/// What the machine knows of a type of tag handlers.
#[derive(Clone)]
pub(crate) struct TagClass {
    pub(crate) attributes: &'static [TagAttribute],
    pub(crate) run: RunTag,
}

/// The two shapes of tag handlers.
#[derive(Clone, Copy)]
pub(crate) enum RunTag {
    Steps(Stepwise),
    Async(MakeAsync),
}

/// Makes a handler with its attributes, whose values are taken from the slice.
pub(crate) type MakeAsync = fn(&TagSite, &mut [Value], &Arc<Exchange>) -> Result<Box<dyn AsyncHandler>>;

/// The ways to run a stepwise tag; both take the attributes' values from the slice.
#[derive(Clone, Copy)]
pub(crate) struct Stepwise {
    /// Starts a tag with a body. Gives its handler if the body comes next, else how the tag has ended.
    pub(crate) open: Open,
    /// Runs a tag without a body from start to end.
    pub(crate) empty: fn(&TagSite, &mut [Value], &mut TagContext<'_>) -> Ended,
}

/// Makes a handler, starts it, and gives it if its body comes next.
pub(crate) type Open =
    fn(&TagSite, &mut [Value], &mut TagContext<'_>, &mut Opened) -> Option<Box<dyn Handler>>;

/// What came of a start tag.
pub(crate) enum Opened {
    /// The body comes next, as it is or collected.
    Body { buffered: bool },
    /// The body was left out.
    Ended(Ended),
}

/// What came of a tag. It fits in registers, as a `Result` of the same would not (see [`Value::replace_with`]).
pub(crate) enum Ended {
    /// Nothing yet: the body runs once more.
    Not,
    /// The page goes on.
    EvalPage,
    /// The rest of the page is left out.
    SkipPage,
    /// It has ended with an error.
    Failed(Error),
    /// What is done after the body failed, and the tag has not ended yet.
    BodyFailed(Error),
}

/// A stepwise handler whose body runs.
pub(crate) trait Handler: Send {
    /// After the body, and the end tag if the body is not wanted again.
    fn after_body(&mut self, page: &mut TagContext<'_>) -> Ended;
    fn catch(&mut self, error: Error, page: &mut TagContext<'_>) -> Result<()>;
    fn finally(&mut self, page: &mut TagContext<'_>);
    fn as_any(&mut self) -> &mut dyn Any;
}

/// An asynchronous handler before it runs.
pub(crate) trait AsyncHandler: Send {
    fn run(self: Box<Self>, page: PageHandle) -> TagFuture;
}

impl TagClass {
    pub(crate) fn stepwise<T: Tag>() -> Self {
        TagClass {
            attributes: T::attributes(),
            run: RunTag::Steps(Stepwise { open: open::<T>, empty: empty::<T> }),
        }
    }

    pub(crate) fn asynchronous<T: AsyncTag>() -> Self {
        TagClass {
            attributes: T::attributes(),
            run: RunTag::Async(|site, values, exchange| {
                let mut handler = Box::new(T::default());
                set_attributes(&mut *handler, site, values, exchange)?;
                Ok(handler)
            }),
        }
    }
}

impl<T: Tag> Handler for T {
    fn after_body(&mut self, page: &mut TagContext<'_>) -> Ended {
        match Tag::after_body(self, page) {
            Ok(AfterBody::Again) => Ended::Not,
            Ok(AfterBody::Done) => finish(self, Ok(()), page),
            Err(error) => Ended::BodyFailed(error),
        }
    }
    fn catch(&mut self, error: Error, page: &mut TagContext<'_>) -> Result<()> {
        Tag::catch(self, error, page)
    }
    fn finally(&mut self, page: &mut TagContext<'_>) {
        Tag::finally(self, page);
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl<T: AsyncTag> AsyncHandler for T {
    fn run(self: Box<Self>, page: PageHandle) -> TagFuture {
        Box::pin(AsyncTag::run(*self, page))
    }
}

fn open<T: Tag>(
    site: &TagSite,
    values: &mut [Value],
    page: &mut TagContext<'_>,
    opened: &mut Opened,
) -> Option<Box<dyn Handler>> {
    let mut handler = T::default();
    if let Err(error) = set_attributes(&mut handler, site, values, page.exchange()) {
        *opened = Opened::Ended(Ended::Failed(error));
        return None;
    }
    let started = handler.start(page);
    let buffered = match started {
        Ok(Start::EvalBody) => false,
        Ok(Start::EvalBodyBuffered) => true,
        left_out => {
            *opened = Opened::Ended(finish(&mut handler, left_out.map(drop), page));
            return None;
        }
    };
    *opened = Opened::Body { buffered };
    Some(Box::new(handler))
}

fn empty<T: Tag>(site: &TagSite, values: &mut [Value], page: &mut TagContext<'_>) -> Ended {
    let mut handler = T::default();
    if let Err(error) = set_attributes(&mut handler, site, values, page.exchange()) {
        return Ended::Failed(error);
    }
    let started = handler.start(page).map(drop);
    finish(&mut handler, started, page)
}

/// The end tag, if all went well so far, and what must happen in any case.
#[inline]
fn finish<T: Tag>(handler: &mut T, so_far: Result<()>, page: &mut TagContext<'_>) -> Ended {
    let ended = match so_far {
        Ok(()) => handler.end(page),
        Err(error) => Err(error),
    };
    let ended = match ended {
        Ok(End::EvalPage) => Ended::EvalPage,
        Ok(End::SkipPage) => Ended::SkipPage,
        Err(error) => match handler.catch(error, page) {
            Ok(()) => Ended::EvalPage,
            Err(error) => Ended::Failed(error),
        },
    };
    handler.finally(page);
    ended
}

/// Gives a new handler its attributes, right where it lies.
#[inline(always)]
fn set_attributes<T: TagAttributes>(
    handler: &mut T,
    site: &TagSite,
    values: &mut [Value],
    exchange: &Arc<Exchange>,
) -> Result<()> {
    let mut values = values.iter_mut();
    // The compiler leaves as many values on the operand stack as there are attributes that take one.
    let mut next = || values.next().expect("there is a value for each attribute");
    for attribute in &site.attributes {
        let set = match attribute {
            TagAttributeSite::Constant { index, value, .. } => {
                let mut value = value.clone();
                let set = handler.set_attribute(*index as usize, &mut value);
                value.discard();
                set
            }
            TagAttributeSite::Declared { index, java_type, .. } => {
                let value = next();
                resolver::coerce_in_place(exchange, value, java_type)
                    .and_then(|()| handler.set_attribute(*index as usize, value))
            }
            TagAttributeSite::Fragment { index, entry, .. } => {
                handler.set_attribute(*index as usize, &mut Value::Long(i64::from(*entry)))
            }
            TagAttributeSite::Dynamic(name) => handler.set_dynamic_attribute(name, std::mem::take(next())),
        };
        if let Err(error) = set {
            return Err(in_attribute(site, attribute.name(), &error));
        }
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn in_attribute(site: &TagSite, name: &str, error: &Error) -> Error {
    Error::new(error.class_name().clone(), format!("attribute '{name}' of {}: {error}", site.name))
}
