//! `vespid check`.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use clap::ValueEnum;
use serde::Serialize;
use vespid_render::application::CheckedPage;
use vespid_render::diagnostic::Diagnostic;
use vespid_services::WebAppError;

use super::apps;
use super::progress::Progress;

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
    /// How long it took, in seconds.
    seconds: f64,
    pages: Vec<PageFindings<'a>>,
    diagnostics: &'a [Diagnostic],
}

/// A page or tag file, and what is wrong with it or what it includes or reaches.
#[derive(Serialize)]
struct PageFindings<'a> {
    path: &'a str,
    /// Whether it can be served.
    compiles: bool,
    /// The codes of what is wrong, each once.
    codes: Vec<&'static str>,
}

impl<'a> PageFindings<'a> {
    fn new(page: &'a CheckedPage) -> Self {
        let mut codes: Vec<_> = page.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        codes.sort_unstable();
        codes.dedup();
        PageFindings { path: &page.path, compiles: page.compiles(), codes }
    }
}

/// Compiles everything and tells what is wrong.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let (pages, diagnostics) = match apps::over(&options.dir)?.build() {
        Ok(application) => {
            let progress = Progress::new("pages");
            let checked = application.application().check_pages(|done, all| progress.show(done, all));
            drop(progress);
            let mut diagnostics = application.warnings().to_vec();
            diagnostics.extend(checked.diagnostics());
            (checked.pages, diagnostics)
        }
        Err(WebAppError::Descriptor(diagnostics)) => (Vec::new(), diagnostics),
        Err(error) => return Err(error.into()),
    };
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let findings = Findings {
        errors,
        warnings: diagnostics.len() - errors,
        seconds: started.elapsed().as_secs_f64(),
        pages: pages.iter().map(PageFindings::new).collect(),
        diagnostics: &diagnostics,
    };
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
    let broken = findings.pages.iter().filter(|page| !page.compiles).count();
    writeln!(
        out,
        "{} of {} can't be served: {}, {}, in {:.2} s",
        broken,
        count(findings.pages.len(), "page"),
        count(findings.errors, "error"),
        count(findings.warnings, "warning"),
        findings.seconds
    )?;
    out.flush()
}
