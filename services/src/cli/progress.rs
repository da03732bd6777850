//! A progress bar on a terminal.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;
use std::time::Instant;

/// What is over sooner needs no bar, and a bar that moves faster can't be read.
const PACE: Duration = Duration::from_millis(100);

/// The bar's length in characters.
const LENGTH: usize = 40;

/// A bar on the standard error, if that is a terminal; wiped away on drop.
pub(super) struct Progress {
    /// What is counted.
    what: &'static str,
    /// When the bar was drawn last. `None`: there is no terminal.
    drawn: Option<Mutex<Drawn>>,
}

struct Drawn {
    at: Instant,
    is_there: bool,
}

impl Progress {
    /// No bar yet.
    pub(super) fn new(what: &'static str) -> Self {
        let drawn =
            io::stderr().is_terminal().then(|| Mutex::new(Drawn { at: Instant::now(), is_there: false }));
        Progress { what, drawn }
    }

    /// Draws that `done` of `all` are done, unless the bar was drawn just before.
    pub(super) fn show(&self, done: usize, all: usize) {
        // Whoever finds another thread drawing has nothing to add.
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if drawn.at.elapsed() < PACE {
            return;
        }
        drawn.at = Instant::now();
        drawn.is_there = true;
        // A terminal that is gone is no reason to stop.
        let _ = write!(io::stderr(), "\r{}", bar(done, all, self.what));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(drawn) = &mut self.drawn
            && drawn.get_mut().is_ok_and(|drawn| drawn.is_there)
        {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(done: usize, all: usize, what: &str) -> String {
    let full = (done * LENGTH).checked_div(all).unwrap_or(LENGTH).min(LENGTH);
    format!("[{}{}] {done} of {all} {what}", "#".repeat(full), " ".repeat(LENGTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_up() {
        assert_eq!(bar(0, 0, "pages"), format!("[{}] 0 of 0 pages", "#".repeat(40)));
        assert_eq!(bar(3, 4, "pages"), format!("[{}{}] 3 of 4 pages", "#".repeat(30), " ".repeat(10)));
    }
}
