//! What a command found, for people (a table on standard output) and for programs (JSON in a file).

mod print;
mod table;

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

pub use print::line;
pub(crate) use table::Table;
pub(crate) use table::optional;

/// Writes `report` to `file` as indented JSON.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_json(file: &Path, report: &impl Serialize) -> anyhow::Result<()> {
    let mut json = serde_json::to_string_pretty(report).context("the report cannot be written as JSON")?;
    json.push('\n');
    fs::write(file, json).with_context(|| format!("cannot write the report to {}", file.display()))
}
