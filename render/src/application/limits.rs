//! Limits that keep one page from harming the others.

use std::time::Duration;

/// What one request may use up. Going beyond ends the page with a clear error; other requests go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rounds of loops and calls of pages, tag files, fragments and functions. Stops endless loops.
    pub max_steps: u64,
    /// Pages, tag files and fragments within each other. Stops endless recursion.
    pub max_depth: usize,
    /// Bytes of output, buffers and captured bodies counted. Stops pages that never end.
    pub max_output_bytes: usize,
    /// Time from the start of the page to its end, waiting counted.
    pub max_time: Duration,
    /// Steps after which a page lets others run before it goes on.
    pub steps_per_turn: u32,
}

impl Default for Limits {
    /// 100 million steps, depth 64, 256 MiB, five minutes.
    fn default() -> Self {
        Limits {
            max_steps: 100_000_000,
            max_depth: 64,
            max_output_bytes: 256 << 20,
            max_time: Duration::from_secs(300),
            steps_per_turn: 20_000,
        }
    }
}
