//! Errors on their way out, and the early ends of pages.

use std::sync::Arc;

use super::Machine;
use super::frame::CatchPoint;
use super::frame::Frame;
use super::frame::Heights;
use super::frame::Kind;
use super::state::OpenTag;
use crate::Result;
use crate::error::Error;
use crate::value::Throwable;

impl Machine {
    /// A `c:catch` begins.
    pub(super) fn catch_start(&mut self, site: u32) {
        let heights = self.heights();
        self.catches.push(CatchPoint { site, heights });
    }

    /// Looks for something that catches the error: a tag, a `c:catch`, an asynchronous tag, an error page.
    ///
    /// # Errors
    /// The error itself, with the places that it passed, where nothing does.
    pub(super) fn unwind(&mut self, mut error: Error) -> Result<()> {
        // A tag's future that fails is gone; what its body fails with is its own to handle.
        loop {
            let Some(frame) = self.frames.last_mut() else { return Err(error) };
            let (heights, pc, scope) = match frame {
                Frame::Async(run) => {
                    self.state.scope = run.scope;
                    let heights = run.heights;
                    if run.finished {
                        self.frames.pop();
                        self.restore(heights);
                        self.state.tags.truncate(heights.tags as usize);
                        continue;
                    }
                    run.body_failed(error);
                    self.restore(heights);
                    self.state.tags.truncate(heights.tags as usize + 1);
                    return Ok(());
                }
                Frame::Script(run) => {
                    self.state.scope = run.scope;
                    let now = run.now();
                    match run.is_over() {
                        true => {
                            self.frames.pop();
                            self.restore(now);
                            self.state.tags.truncate(now.tags as usize);
                            continue;
                        }
                        false => run.body_failed(error),
                    }
                    self.restore(now);
                    self.state.tags.truncate(now.tags as usize);
                    return Ok(());
                }
                Frame::Code(frame) => (frame.heights, frame.pc, frame.scope as usize),
            };
            self.state.scope = scope;
            let program = Arc::clone(self.state.scopes[scope].program(&self.state.units));
            error.push_place(program.place(pc.saturating_sub(1)));
            match self.script_catch(error, scope)? {
                None => return Ok(()),
                Some(out) => error = out,
            }
            match self.catch_in_frame(heights, error, scope)? {
                None => return Ok(()),
                Some(out) => error = out,
            }
            match self.leave(heights, false) {
                Kind::Page if !error.is_budget() => return self.page_failed(&program, error),
                Kind::Include(back) if back.is_rest && !error.is_budget() => {
                    match self.page_failed(&program, error) {
                        Ok(()) => return Ok(()),
                        // The filter hears of it.
                        Err(out) => error = out,
                    }
                }
                Kind::Include(back) => {
                    self.take_back(&back);
                    error = back.failed(error);
                }
                _ => {}
            }
        }
    }

    /// Offers the error to the open tags and `c:catch`es of the topmost frame, innermost first.
    pub(super) fn catch_in_frame(
        &mut self,
        floor: Heights,
        mut error: Error,
        scope: usize,
    ) -> Result<Option<Error>> {
        loop {
            let tags = self.state.tags.len();
            if let Some(catch) = self.catches.last().filter(|_| self.catches.len() > floor.catches as usize)
                && catch.heights.tags as usize >= tags
                && !error.is_budget()
            {
                let CatchPoint { site, heights } = self.catches.pop().expect("just seen");
                self.restore(heights);
                let program = self.state.scopes[scope].program(&self.state.units);
                let site = &program.catches[site as usize];
                let (slot, end) = (site.var, site.end);
                if let Some(slot) = slot {
                    let base = self.state.scopes[scope].base;
                    self.state.vars[base + slot as usize] = Throwable::value(error);
                }
                self.go_to(end);
                return Ok(None);
            }
            if tags <= floor.tags as usize {
                return Ok(Some(error));
            }
            let entry = &self.state.tags[tags - 1];
            let heights = entry.heights;
            let site = entry.site;
            if !matches!(entry.tag, OpenTag::Steps(Some(_))) {
                // The handler was lost in a panic-free way: its own step failed before it was put back.
                self.state.tags.pop();
                continue;
            }
            self.restore(heights);
            let budget = error.is_budget();
            let caught = self.with_handler(|handler, page| handler.catch(error.clone(), page));
            self.with_handler(|handler, page| handler.finally(page));
            self.state.tags.pop();
            match caught {
                Ok(()) if !budget => {
                    let end = self.state.scopes[scope].program(&self.state.units).tags[site as usize].end;
                    self.go_to(end + 1);
                    return Ok(None);
                }
                Ok(()) => {}
                Err(other) => {
                    if !Error::same(&other, &error) {
                        error = other;
                    }
                }
            }
        }
    }

