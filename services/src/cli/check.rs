//! `vespid check`.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use clap::ValueEnum;
use serde::Serialize;
use vespid_render::diagnostic::Diagnostic;
use vespid_services::WebAppError;

use super::apps;

/// Options of `vespid check`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The application's directory.
    dir: PathBuf,

    /// How to tell.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the source lines, for people.
    Text,
    /// One JSON object, for programs.
    Json,
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Findings<'a> {
    errors: usize,
    warnings: usize,
    diagnostics: &'a [Diagnostic],
}

/// Compiles everything and tells what is wrong.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let diagnostics = match apps::over(&options.dir)?.build() {
        Ok(application) => {
            let runtime = super::runtime()?;
            let checking = async move { tokio::task::spawn_blocking(move || application.check()).await };
            runtime.block_on(checking).context("checking was broken off")?
        }
        Err(WebAppError::Descriptor(diagnostics)) => diagnostics,
        Err(error) => return Err(error.into()),
    };
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let findings = Findings { errors, warnings: diagnostics.len() - errors, diagnostics: &diagnostics };
    match options.format {
        Format::Text => write_text(&findings)?,
        Format::Json => super::line(format_args!("{}", serde_json::to_string_pretty(&findings)?))?,
    }
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn write_text(findings: &Findings<'_>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let has_colour =
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    for diagnostic in findings.diagnostics {
        let report = diagnostic.report();
        let text = if has_colour { report.to_ansi() } else { report.to_text() };
        writeln!(out, "{text}\n")?;
    }
    let count = |number: usize, name: &str| match number {
        1 => format!("1 {name}"),
        _ => format!("{number} {name}s"),
    };
    writeln!(out, "{}, {}", count(findings.errors, "error"), count(findings.warnings, "warning"))?;
    out.flush()
}
