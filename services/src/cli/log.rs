//! The log: lines on the standard error.

use std::io;
use std::io::IsTerminal;

use anyhow::Context;
use serde::Deserialize;
use tracing_subscriber::EnvFilter;

/// The environment variable that wins over the configured filter.
const FILTER: &str = "VESPID_LOG";

/// `[log]` of the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LogConfig {
    /// How lines look.
    format: Format,
    /// Whether each request gets a line.
    pub(super) access: bool,
    /// Levels by target, such as `info,vespid_render=debug`.
    filter: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Text,
    Json,
}

impl Default for LogConfig {
    fn default() -> Self {
        LogConfig { format: Format::Text, access: true, filter: "info".to_owned() }
    }
}

impl LogConfig {
    /// Starts logging.
    ///
    /// # Errors
    /// The filter can't be read.
    pub(super) fn start(&self) -> anyhow::Result<()> {
        let filter = std::env::var(FILTER).unwrap_or_else(|_| self.filter.clone());
        let filter = EnvFilter::try_new(&filter)
            .with_context(|| format!("the log filter '{filter}' can't be read"))?;
        let is_plain =
            std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty()) || !io::stderr().is_terminal();
        let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
        match self.format {
            Format::Text => subscriber.with_ansi(!is_plain).init(),
            Format::Json => subscriber.json().init(),
        }
        Ok(())
    }
}