    pub(super) fn go_to(&mut self, target: u32) {
        if let Some(Frame::Code(frame)) = self.frames.last_mut() {
            frame.pc = target;
        }
    }

    /// Pops the topmost code frame and undoes what it began.
    fn leave(&mut self, heights: Heights, ended_well: bool) -> Kind {
        self.restore(heights);
        self.state.tags.truncate(heights.tags as usize);
        let Some(Frame::Code(mut frame)) = self.frames.pop() else {
            unreachable!("the caller saw a code frame")
        };
        let scope = frame.scope as usize;
        match &mut frame.kind {
            Kind::TagFile => self.close_tag_file(scope, ended_well),
            Kind::Include(back) => {
                back.ended(&self.state.exchange);
                self.state.close_scopes(scope);
            }
            Kind::Page => self.state.close_scopes(scope),
            Kind::Fragment => {}
        }
        match self.frames.last() {
            Some(Frame::Code(frame)) => {
                self.state.scope = frame.scope as usize;
                self.pc = frame.pc;
            }
            Some(Frame::Async(run)) => self.state.scope = run.scope,
            Some(Frame::Script(run)) => self.state.scope = run.scope,
            None => {}
        }
        frame.kind
    }

    /// A page or tag file comes to its end.
    #[inline(never)]
    pub(super) fn return_from(&mut self) -> Result<()> {
        let Some(Frame::Code(frame)) = self.frames.last() else { unreachable!("code returns") };
        let heights = frame.heights;
        if let Kind::Include(back) = self.leave(heights, true) {
            self.include_done(&back)?;
        }
        Ok(())
    }

    /// Leaves out the rest of the page (`SKIP_PAGE`): open tags up to it are finished, the page around an include goes on.
    #[inline(never)]
    pub(super) fn skip_page(&mut self) -> Result<()> {
        loop {
            let heights = match self.frames.last() {
                Some(Frame::Code(frame)) => frame.heights,
                Some(Frame::Async(run)) => {
                    let heights = run.heights;
                    self.frames.pop();
                    self.restore(heights);
                    self.state.tags.truncate(heights.tags as usize);
                    continue;
                }
                Some(Frame::Script(_)) => {
                    self.skip_tag();
                    return Ok(());
                }
                None => return Ok(()),
            };
            self.finish_tags(heights);
            match self.leave(heights, true) {
                Kind::Page => return Ok(()),
                Kind::Include(back) => {
                    self.include_done(&back)?;
                    return Ok(());
                }
                Kind::TagFile | Kind::Fragment => {}
            }
        }
    }

    /// Lets every open tag above these heights release what it holds.
    pub(super) fn finish_tags(&mut self, floor: Heights) {
        while self.state.tags.len() > floor.tags as usize {
            let entry = &self.state.tags[self.state.tags.len() - 1];
            let heights = entry.heights;
            if matches!(entry.tag, OpenTag::Steps(Some(_))) {
                self.restore(heights);
                self.with_handler(|handler, page| handler.finally(page));
            }
            self.state.tags.pop();
        }
    }

    /// Ends everything that runs, for a forward.
    pub(super) fn leave_all(&mut self) {
        self.leave_frames(0);
    }

    /// Ends the topmost frames until so many are left.
    pub(super) fn leave_frames(&mut self, count: usize) {
        while let Some(frame) = self.frames.last().filter(|_| self.frames.len() > count) {
            match frame {
                Frame::Code(frame) => {
                    let heights = frame.heights;
                    self.finish_tags(heights);
                    self.leave(heights, true);
                }
                Frame::Async(run) => {
                    let heights = run.heights;
                    self.frames.pop();
                    self.restore(heights);
                    self.state.tags.truncate(heights.tags as usize);
                }
                Frame::Script(_) => self.drop_tag(),
            }
        }
    }
}
