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
    /// Makes a handler, gives it its attributes and starts it. Where the body is left out, gives where to go on.
    pub(super) fn tag_open(&mut self, program: &Program, number: u32) -> Result<Option<u32>> {
        let site = &program.tags[number as usize];
        let MakeTag::Steps(make) = site.class.make else {
            unreachable!("the compiler opens only stepwise tags");
        };
        let mut handler = make();
        self.set_attributes(site, &mut |attribute, value| match attribute {
            Target::Index(index) => handler.set_attribute(index, value),
            Target::Name(name) => handler.set_dynamic_attribute(name, value),
        })?;
        let index = self.state.tags.len();
        let heights = self.heights();
        self.state.tags.push(TagEntry {
            tag: OpenTag::Busy,
            site: number,
            buffered: false,
            body: String::new(),
            heights,
        });
        let mut body = String::new();
        let start = handler.start(&mut TagContext { state: &mut self.state, index, body: &mut body });
        let entry = &mut self.state.tags[index];
        entry.tag = OpenTag::Steps(handler);
        Ok(match start? {
            Start::SkipBody => Some(site.end),
            Start::EvalBody => None,
            Start::EvalBodyBuffered => {
                entry.buffered = true;
                self.state.out.push_capture();
                None
            }
        })
    }

    /// Pops the attributes' values and hands them to `set`.
    pub(super) fn set_attributes(
        &mut self,
        site: &TagSite,
        set: &mut dyn FnMut(Target<'_>, Value) -> Result<()>,
    ) -> Result<()> {
        let on_stack =
            site.attributes.iter().filter(|attribute| !matches!(attribute, TagAttributeSite::Fragment { .. })).count();
        let from = self.stack.len() - on_stack;
        let mut at = from;
        for attribute in &site.attributes {
            match attribute {
                TagAttributeSite::Declared { index, java_type, name } => {
                    let value = std::mem::take(&mut self.stack[at]);
                    at += 1;
                    let set = coerce::coerce_to(value, java_type).and_then(|value| set(Target::Index(*index as usize), value));
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
    pub(super) fn tag_loop(&mut self, _program: &Program, _number: u32) -> Result<bool> {
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
    pub(super) fn tag_close(&mut self, _program: &Program, _number: u32) -> Result<bool> {
        let end = self.with_handler(|handler, page| handler.end(page))?;
        self.with_handler(|handler, page| handler.finally(page));
        self.state.tags.pop();
        Ok(end == End::SkipPage)
    }
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
