//! What native methods get to see: the page, if there is one, and a way to call back into Java.

use std::cell::Cell;
use std::sync::Weak;
use std::task::Context;
use std::task::Poll;
use std::task::Waker;
use std::time::Duration;
use std::time::Instant;

use vespid_render::Error;
use vespid_render::Result;
use vespid_render::Value;
use vespid_render::script::ScriptPage;
use vespid_render::value::CallFuture;
use vespid_render::value::Str;

use super::Closure;
use super::MethodRef;
use super::Outcome;
use super::Run;
use crate::classpath::Generation;

/// How deep native methods may call back into Java, which calls native methods again.
const MAX_NESTING: usize = 24;

/// How long Java may run that something outside of a page's own Java calls, such as a getter in an expression.
const MAX_OUTSIDE_TIME: Duration = Duration::from_secs(5);

/// Bytes that the objects, arrays and texts made in one request may have together.
const MAX_ALLOCATED: usize = 1 << 30;

thread_local! {
    static NESTING: Cell<usize> = const { Cell::new(0) };
}

/// What native methods get to see.
pub(crate) struct Cx<'a, 'p> {
    /// The page that runs, if Java is called by one.
    pub(crate) page: Option<&'a mut ScriptPage<'p>>,
    /// What the run is to wait for before it goes on.
    pub(crate) pending: Option<Pending>,
    pub(crate) allocated: usize,
    /// The object of the page whose own Java runs.
    pub(crate) page_object: Option<Value>,
    /// The classes of the application that the code may ask for by name.
    pub(crate) generation: Weak<Generation>,
    deadline: Option<Instant>,
}

/// What a native method asks of the machine that runs the page.
pub(crate) enum Pending {
    Include {
        path: Str,
        /// Whether what is buffered is sent before.
        flush: bool,
    },
    Forward(Str),
    /// Run the body of the tag.
    Body,
    /// Run a fragment; its text goes to that writer, or to the page's.
    Fragment {
        fragment: Value,
        to: Value,
    },
    /// Run what answers the request behind the filters; its text goes to that writer, or to the page's.
    Rest {
        to: Value,
    },
    /// Fail with what no handler of the run takes.
    Fail(Error),
    Sleep(Duration),
    /// The result of a method that comes over time; [`Run::answer`] takes it.
    Call(CallFuture),
}

impl<'a, 'p> Cx<'a, 'p> {
    /// A context within a page.
    pub(crate) fn new(page: &'a mut ScriptPage<'p>, allocated: usize) -> Self {
        Cx {
            page: Some(page),
            pending: None,
            allocated,
            page_object: None,
            generation: Weak::new(),
            deadline: None,
        }
    }

    /// Runs something outside of any page.
    pub(crate) fn outside<T>(run: impl FnOnce(&mut Cx<'_, '_>) -> T) -> T {
        ScriptPage::lent(|page| {
            let deadline = page.is_none().then(|| Instant::now() + MAX_OUTSIDE_TIME);
            run(&mut Cx {
                page,
                pending: None,
                allocated: 0,
                page_object: None,
                generation: Weak::new(),
                deadline,
            })
        })
    }

