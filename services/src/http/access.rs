//! The access log and the report of failures after the head was sent.

use std::time::Instant;

use http::Method;
use http::StatusCode;
use http::Uri;
use http::Version;
use tracing::Level;
use vespid_render::Error;
use vespid_render::diagnostic::Report;
use vespid_streams::watch::Ended;
use vespid_streams::watch::Outcome;

use super::Peer;

/// Whether each request gets a line in the log (target `vespid::access`, level `INFO`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccessLog {
    /// No lines: whoever embeds the service logs by its own means.
    #[default]
    Off,
    /// A line for each request, written when its response has ended.
    On,
}

/// What the log says of a request, once its response has ended or the client has gone before there was one.
pub(crate) struct Entry {
    method: Method,
    /// A copy: a `Uri` would hold on to the connection's read buffer for as long as the response lasts.
    uri: String,
    version: Version,
    peer: Peer,
    /// Whether a line is still to be written.
    is_due: bool,
    started: Instant,
}

impl Entry {
    pub(crate) fn new(log: AccessLog, method: &Method, uri: &Uri, version: Version, peer: Peer) -> Self {
        let is_due = log == AccessLog::On && tracing::enabled!(target: "vespid::access", Level::INFO);
        let uri = if is_due { uri.to_string() } else { String::new() };
        Entry { method: method.clone(), uri, version, peer, is_due, started: Instant::now() }
    }

    /// The response has ended.
    pub(crate) fn ended(mut self, status: StatusCode, outcome: &Outcome<'_, Error>) {
        let ended = match &outcome.ended {
            Ended::Complete => "complete",
            Ended::ClientGone => "aborted",
            Ended::Failed(error) => {
                let report = Report::from(*error).to_text();
                tracing::error!("the response broke off after {} bytes\n{report}", outcome.bytes_sent);
                "failed"
            }
        };
        self.write(status.as_u16(), outcome.bytes_sent, ended);
    }

    fn write(&mut self, status: u16, bytes: u64, ended: &str) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        let micros = self.started.elapsed().as_micros();
        tracing::info!(
            target: "vespid::access",
            client = %self.peer.remote.ip(),
            method = %self.method,
            uri = self.uri,
            protocol = ?self.version,
            status,
            bytes,
            duration_ms = micros as f64 / 1000.0,
            ended,
        );
    }
}

/// Dropped without a response: the client has gone while the page was still working on its first byte.
impl Drop for Entry {
    fn drop(&mut self) {
        self.write(0, 0, "aborted");
    }
}
