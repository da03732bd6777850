//! The programs under test.
//!
//! `ci/test` builds them together with all tests and names `vespid` in `VESPID_TEST_BINARY`. Where that is not
//! set they are built on first use, so that a test never meets a program older than the sources.

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Output;
use std::sync::OnceLock;

use anyhow::Context;
use anyhow::Result;
use anyhow::anyhow;
use anyhow::ensure;

use crate::repository;

/// The path of `vespid`.
///
/// # Errors
/// When `VESPID_TEST_BINARY` names no file, or when the program does not build.
pub fn vespid() -> Result<PathBuf> {
    Ok(folder()?.join("vespid"))
}

/// The path of `vespid-load`, which lies beside `vespid`.
///
/// # Errors
/// As [`vespid`].
pub fn vespid_load() -> Result<PathBuf> {
    Ok(folder()?.join("vespid-load"))
}

/// Runs `vespid` with the arguments to its end.
///
/// # Errors
/// When it cannot be started. How it ended is in the output.
pub fn run<A: AsRef<OsStr>>(args: &[A]) -> Result<Output> {
    Command::new(vespid()?).args(args).env("NO_COLOR", "1").output().context("running vespid")
}

/// All that a program wrote, the standard error after the standard output, as text.
#[must_use]
pub fn all_text(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text
}

/// The folder with both programs, found or built once in a test process.
fn folder() -> Result<&'static Path> {
    static FOLDER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match FOLDER.get_or_init(|| find().map_err(|err| format!("{err:#}"))) {
        Ok(path) => Ok(path),
        Err(message) => Err(anyhow!("{message}")),
    }
}

fn find() -> Result<PathBuf> {
    let vespid = match env::var_os("VESPID_TEST_BINARY") {
        Some(path) => repository().join(path),
        None => build()?.join("vespid"),
    };
    ensure!(vespid.is_file(), "VESPID_TEST_BINARY names {}, which is no file", vespid.display());
    Ok(vespid.parent().map(Path::to_path_buf).unwrap_or_default())
}

/// Builds both programs in the profile of the running test.
fn build() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--locked", "--bins", "-p", "vespid-services", "-p", "vespid-load"])
        .current_dir(repository())
        .output()
        .context("starting cargo to build the programs under test")?;
    ensure!(output.status.success(), "the programs under test do not build:\n{}", all_text(&output));
    // The test runs from TARGET/PROFILE/deps, the programs lie in TARGET/debug.
    let test = env::current_exe().context("finding the running test")?;
    let target = test.ancestors().nth(3).context("the running test lies outside of a target folder")?;
    Ok(target.join("debug"))
}