    /// The page.
    ///
    /// # Errors
    /// There is none here.
    pub(crate) fn page(&mut self) -> Result<&mut ScriptPage<'p>> {
        match &mut self.page {
            Some(page) => Ok(page),
            None => Err(ScriptPage::missing()),
        }
    }

    /// What the library keeps with the page.
    ///
    /// # Errors
    /// There is none here.
    pub(crate) fn kept(&mut self) -> Result<&mut crate::library::Kept> {
        self.page().map(ScriptPage::attachment)
    }

    /// Sees the result of a call that came over time, before the code does.
    ///
    /// # Errors
    /// None but that the page is missing.
    pub(crate) fn arrived(&mut self, value: &Value) -> Result<()> {
        if let Some(kept) = value.as_object().and_then(|object| object.kept_by_request()) {
            self.kept()?.until_end.push(kept);
        }
        Ok(())
    }

    /// Counts rounds of loops and calls; true: others should have a turn.
    ///
    /// # Errors
    /// A limit is reached.
    pub(crate) fn spend(&mut self, steps: u32) -> Result<bool> {
        match &mut self.page {
            Some(page) => page.spend(steps),
            None => match self.deadline {
                Some(deadline) if Instant::now() >= deadline => {
                    Err(Error::budget("Java code called by an expression or a tag took too long"))
                }
                _ => Ok(false),
            },
        }
    }

    /// Counts bytes of new objects.
    ///
    /// # Errors
    /// A limit is reached.
    #[inline]
    pub(crate) fn allocate(&mut self, bytes: usize) -> Result<()> {
        self.allocated = self.allocated.saturating_add(bytes);
        if self.allocated > MAX_ALLOCATED {
            return Err(Error::budget(format!(
                "the page's Java made objects of more than {} MiB",
                MAX_ALLOCATED >> 20
            ))
            .with_hint("look for a loop that fills a list or makes a text longer and longer"));
        }
        Ok(())
    }

    /// Calls a method of any object by its name.
    ///
    /// # Errors
    /// What it throws, or that there is none.
    pub(crate) fn invoke(&mut self, target: &Value, name: &str, args: &[Value]) -> Result<Value> {
        if let Some(closure) = target.downcast_ref::<Closure>()
            && !crate::library::is_default_method(name)
        {
            return self.call_closure(closure, args);
        }
        if let Some(instance) = target.downcast_ref::<super::Instance>()
            && let Some(method) = instance.find(name, args.len())
        {
            return self.call_method(&method, Some(target.clone()), args);
        }
        crate::library::call(self, target, name, args)
    }

    /// Calls a compiled method with objects.
    ///
    /// # Errors
    /// What it throws.
    pub(crate) fn call_method(
        &mut self,
        method: &MethodRef,
        this: Option<Value>,
        args: &[Value],
    ) -> Result<Value> {
        let run = Run::method(method, this, args)?;
        self.nested(run)
    }

    /// Calls a lambda.
    ///
    /// # Errors
    /// What it throws.
    pub(crate) fn call_closure(&mut self, closure: &Closure, args: &[Value]) -> Result<Value> {
        let run = Run::closure(closure, args)?;
        self.nested(run)
    }

    /// Runs to the end within the native method that asks for it.
    pub(crate) fn nested(&mut self, mut run: Run) -> Result<Value> {
        let depth = NESTING.get();
        if depth >= MAX_NESTING {
            return Err(Error::new(
                "java.lang.StackOverflowError",
                format!("native methods call back into Java more than {MAX_NESTING} deep"),
            )
            .with_supers(["java.lang.Error".into(), "java.lang.Throwable".into()]));
        }
        NESTING.set(depth + 1);
        let ended = loop {
            match run.go_on(self) {
                Ok(Outcome::Done(value)) => break Ok(value),
                Ok(Outcome::Turn) => {}
                Ok(Outcome::Wait(Pending::Call(mut call))) => {
                    // What is there at once needs no waiting.
                    let answered = match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                        Poll::Ready(Ok(value)) => {
                            run.answer(value);
                            Ok(())
                        }
                        Poll::Ready(Err(error)) => run.fail(error),
                        Poll::Pending => Err(cant_wait()),
                    };
                    if let Err(error) = answered {
                        break Err(error);
                    }
                }
                Ok(_) => break Err(cant_wait()),
                Err(error) => break Err(error),
            }
        };
        NESTING.set(depth);
        ended
    }
}

#[cold]
fn cant_wait() -> Error {
    Error::illegal_state("Java that an expression or a native method calls can't wait, include or forward")
        .with_hint("let a scriptlet or a tag handler do it, and give the result to the expression")
}
