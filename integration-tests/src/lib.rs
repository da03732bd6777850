//! Vespid from outside: the real binary, real sockets, a real PostgreSQL, a real browser.
//!
//! The library is the harness; the tests are in `tests/`, the conformance pages in `conformance/`. Nothing
//! here links against Vespid: what the tests see is what a client, a terminal or a database sees.
//!
//! `ci/test` prepares everything and runs all tests. By hand, with the services of `ci/with-services`:
//!
//! ```text
//! ci/with-services cargo test -p vespid-integration-tests --test streaming
//! ```
//!
//! A test that needs what is not there (PostgreSQL, a browser) fails and says so; it is never skipped.

pub mod app;
pub mod binary;
pub mod browser;
pub mod case;
pub mod cluster;
pub mod diff;
pub mod http;
pub mod pg;
pub mod server;

pub use app::App;
pub use cluster::Cluster;
pub use pg::Database;
pub use server::Server;

use std::path::Path;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use std::time::Instant;

/// The longest that a test waits for anything that should come soon. Reaching it is a failure, so it is
/// generous: machines that run tests are busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Asks `condition` again and again until it answers true.
///
/// # Errors
/// When it still does not after [`PATIENCE`], with `what` in the message, or when the condition itself fails.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> anyhow::Result<bool>) -> anyhow::Result<()> {
    wait_within(what, PATIENCE, &mut condition)
}

/// [`wait_until`] with a limit of its own, where the limit is part of what is promised.
///
/// # Errors
/// As [`wait_until`].
pub fn wait_within(
    what: &str,
    limit: Duration,
    mut condition: impl FnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let start = Instant::now();
    while !condition()? {
        anyhow::ensure!(start.elapsed() < limit, "{what}: still not so after {limit:?}");
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
