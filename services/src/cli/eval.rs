//! `vespid eval`.

use std::io;
use std::io::IsTerminal;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use vespid_render::el::Evaluator;
use vespid_render::value::coerce;

use super::render::read_model;
use super::render::report;

/// Options of `vespid eval`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The expression, such as `1 + 2`, or text with expressions in it, such as 'Hello, ${name}'.
    expression: String,

    /// JSON file whose top-level members become variables; - is the standard input.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// A class, a package (java.util.*) or a static member (static java.lang.Math.PI) to import; may be repeated.
    #[arg(long, value_name = "NAME")]
    import: Vec<String>,

    /// Names that nothing knows are errors, rather than null.
    #[arg(long)]
    error_on_not_found: bool,
}

/// Evaluates the expression and prints its value as a page would.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let variables = match &options.model {
        Some(path) => read_model(path)?,
        None => Vec::new(),
    };
    let mut evaluator = Evaluator::new().error_on_not_found(options.error_on_not_found);
    for name in &options.import {
        evaluator = evaluator.import(name.as_str());
    }
    let mut context = evaluator.context();
    for (name, value) in variables {
        context.set(&name, value);
    }
    let text = &options.expression;
    let is_template = text.contains("${") || text.contains("#{");
    let compiled = if is_template { evaluator.compile_template(text) } else { evaluator.compile(text) };
    let value = match compiled.and_then(|expression| context.evaluate(&expression)) {
        Ok(value) => value,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", report(&error));
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut printed = String::new();
    if coerce::write_el_text(&value, &mut printed).is_err() {
        anyhow::bail!("the value has no text");
    }
    let mut out = io::stdout().lock();
    out.write_all(printed.as_bytes())?;
    // A page writes no line end; a terminal wants one.
    if io::stdout().is_terminal() || !printed.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
