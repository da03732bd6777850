//! Tag handlers in Rust: stepwise ones run right here.

use super::Machine;
use super::state::OpenTag;
use super::state::TagEntry;
use super::tag_context::TagContext;
use crate::error::Error;
use crate::program::Program;
use crate::program::TagSite;
use crate::tags::stepwise::Ended;
use crate::tags::stepwise::Handler;
use crate::tags::stepwise::Opened;
use crate::tags::stepwise::RunTag;
use crate::tags::stepwise::Stepwise;

impl Machine {
    /// Makes a handler, gives it its attributes and starts it.
    #[inline(never)]
    pub(super) fn tag_open(&mut self, program: &Program, number: u32) -> Next {
        let site = &program.tags[number as usize];
        let steps = steps(site);
        let from = self.stack.len() - site.on_stack as usize;
        let (mut no_body, mut opened) = (String::new(), Opened::Body { buffered: false });
        let mut page =
            TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut no_body };
        let handler = (steps.open)(site, &mut self.stack[from..], &mut page, &mut opened);
        if let Opened::Ended(Ended::Failed(error) | Ended::BodyFailed(error)) = opened {
            return Next::Failed(error);
        }
        self.drop_operands(from);
        let buffered = match opened {
            Opened::Body { buffered } => buffered,
            Opened::Ended(Ended::SkipPage) => return Next::SkipPage,
            Opened::Ended(_) => return Next::Behind,
        };
        let heights = self.heights();
        self.state.open_tag(OpenTag::Steps(handler), number, buffered, heights);
        if buffered {
            self.state.out.push_capture();
        }
        Next::Body
    }

    /// A tag without a body.
    #[inline(never)]
    pub(super) fn tag_empty(&mut self, site: &TagSite) -> Ended {
        let steps = steps(site);
        let from = self.stack.len() - site.on_stack as usize;
        let mut no_body = String::new();
        let mut page =
            TagContext { index: self.state.tags.len(), state: &mut self.state, body: &mut no_body };
        let ended = (steps.empty)(site, &mut self.stack[from..], &mut page);
        if !matches!(ended, Ended::Failed(_) | Ended::BodyFailed(_)) {
            self.drop_operands(from);
        }
        ended
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
    pub(super) fn tag_end(&mut self) -> Ended {
        let index = self.state.tags.len() - 1;
        let TagEntry { tag: OpenTag::Steps(handler), buffered: false, .. } = &mut self.state.tags[index]
        else {
            return self.buffered_tag_end();
        };
        let mut own = handler.take().expect("a handler that is at work does not run the machine");
        let mut no_body = String::new();
        let after = own.after_body(&mut TagContext { state: &mut self.state, index, body: &mut no_body });
        if matches!(after, Ended::Not | Ended::BodyFailed(_)) {
            if let Some(TagEntry { tag: OpenTag::Steps(handler), .. }) = self.state.tags.get_mut(index) {
                *handler = Some(own);
            }
        } else {
            self.state.tags.truncate(index);
        }
        after
    }

    #[inline(never)]
    fn buffered_tag_end(&mut self) -> Ended {
        self.take_captured();
        let after = self.with_handler(|handler, page| handler.after_body(page));
        match &after {
            Ended::Not => self.state.out.push_capture(),
            Ended::BodyFailed(_) => {}
            _ => drop(self.state.tags.pop()),
        }
        after
    }
}

fn steps(site: &TagSite) -> &Stepwise {
    let RunTag::Steps(steps) = &site.class.run else {
        unreachable!("the compiler opens only stepwise tags");
    };
    steps
}

/// Where to go on after a start tag.
pub(super) enum Next {
    Body,
    Behind,
    SkipPage,
    Failed(Error),
}
