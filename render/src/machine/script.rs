//! Scripts of pages: the machine and the engine take turns (see [`crate::script`]).

use super::Machine;
use super::Stop;
use super::budget::Budget;
use super::frame::Frame;
use super::frame::Heights;
use super::waiting::IncludeReturn;
use super::waiting::Waiting;
use crate::Result;
use crate::error::Error;
use crate::program::Program;
use crate::script::Resume;
use crate::script::ScriptPage;
use crate::script::ScriptRun;
use crate::script::Step;
use crate::writer::write_error;

/// The script of a page that runs.
pub(super) struct ActiveScript {
    /// Away while the engine runs.
    run: Option<Box<dyn ScriptRun>>,
    /// The heights at the start of the page and of each body of an action around.
    marks: Vec<Mark>,
    /// How many bodies lie around the segment that runs.
    level: usize,
}

/// Where the page stands at the start of a body.
#[derive(Clone, Copy, Default)]
struct Mark {
    heights: Heights,
    /// How many frames there are.
    frames: usize,
}

/// What a script may use up: the page's own.
pub(crate) struct ScriptBudget<'a>(&'a mut Budget);

impl<'a> ScriptBudget<'a> {
    pub(super) fn of(budget: &'a mut Budget) -> Self {
        ScriptBudget(budget)
    }
}

impl ScriptBudget<'_> {
    pub(crate) fn spend(&mut self, steps: u32) -> Result<bool> {
        self.0.steps(steps)
    }
}

impl Machine {
    /// A page with scripting elements begins.
    #[inline(never)]
    pub(super) fn script_start(&mut self, program: &Program) -> Result<Option<Stop>> {
        let Some(script) = &program.script else { return Ok(None) };
        let run = Some(script.start());
        let mut heights = self.heights();
        heights.scripts += 1;
        let frames = self.frames.len();
        let mark = Mark { heights, frames };
        self.scripts.push(ActiveScript { run, marks: vec![mark], level: 0 });
        self.script(program, Resume::Go)
    }

    /// A segment came to its end.
    pub(super) fn script_reply(&mut self, program: &Program, reply: i32) -> Result<Option<Stop>> {
        self.script(program, Resume::Reply(reply))
    }

    /// The body of an action begins.
    pub(super) fn script_body(&mut self, program: &Program, index: u32, level: u16) -> Result<Option<Stop>> {
        let mark = Mark { heights: self.heights(), frames: self.frames.len() };
        if let Some(script) = self.scripts.last_mut() {
            script.marks.truncate(level as usize);
            script.marks.push(mark);
        }
        self.script(program, Resume::Reply(index as i32))
    }

    /// A frame has ended: if it was the body around the script's last segment, what comes next is outside of that
    /// body, though the script hears of it only with the end of the action.
    #[inline]
    pub(super) fn script_body_left(&mut self) {
        if let Some(script) = self.scripts.last_mut()
            && script.marks.get(script.level).is_some_and(|mark| mark.frames > self.frames.len())
        {
            script.level = script.level.saturating_sub(1);
        }
    }

