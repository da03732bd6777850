//! Tag handlers in Rust: stepwise ones run right here.

use super::Machine;
use super::state::OpenTag;
use super::state::TagEntry;
use super::tag_context::TagContext;
use crate::Result;
use crate::program::Program;
use crate::program::TagSite;
use crate::tags::End;
use crate::tags::stepwise::Ended;
use crate::tags::stepwise::Handler;
use crate::tags::stepwise::Opened;
use crate::tags::stepwise::RunTag;
use crate::tags::stepwise::Stepwise;
use crate::value::Value;

impl Machine {
    /// Makes a handler, gives it its attributes and starts it.
    #[inline(never)]
    pub(super) fn tag_open(&mut self, program: &Program, number: u32) -> Result<Next> {
        let site = &program.tags[number as usize];
        let opened = self.start_tag(site, |steps| steps.open)?;
        match opened {
            Opened::Body { handler, buffered } => {
                let heights = self.heights();
                let tag = OpenTag::Steps(Some(handler));
                self.state.tags.push(TagEntry { tag, site: number, buffered, body: String::new(), heights });
                if buffered {
                    self.state.out.push_capture();
                }
                Ok(Next::Body)
            }
            Opened::Ended(End::EvalPage) => Ok(Next::Behind(site.end + 1)),
            Opened::Ended(End::SkipPage) => Ok(Next::SkipPage),
        }
    }

    /// A tag without a body; true: the rest of the page is left out.
    #[inline(never)]
    pub(super) fn tag_empty(&mut self, site: &TagSite) -> Result<bool> {
        Ok(self.start_tag(site, |steps| steps.empty)? == End::SkipPage)
    }

    /// Starts a tag in one of the ways, with its attributes' values from the operand stack.
    #[inline(always)]
    fn start_tag<R>(
        &mut self,
        site: &TagSite,
        way: impl FnOnce(&Stepwise) -> fn(&TagSite, &mut [Value], &mut TagContext<'_>) -> Result<R>,
    ) -> Result<R> {
        let RunTag::Steps(steps) = &site.class.run else {
            unreachable!("the compiler opens only stepwise tags");
        };
        let from = self.stack.len() - site.on_stack as usize;
        let mut no_body = String::new();
        let mut page =
            TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut no_body };
        let started = way(steps)(site, &mut self.stack[from..], &mut page)?;
        self.drop_operands(from);
        Ok(started)
    }

    /// Calls a step of the innermost tag's handler.
    pub(super) fn with_handler<R>(
        &mut self,
        step: impl FnOnce(&mut dyn Handler, &mut TagContext<'_>) -> R,
    ) -> R {
        let index = self.state.tags.len() - 1;
        let TagEntry { tag: OpenTag::Steps(handler), body, buffered, .. } = &mut self.state.tags[index]
        else {
            unreachable!("the innermost open tag is the one whose code runs");
        };
        let buffered = *buffered;
        let mut text = if buffered { std::mem::take(body) } else { String::new() };
        let mut own = handler.take().expect("a handler that is at work does not run the machine");
        let result = step(&mut *own, &mut TagContext { state: &mut self.state, index, body: &mut text });
        let entry = &mut self.state.tags[index];
        if let OpenTag::Steps(handler) = &mut entry.tag {
            *handler = Some(own);
        }
        if buffered {
            entry.body = text;
        }
        result
    }

    fn take_captured(&mut self) {
        let captured = self.state.out.pop_capture();
        if let Some(entry) = self.state.tags.last_mut() {
            entry.body.push_str(&captured);
        }
        self.state.out.recycle(captured);
    }

    /// After the body: once more, or the end tag.
    #[inline(never)]
    pub(super) fn tag_end(&mut self) -> Result<AfterBody> {
        let index = self.state.tags.len() - 1;
        let TagEntry { tag: OpenTag::Steps(handler), buffered: false, .. } = &mut self.state.tags[index]
        else {
            return self.buffered_tag_end();
        };
        let mut own = handler.take().expect("a handler that is at work does not run the machine");
        let mut no_body = String::new();
        let after = own.after_body(&mut TagContext { state: &mut self.state, index, body: &mut no_body });
        if let Ok(Ended::With(ended)) = after {
            self.state.tags.truncate(index);
            return ended.map(AfterBody::End);
        }
        if let Some(TagEntry { tag: OpenTag::Steps(handler), .. }) = self.state.tags.get_mut(index) {
            *handler = Some(own);
        }
        after.map(|_| AfterBody::Again)
    }

    #[inline(never)]
    fn buffered_tag_end(&mut self) -> Result<AfterBody> {
        self.take_captured();
        match self.with_handler(|handler, page| handler.after_body(page))? {
            Ended::Not => {
                self.state.out.push_capture();
                Ok(AfterBody::Again)
            }
            Ended::With(ended) => {
                self.state.tags.pop();
                ended.map(AfterBody::End)
            }
        }
    }
}

/// Where to go on after a body.
pub(super) enum AfterBody {
    /// With the body once more.
    Again,
    /// As the end tag says.
    End(End),
}

/// Where to go on after a start tag.
pub(super) enum Next {
    Body,
    Behind(u32),
    SkipPage,
}
