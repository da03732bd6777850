//! Limits of one run: steps, depth, time, and fair turns.

use std::future::Future;
use std::pin::Pin;
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;
use tokio::time::Sleep;

use crate::Result;
use crate::application::Limits;
use crate::error::Error;

/// Stops pages that forward to each other for ever.
const MAX_FORWARDS: u32 = 16;

/// How many lambdas may be called between two looks at the clock.
const LAMBDAS_PER_LOOK: u64 = 1024;

/// What a run has used up and may still use.
pub(super) struct Budget {
    steps: u64,
    /// The step count at which to look at the clock and end the turn.
    turn_end: u64,
    max_steps: u64,
    max_depth: usize,
    forwards: u32,
    steps_per_turn: u64,
    max_time: Duration,
    deadline: Instant,
    /// The deadline is counted from the next look at the clock on.
    clock_stands: bool,
    /// Made when the page first waits: most never do.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        Budget {
            steps: 0,
            turn_end: 0,
            max_steps: limits.max_steps,
            max_depth: limits.max_depth,
            forwards: 0,
            steps_per_turn: u64::from(limits.steps_per_turn).max(1),
            max_time: limits.max_time,
            deadline: Instant::now() + limits.max_time,
            clock_stands: false,
            timer: None,
        }
    }

    /// An expression on its own begins: it has all that the limits allow.
    #[inline]
    pub(super) fn restart(&mut self) {
        self.steps = 0;
        self.turn_end = LAMBDAS_PER_LOOK;
        self.forwards = 0;
        // Most expressions are done before anybody looks at the clock.
        self.clock_stands = true;
    }

    /// The poller gives the machine its turn.
    pub(super) fn start_turn(&mut self) -> Result<()> {
        self.turn_end = self.steps + self.steps_per_turn;
        if Instant::now() >= self.deadline { Err(self.out_of_time()) } else { Ok(()) }
    }

    /// One round of a loop; true: the turn is over.
    #[inline]
    pub(super) fn step(&mut self) -> Result<bool> {
        self.steps += 1;
        if self.steps < self.turn_end { Ok(false) } else { self.turn_over() }
    }

    /// So many steps of a script; true: the turn is over.
    pub(super) fn steps(&mut self, steps: u32) -> Result<bool> {
        self.steps += u64::from(steps);
        if self.steps < self.turn_end { Ok(false) } else { self.turn_over() }
    }

    /// One call of a lambda, which can't end the turn.
    #[inline]
    pub(super) fn lambda(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps < self.turn_end { Ok(()) } else { self.lambdas_go_on() }
    }

    #[cold]
    fn lambdas_go_on(&mut self) -> Result<()> {
        if self.steps.is_multiple_of(LAMBDAS_PER_LOOK) {
            let now = Instant::now();
            if std::mem::take(&mut self.clock_stands) {
                self.deadline = now + self.max_time;
            } else if now >= self.deadline {
                return Err(self.out_of_time());
            }
        }
        self.turn_over().map(drop)
    }

    #[cold]
    fn turn_over(&mut self) -> Result<bool> {
        if self.steps >= self.max_steps {
            return Err(Error::budget(format!("the page took more than {} steps", self.max_steps))
                .with_hint("look for a loop that does not end, or raise the limit max_steps"));
        }
        Ok(true)
    }

    /// One call of a page, tag file or fragment at that depth.
    #[inline]
    pub(super) fn call(&mut self, depth: usize) -> Result<()> {
        self.steps += 1;
        if depth >= self.max_depth { Err(self.too_deep()) } else { Ok(()) }
    }

    /// One forward or error page; chains of them end.
    pub(super) fn forward(&mut self) -> Result<()> {
        self.forwards += 1;
        if self.forwards > MAX_FORWARDS {
            return Err(Error::budget(format!("the request was forwarded more than {MAX_FORWARDS} times"))
                .with_hint("look for pages that forward to each other"));
        }
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Error {
        Error::budget(format!(
            "pages, tag files and fragments lie more than {} deep within each other",
            self.max_depth
        ))
        .with_hint("look for a page or tag file that includes itself, or raise the limit max_depth")
    }

    #[cold]
    fn out_of_time(&self) -> Error {
        Error::budget(format!("the page took longer than {:?}", self.max_time))
            .with_hint("look for a slow query or an endless loop, or raise the limit max_time")
    }

    /// Ready when the page's time is over; otherwise the task is woken then.
    pub(super) fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        let deadline = self.deadline;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        match timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(self.out_of_time()),
            Poll::Pending => Poll::Pending,
        }
    }
}
