//! Tag handlers that the engine for scripting elements runs ([`ScriptTag`](crate::script::ScriptTag)): a frame with the
//! handler's run, and its bodies as frames on top.

use std::any::Any;
use std::sync::LazyLock;

use super::Machine;
use super::Stop;
use super::frame::Frame;
use super::frame::Heights;
use super::frame::Kind;
use super::lambda::Home;
use super::script::ScriptBudget;
use super::state::OpenTag;
use super::waiting::IncludeReturn;
use super::waiting::Waiting;
use crate::Result;
use crate::el::resolver;
use crate::error::Error;
use crate::program::Program;
use crate::program::ScriptAttributeSite;
use crate::script::Resume;
use crate::script::ScriptPage;
use crate::script::ScriptRun;
use crate::script::Step;
use crate::script::TagArgument;
use crate::script::TagCall;
use crate::value::Class;
use crate::value::Object;
use crate::value::Value;
use crate::writer::write_error;

/// A handler's run, as the machine holds it.
pub(super) struct TagRun {
    /// None once it has ended, well or not.
    run: Option<Box<dyn ScriptRun>>,
    /// What the run goes on with.
    with: Resume,
    /// The scope in which the tag stands.
    pub(super) scope: usize,
    /// The heights when the tag began.
    heights: Heights,
    /// The heights when the run stopped last: it may have begun to capture.
    now: Heights,
    body: Option<u32>,
}

impl TagRun {
    /// The heights to go back to: those at which the run stands, or those at its start when it is over.
    pub(super) fn now(&self) -> Heights {
        if self.run.is_some() { self.now } else { self.heights }
    }

    pub(super) fn is_over(&self) -> bool {
        self.run.is_none()
    }

    pub(super) fn body_failed(&mut self, error: Error) {
        self.with = Resume::Failed(error);
    }
}

/// A fragment of a page: its output is made whenever the fragment is evaluated (`jakarta.servlet.jsp.tagext.JspFragment`).
pub struct Fragment {
    home: Home,
    entry: u32,
}

