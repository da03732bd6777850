//! The command line.

mod apps;
mod check;
mod config;
mod eval;
mod log;
mod progress;
mod render;
mod serve;

use std::fmt;
use std::io;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::Subcommand;

/// Serves Jakarta Pages (JSP) without a JVM.
///
/// Without a command it serves a small demo application, which is part of the program.
#[derive(Debug, Parser)]
#[command(name = "vespid", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// Address for the demo to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDR", default_value = serve::DEFAULT_LISTEN)]
    listen: String,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves web applications.
    Serve(serve::Options),
    /// Compiles every page and tag file of an application and tells what is wrong; exit status 1 if something is.
    Check(check::Options),
    /// Renders one page to the standard output.
    Render(render::Options),
    /// Evaluates an expression of the Expression Language and prints its value as a page would.
    Eval(eval::Options),
}

/// Runs the program.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None => serve::demo(&cli.listen),
        Some(Command::Serve(options)) => serve::run(options),
        Some(Command::Check(options)) => check::run(options),
        Some(Command::Render(options)) => render::run(options),
        Some(Command::Eval(options)) => eval::run(options),
    };
    done.unwrap_or_else(|error| {
        // The causes, without the backtrace that Debug would show.
        let _ = writeln!(io::stderr(), "vespid: {error:#}");
        ExitCode::FAILURE
    })
}

/// Writes a line to the standard output, for whoever waits for it.
fn line(text: fmt::Arguments<'_>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// A runtime with a worker for each CPU.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    use anyhow::Context;
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the worker threads can't be started")
}