    /// Lets the script go on until the machine has something to do: at `self.pc`, or what is given.
    fn script(&mut self, program: &Program, mut with: Resume) -> Result<Option<Stop>> {
        loop {
            let Some(active) = self.scripts.last_mut() else {
                return Err(Error::illegal_state("there is no script to go on with"));
            };
            let Some(mut run) = active.run.take() else {
                return Err(Error::illegal_state("the script runs already"));
            };
            let before = self.state.out.capture_depth() as u32;
            let mut page = ScriptPage::new(&mut self.state, ScriptBudget(&mut self.budget));
            let step = run.resume(&mut page, with);
            let captures = self.state.out.capture_depth() as u32;
            let Some(active) = self.scripts.last_mut() else {
                return Err(Error::illegal_state("there is no script to go on with"));
            };
            // What the script itself began to capture stays so in the segments that follow.
            if let Some(mark) = active.marks.last_mut().filter(|_| captures != before) {
                mark.heights.captures = captures;
            }
            // A script that failed has nothing left to go on with.
            let step = step?;
            active.run = Some(run);
            match step {
                Step::Segment { segment, level, value } => {
                    match value {
                        Some(value) => self.stack.push(value),
                        None => self.leave_bodies(level as usize),
                    }
                    self.goes_on_at(program.segments[segment as usize]);
                    return Ok(None);
                }
                Step::Failed { level, error } => {
                    self.leave_bodies_at(level as usize, false);
                    let floor = self.mark(level as usize);
                    if self.frames.len() > floor.frames {
                        // The body is a frame of its own; who runs it hears of the error first.
                        return Err(error);
                    }
                    let floor = floor.heights;
                    let scope = self.state.scope;
                    match self.catch_in_frame(floor, error, scope)? {
                        None => {
                            if let Some(Frame::Code(frame)) = self.frames.last() {
                                self.pc = frame.pc;
                            }
                            return Ok(None);
                        }
                        Some(error) => with = Resume::Failed(error),
                    }
                }
                Step::Include { path, flush } => {
                    self.goes_on_at(program.script_resume);
                    if flush && self.state.out.capture_depth() == 0 {
                        self.state.out.flush().map_err(write_error)?;
                    }
                    self.start_include(&path, Vec::new(), IncludeReturn::include())?;
                    return Ok(Some(Stop::Switch));
                }
                Step::Forward(path) => {
                    self.goes_on_at(program.script_resume);
                    match self.forward_to(&path, Vec::new()) {
                        Ok(()) => return Ok(Some(Stop::Switch)),
                        Err(error) => with = Resume::Failed(error),
                    }
                }
                Step::Rest => {
                    self.goes_on_at(program.script_resume);
                    self.start_rest();
                    return Ok(Some(Stop::Switch));
                }
                Step::Fragment(fragment) => {
                    self.goes_on_at(program.script_resume);
                    match self.run_fragment(&fragment) {
                        Ok(()) => return Ok(Some(Stop::Switch)),
                        Err(error) => with = Resume::Failed(error),
                    }
                }
                Step::Body | Step::SkipPage => {
                    return Err(Error::illegal_state("a page has no body"));
                }
                Step::Fail(error) => {
                    self.scripts.pop();
                    return Err(error);
                }
                Step::Sleep(time) => {
                    self.goes_on_at(program.script_resume);
                    self.waiting = Some(Waiting::script(Box::pin(tokio::time::sleep(time))));
                    return Ok(Some(Stop::Switch));
                }
                Step::Wait(wait) => {
                    self.goes_on_at(program.script_resume);
                    self.waiting = Some(Waiting::script(wait));
                    return Ok(Some(Stop::Switch));
                }
                Step::Turn => {
                    self.goes_on_at(program.script_resume);
                    return Ok(Some(Stop::Turn));
                }
                Step::Done => {
                    self.leave_bodies(0);
                    self.goes_on_at(program.script_resume + 1);
                    return Ok(None);
                }
            }
        }
    }

    fn goes_on_at(&mut self, pc: u32) {
        self.pc = pc;
        self.go_to(pc);
    }

    fn mark(&self, level: usize) -> Mark {
        let marks = self.scripts.last().map_or(&[][..], |script| &script.marks);
        marks.get(level.min(marks.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    /// The script goes on with so many bodies of actions around it: those further within are left, as by `break`.
    fn leave_bodies(&mut self, level: usize) {
        self.leave_bodies_at(level, true);
        let mark = self.mark(level);
        self.leave_frames(mark.frames);
        if mark.heights != self.heights() {
            self.finish_tags(mark.heights);
            self.restore(mark.heights);
        }
    }

    fn leave_bodies_at(&mut self, level: usize, for_good: bool) {
        if let Some(script) = self.scripts.last_mut() {
            script.level = level;
            if for_good {
                script.marks.truncate(level + 1);
            }
        }
    }

    /// Offers an error of the topmost frame to its script, and to the actions within the script's bodies before.
    pub(super) fn script_catch(&mut self, error: Error, scope: usize) -> Result<Option<Error>> {
        let Some(script) = self.scripts.last().filter(|script| script.run.is_some()) else {
            return Ok(Some(error));
        };
        let floor = self.mark(script.level);
        // What runs in frames above those of the script's own level is not the script's yet.
        if floor.frames != self.frames.len() {
            return Ok(Some(error));
        }
        let floor = floor.heights;
        let Some(error) = self.catch_in_frame(floor, error, scope)? else { return Ok(None) };
        if error.is_budget() {
            return Ok(Some(error));
        }
        let program = std::sync::Arc::clone(self.state.scopes[scope].program(&self.state.units));
        match self.script(&program, Resume::Failed(error)) {
            Ok(_) => Ok(None),
            // What it throws now is nobody's but the page's.
            Err(error) => Ok(Some(error)),
        }
    }
}