impl Object for Fragment {
    fn class(&self) -> &Class {
        static CLASS: LazyLock<Class> =
            LazyLock::new(|| Class::new("jakarta.servlet.jsp.tagext.JspFragment", &[]));
        &CLASS
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Machine {
    /// Starts a handler.
    #[inline(never)]
    pub(super) fn tag_script(&mut self, program: &Program, number: u32) -> Result<()> {
        let site = &program.script_tags[number as usize];
        let from = self.stack.len() - site.on_stack as usize;
        let mut values = self.stack.split_off(from).into_iter();
        let mut attributes = Vec::with_capacity(site.attributes.len());
        for attribute in &site.attributes {
            // The compiler leaves as many values on the operand stack as there are attributes that take one.
            let mut next = || values.next().unwrap_or_default();
            attributes.push(match attribute {
                ScriptAttributeSite::Constant { setter, value } => TagArgument::Set(*setter, value.clone()),
                ScriptAttributeSite::Value { setter, java_type, name } => {
                    let value = resolver::coerce(&self.state.exchange, next(), java_type);
                    let in_attribute = |error: Error| {
                        let message = format!("attribute '{name}' of {}: {error}", site.name);
                        Error::new(error.class_name().clone(), message)
                    };
                    TagArgument::Set(*setter, value.map_err(in_attribute)?)
                }
                ScriptAttributeSite::Fragment { setter, entry } => {
                    TagArgument::Set(*setter, self.fragment(*entry))
                }
                ScriptAttributeSite::Dynamic { uri, name } => {
                    TagArgument::Dynamic { uri: uri.clone(), name: name.clone(), value: next() }
                }
            });
        }
        let body = site.body.map(|entry| self.fragment(entry));
        self.budget.call(self.depth())?;
        self.pc = site.end;
        self.save_pc();
        let heights = self.heights();
        self.state.open_tag(OpenTag::Script(Value::Null), number, false, heights);
        let run = site.tag.start(TagCall { attributes, body, id: site.id.clone() });
        self.frames.push(Frame::Script(Box::new(TagRun {
            run: Some(run),
            with: Resume::Go,
            scope: self.state.scope,
            heights,
            now: self.heights(),
            body: site.body,
        })));
        Ok(())
    }

    fn fragment(&mut self, entry: u32) -> Value {
        Value::new(Fragment { home: self.home(), entry })
    }

    /// Lets the topmost frame's handler go on until it asks for something.
    pub(super) fn run_tag(&mut self) -> Result<Stop> {
        let Some(Frame::Script(tag)) = self.frames.last_mut() else {
            return Err(Error::illegal_state("there is no tag to go on with"));
        };
        let with = std::mem::replace(&mut tag.with, Resume::Go);
        let Some(mut run) = tag.run.take() else {
            return Err(Error::illegal_state("the tag has ended already"));
        };
        let (scope, body) = (tag.scope, tag.body);
        self.state.scope = scope;
        let mut page = ScriptPage::new(&mut self.state, ScriptBudget::of(&mut self.budget));
        // A handler that failed has nothing left to go on with.
        let step = run.resume(&mut page, with)?;
        let now = self.heights();
        if let Some(Frame::Script(tag)) = self.frames.last_mut()
            && !matches!(step, Step::Done | Step::SkipPage | Step::Fail(_))
        {
            tag.run = Some(run);
            tag.now = now;
        }
        match step {
            Step::Body => {
                if let Some(entry) = body {
                    self.push_code(scope, entry, Kind::Fragment)?;
                }
            }
            Step::Fragment(fragment) => self.run_fragment(&fragment)?,
            Step::Include { path, flush } => {
                if flush && self.state.out.capture_depth() == 0 {
                    self.state.out.flush().map_err(write_error)?;
                }
                self.start_include(&path, Vec::new(), IncludeReturn::include())?;
            }
            Step::Forward(path) => self.forward_to(&path, Vec::new())?,
            Step::Sleep(time) => self.waiting = Some(Waiting::script(Box::pin(tokio::time::sleep(time)))),
            Step::Wait(wait) => self.waiting = Some(Waiting::script(wait)),
            Step::Turn => return Ok(Stop::Turn),
            Step::Fail(error) => return Err(error),
            Step::Done => self.drop_tag(),
            Step::SkipPage => {
                self.drop_tag();
                self.skip_page()?;
            }
            Step::Segment { .. } | Step::Failed { .. } | Step::Rest => {
                return Err(Error::illegal_state("a tag handler has neither segments nor filters"));
            }
        }
        Ok(Stop::Switch)
    }

    /// Runs a fragment in the page where it stands.
    ///
    /// # Errors
    /// The value is no fragment, or its page is over.
    pub(super) fn run_fragment(&mut self, fragment: &Value) -> Result<()> {
        let Some(fragment) = fragment.downcast_ref::<Fragment>() else {
            return Err(Error::illegal_argument("the value is no fragment"));
        };
        let Some(scope) = fragment.home.scope_in(&self.state) else {
            return Err(Error::illegal_state("the page of the fragment has ended"));
        };
        self.push_code(scope, fragment.entry, Kind::Fragment)
    }

    /// Ends the topmost frame's handler.
    pub(super) fn drop_tag(&mut self) {
        let Some(Frame::Script(tag)) = self.frames.pop() else { return };
        self.restore(tag.heights);
        self.state.tags.truncate(tag.heights.tags as usize);
        match self.frames.last() {
            Some(Frame::Code(frame)) => {
                self.state.scope = frame.scope as usize;
                self.pc = frame.pc;
            }
            Some(Frame::Async(run)) => self.state.scope = run.scope,
            Some(Frame::Script(run)) => self.state.scope = run.scope,
            None => {}
        }
    }

    /// The rest of the page is left out; the topmost frame's handler hears of it first.
    pub(super) fn skip_tag(&mut self) {
        let Some(Frame::Script(tag)) = self.frames.last_mut() else { return };
        let supers = ["jakarta.servlet.jsp.JspException", "java.lang.Exception", "java.lang.Throwable"]
            .map(Into::into);
        let error = Error::new("jakarta.servlet.jsp.SkipPageException", "").with_supers(supers);
        tag.with = Resume::Failed(error);
        let (now, scope) = (tag.now, tag.scope);
        self.state.scope = scope;
        self.restore(now);
        self.state.tags.truncate(now.tags as usize);
    }
}
