//! Runs a Jakarta test suite (TCK) against the real binary.
//!
//! A TCK is a set of web applications and of requests with what must come. Reading one is the work of a runner, any
//! program with two commands:
//!
//! ```text
//! RUNNER assemble DIR                    puts the web applications into folders of DIR
//! RUNNER run --base-url URL [OPTION…]    asks for their pages and prints passed/total for each area
//! ```
//!
//! This program does what lies between: applications in a temporary folder, a fresh server (some tests pass only
//! once), its log kept, and the runner's own exit status.
//!
//! ```text
//! PAGES_TCK_REPO=…/jakartaee-pages cargo run -p vespid-integration-tests --bin tck -- python3 pages_tck.py -- --golden
//! ```
//!
//! What stands behind the second `--` goes to `run`. The server is the one of the integration tests:
//! `VESPID_TEST_BINARY`, or the binary beside this one. Its log goes to the file in `VESPID_TEST_LOG`, if that is set.

use std::env;
use std::ffi::OsStr;
use std::ffi::OsString;
use std::fs;
use std::process::Command;
use std::process::ExitCode;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;
use anyhow::ensure;
use vespid_integration_tests::Server;

const USAGE: &str = "usage: tck RUNNER [ARGUMENT…] [-- OPTION OF ITS run…]";

fn main() -> Result<ExitCode> {
    let (runner, options) = arguments(env::args_os().skip(1))?;
    let applications = tempfile::tempdir().context("making a folder for the applications")?;
    let assembled = command(&runner).arg("assemble").arg(applications.path()).status();
    let assembled = assembled.with_context(|| format!("starting {}", runner[0].display()))?;
    ensure!(assembled.success(), "assembling the applications ended with {assembled}");

    let server =
        Server::vespid(&[OsStr::new("serve"), OsStr::new("--apps"), applications.path().as_os_str()])?;
    let done = command(&runner).args(["run", "--base-url", &server.url("")]).args(&options).status()?;
    if let Some(path) = env::var_os("VESPID_TEST_LOG") {
        fs::write(&path, server.log()).with_context(|| format!("writing {}", path.display()))?;
    }
    match done.code() {
        Some(code) => Ok(ExitCode::from(u8::try_from(code).unwrap_or(1))),
        None => bail!("the runner ended with {done}"),
    }
}

/// The runner with its arguments, and the options of its `run`.
fn arguments(given: impl Iterator<Item = OsString>) -> Result<(Vec<OsString>, Vec<OsString>)> {
    let given: Vec<OsString> = given.collect();
    let (runner, options) = match given.iter().position(|argument| argument == "--") {
        Some(at) => (given[..at].to_vec(), given[at + 1..].to_vec()),
        None => (given, Vec::new()),
    };
    ensure!(!runner.is_empty(), USAGE);
    Ok((runner, options))
}

fn command(runner: &[OsString]) -> Command {
    let mut command = Command::new(&runner[0]);
    command.args(&runner[1..]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_behind_the_dashes() {
        let split = |text: &str| arguments(text.split_whitespace().map(OsString::from));
        let (runner, options) = split("python3 r.py -- --golden -v").unwrap();
        assert_eq!((runner.join(OsStr::new(" ")), options.len()), ("python3 r.py".into(), 2));
        assert_eq!(split("r").unwrap().1.len(), 0);
        assert!(split("-- x").is_err() && split("").is_err());
    }
}
