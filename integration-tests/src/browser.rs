//! A real browser without a screen.

use std::env;
use std::path::Path;
use std::process::Command;
use std::process::Stdio;
use std::thread;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;
use anyhow::ensure;

use crate::binary::all_text;
use crate::wait_until;

/// Switches for a browser that runs as any user, asks nothing and calls nobody but the page.
const SWITCHES: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// The document of a URL after its scripts have run, as HTML text.
///
/// # Errors
/// When `VESPID_TEST_CHROMIUM` is not set, or the browser fails or hangs.
pub fn dump_dom(url: &str) -> Result<String> {
    run(&["--dump-dom"], url)
}

/// Writes a picture (PNG) of a URL, `width` by `height` pixels.
///
/// # Errors
/// As [`dump_dom`], and when no picture is written.
pub fn screenshot(url: &str, width: u32, height: u32, picture: &Path) -> Result<()> {
    let target = format!("--screenshot={}", picture.display());
    run(&["--hide-scrollbars", &format!("--window-size={width},{height}"), &target], url)?;
    ensure!(picture.is_file(), "the browser wrote no picture of {url}");
    Ok(())
}

fn run(switches: &[&str], url: &str) -> Result<String> {
    let browser = env::var_os("VESPID_TEST_CHROMIUM").context(
        "this test needs a browser, and VESPID_TEST_CHROMIUM is not set: run it by ci/test, or by \
         `ci/with-services cargo test …`",
    )?;
    let profile = tempfile::Builder::new().prefix("vespid-browser-").tempdir()?;
    let mut child = Command::new(&browser)
        .args(SWITCHES)
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(switches)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", browser.display()))?;
    let pid = child.id();
    let finished = thread::scope(|scope| {
        // Its output is read while it runs, else a full pipe would stop it.
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let stdout = scope.spawn(move || read_all(stdout));
        let stderr = scope.spawn(move || read_all(stderr));
        let ended = wait_until("the browser ends", || Ok(child.try_wait()?.is_some()));
        if ended.is_err() {
            // It hangs: ended by force, and reported as such below.
            let _ = child.kill();
        }
        let status = child.wait()?;
        let (Ok(stdout), Ok(stderr)) = (stdout.join(), stderr.join()) else { bail!("reading its output") };
        ended?;
        Ok(std::process::Output { status, stdout: stdout?, stderr: stderr? })
    });
    let output = finished.with_context(|| format!("the browser (process {pid}) on {url}"))?;
    ensure!(output.status.success(), "the browser failed on {url}:\n{}", all_text(&output));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn read_all(stream: Option<impl std::io::Read>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
