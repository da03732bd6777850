//! `vespid-load http`: closed-loop load on one or more servers, for comparison.
//!
//! Closed loop means that every connection sends its next request when it has read the last answer whole. So a
//! server is never asked for more than it can do, throughput is what it can do with that many connections, and
//! latency under full load is little else than connections divided by throughput.

mod answer;
mod connection;
mod cookies;
mod process;
mod report;
mod run;
mod slice;
mod target;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use anyhow::ensure;
use clap::Args;

use crate::report as output;
use process::Process;
use report::Report;

/// Puts closed-loop load on one or more URLs and compares them.
///
/// Each connection is kept alive and sends its next request when it has read the last answer. Several URLs take
/// turns in slices of time (A B A B ...), so that a slow moment of the machine hits all alike; figures are
/// medians over the slices, ratios are to the first URL. The exit status is 1 if anything went wrong under load:
/// connections refused or broken, time-outs, statuses of 400 and above, bodies that differ.
#[derive(Args, Debug)]
pub struct HttpOptions {
    /// What to ask for: http://HOST[:PORT][/PATH][?QUERY].
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,

    /// Connections to each URL; only one URL is under load at a time.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    connections: u32,

    /// Seconds of measured load for each URL.
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    duration: Duration,

    /// Seconds of load for each URL before anything is measured.
    #[arg(long, value_name = "S", default_value = "2", value_parser = parse_seconds)]
    warm_up: Duration,

    /// Seconds that a URL's turn takes.
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seconds)]
    slice: Duration,

    /// Seconds that an answer may take; after that it counts as an error and its connection is closed.
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    timeout: Duration,

    /// Process ids of the servers, one for each URL, for their CPU time and memory (Linux).
    #[arg(long, value_name = "PID", value_delimiter = ',')]
    pid: Vec<u32>,

    /// Keeps cookies, separately for each connection, so that each has its own session; else none are sent back.
    #[arg(long)]
    cookies: bool,

    /// What must be the same in all answers of a URL.
    #[arg(long, value_enum, default_value_t = BodyCheck::Bytes)]
    body: BodyCheck,

    /// Threads of the load generator.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,

    /// Allows hosts other than this machine.
    ///
    /// Without it only loopback addresses are taken: full load on a machine whose owner does not expect it is an
    /// attack, and over a network the figures would tell more about the network than about the server.
    #[arg(long)]
    allow_remote: bool,

    /// Writes the figures to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What must be the same in all answers of a URL.
#[derive(Clone, Copy, Debug, Eq, PartialEq, clap::ValueEnum)]
pub enum BodyCheck {
    /// Every byte of the body.
    Bytes,
    /// The length of the body.
    Length,
    /// Nothing.
    Nothing,
}

/// Runs the command.
///
/// # Errors
/// Bad options, a server that does not answer at all, anything that went wrong under load.
pub fn run(options: &HttpOptions) -> anyhow::Result<()> {
    ensure!(
        options.pid.is_empty() || options.pid.len() == options.urls.len(),
        "--pid names {} processes for {} URLs; give one for each URL, separated by commas",
        options.pid.len(),
        options.urls.len()
    );
    ensure!(!options.slice.is_zero(), "--slice must be longer than nothing");
    let processes: Vec<_> = options.pid.iter().map(|&pid| Process::new(pid)).collect();
    for process in &processes {
        process.sample()?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.threads.into())
        .enable_all()
        .build()
        .context("cannot start the load generator's threads")?;
    let measured = runtime.block_on(run::run(options, processes))?;
    let report = Report::new(options, &measured);
    for text in report.lines() {
        output::line(text);
    }
    if let Some(file) = &options.json {
        output::write_json(file, &report)?;
    }
    report.verdict()
}

/// Reads a number of seconds, at most an hour.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_secs(3600);
    let seconds: f64 = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if duration <= LONGEST => Ok(duration),
        _ => Err(format!("{text} is not between 0 and {} seconds", LONGEST.as_secs())),
    }
}
