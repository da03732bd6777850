//! Tag handlers in Rust: stepwise ones run right here.

use super::Machine;
use super::state::OpenTag;
use super::state::TagEntry;
use super::tag_context::TagContext;
use crate::Result;
use crate::error::Error;
use crate::program::Program;
use crate::program::TagAttributeSite;
use crate::program::TagSite;
use crate::registry::MakeTag;
use crate::tags::AfterBody;
use crate::tags::End;
use crate::tags::Start;
use crate::tags::handler::Handler;
use crate::value::Value;
use crate::value::coerce;

impl Machine {
    /// A new stepwise handler with its attributes.
    #[inline]
    fn make_handler(&mut self, site: &TagSite) -> Result<Box<dyn Handler>> {
        let MakeTag::Steps(make) = site.class.make else {
            unreachable!("the compiler opens only stepwise tags");
        };
        let mut handler = make();
        self.set_attributes(site, &mut |attribute, value| match attribute {
            Target::Index(index) => handler.set_attribute(index, value),
            Target::Name(name) => handler.set_dynamic_attribute(name, value),
        })?;
        Ok(handler)
    }

    /// Makes a handler, gives it its attributes and starts it. Where the body is left out, gives where to go on.
    #[inline(never)]
    pub(super) fn tag_open(&mut self, program: &Program, number: u32) -> Result<Option<u32>> {
        let site = &program.tags[number as usize];
        let mut handler = self.make_handler(site)?;
        let mut no_body = String::new();
        let mut page =
            TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut no_body };
        let start = match handler.start(&mut page) {
            Ok(start) => start,
            Err(error) => {
                let caught = handler.catch(error, &mut page);
                handler.finally(&mut page);
                caught?;
                // The rest of the tag is left out, its end tag with it.
                return Ok(Some(site.end + 1));
            }
        };
        let heights = self.heights();
        let buffered = start == Start::EvalBodyBuffered;
        let tag = OpenTag::Steps(handler);
        self.state.tags.push(TagEntry { tag, site: number, buffered, body: String::new(), heights });
        if buffered {
            self.state.out.push_capture();
        }
        Ok(if start == Start::SkipBody { Some(site.end) } else { None })
    }

    /// A tag without a body; true: the rest of the page is left out.
    #[inline(never)]
    pub(super) fn tag_empty(&mut self, site: &TagSite) -> Result<bool> {
        let mut handler = self.make_handler(site)?;
        let mut no_body = String::new();
        let mut page =
            TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut no_body };
        let started = handler.start(&mut page).map(drop);
        finish(&mut *handler, started, &mut page)
    }

    /// Pops the attributes' values and hands them to `set`.
    pub(super) fn set_attributes(
        &mut self,
        site: &TagSite,
        set: &mut dyn FnMut(Target<'_>, Value) -> Result<()>,
    ) -> Result<()> {
        let on_stack = site
            .attributes
            .iter()
            .filter(|attribute| !matches!(attribute, TagAttributeSite::Fragment { .. }))
            .count();
        let from = self.stack.len() - on_stack;
        let mut at = from;
        for attribute in &site.attributes {
            match attribute {
                TagAttributeSite::Declared { index, java_type, name } => {
                    let value = std::mem::take(&mut self.stack[at]);
                    at += 1;
                    let set = coerce::coerce_to(value, java_type)
                        .and_then(|value| set(Target::Index(*index as usize), value));
                    set.map_err(|error| in_attribute(site, name, &error))?;
                }
                TagAttributeSite::Dynamic(name) => {
                    let value = std::mem::take(&mut self.stack[at]);
                    at += 1;
                    set(Target::Name(name), value).map_err(|error| in_attribute(site, name, &error))?;
                }
                TagAttributeSite::Fragment { index, entry } => {
                    set(Target::Index(*index as usize), Value::Long(i64::from(*entry)))?;
                }
            }
        }
        self.stack.truncate(from);
        Ok(())
    }

    /// Calls a step of the innermost tag's handler.
    pub(super) fn with_handler<R>(
        &mut self,
        step: impl FnOnce(&mut dyn Handler, &mut TagContext<'_>) -> R,
    ) -> R {
        let index = self.state.tags.len() - 1;
        let entry = &mut self.state.tags[index];
        let mut body = std::mem::take(&mut entry.body);
        let OpenTag::Steps(mut handler) = std::mem::replace(&mut entry.tag, OpenTag::Busy) else {
            unreachable!("the innermost open tag is the one whose code runs");
        };
        let result = step(&mut *handler, &mut TagContext { state: &mut self.state, index, body: &mut body });
        let entry = &mut self.state.tags[index];
        entry.tag = OpenTag::Steps(handler);
        entry.body = body;
        result
    }

    fn take_captured(&mut self) {
        let captured = self.state.out.pop_capture();
        if let Some(entry) = self.state.tags.last_mut() {
            entry.body.push_str(&captured);
        }
        self.state.out.recycle(captured);
    }

    /// After the body; true: once more.
    #[inline(never)]
    pub(super) fn tag_loop(&mut self) -> Result<bool> {
        let buffered = self.state.tags.last().is_some_and(|entry| entry.buffered);
        if buffered {
            self.take_captured();
        }
        let again = self.with_handler(|handler, page| handler.after_body(page))? == AfterBody::Again;
        if again && buffered {
            self.state.out.push_capture();
        }
        Ok(again)
    }

    /// The end tag; true: the rest of the page is left out.
    #[inline(never)]
    pub(super) fn tag_close(&mut self) -> Result<bool> {
        let Some(TagEntry { tag: OpenTag::Steps(mut handler), mut body, .. }) = self.state.tags.pop() else {
            unreachable!("the innermost open tag is the one whose end tag runs");
        };
        let mut page = TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut body };
        finish(&mut *handler, Ok(()), &mut page)
    }
}

/// The end tag, if all went well so far, and what must happen in any case; true: the rest of the page is left out.
fn finish(handler: &mut dyn Handler, so_far: Result<()>, page: &mut TagContext<'_>) -> Result<bool> {
    let ended = match so_far.and_then(|()| handler.end(page)) {
        Ok(end) => Ok(end == End::SkipPage),
        Err(error) => handler.catch(error, page).map(|()| false),
    };
    handler.finally(page);
    ended
}

/// Which attribute is set.
pub(super) enum Target<'a> {
    Index(usize),
    Name(&'a str),
}

#[cold]
fn in_attribute(site: &TagSite, name: &str, error: &Error) -> Error {
    Error::new(error.class_name().clone(), format!("attribute '{name}' of {}: {error}", site.name))
}
