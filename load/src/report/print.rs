//! The one place that writes to standard output.
#![allow(clippy::print_stdout, reason = "a command line tool prints its results")]

use std::fmt::Display;

/// Prints `text` and a line end.
pub fn line(text: impl Display) {
    println!("{text}");
}
