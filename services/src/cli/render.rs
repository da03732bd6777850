//! `vespid render`.

use std::io;
use std::io::IsTerminal;
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use anyhow::bail;
use clap::Args;
use http_body_util::BodyExt;
use vespid_render::Error;
use vespid_render::Value;
use vespid_render::context::Exchange;
use vespid_render::context::Paths;
use vespid_render::diagnostic::Diagnostic;
use vespid_render::diagnostic::Report;
use vespid_render::value::Str;
use vespid_services::members;

use super::apps;

/// Options of `vespid render`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The application's directory.
    dir: PathBuf,

    /// The page's path in it.
    page: String,

    /// JSON file whose top-level members become request attributes; - is the standard input.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

/// Renders the page to the standard output, as its bytes come.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let attributes = match &options.model {
        Some(path) => read_model(path)?,
        None => Vec::new(),
    };
    let runtime = super::runtime()?;
    let _entered = runtime.enter();
    let web_app = apps::over(&options.dir)?.build()?;
    let application = web_app.application();
    let path: Str = format!("/{}", options.page.trim_start_matches('/')).into();
    let paths = Paths { request_uri: path.clone(), servlet_path: path.clone(), ..Paths::default() };
    let mut exchange = Exchange::builder(application.clone()).paths(paths);
    for (name, value) in attributes {
        exchange = exchange.attribute(&name, value);
    }
    let exchange = exchange.build();
    let rendered = runtime.block_on(async {
        let mut body = application.render(&path, exchange.clone()).start().await?;
        while let Some(frame) = body.frame().await {
            let Ok(chunk) = frame?.into_data() else { continue };
            let mut out = io::stdout().lock();
            let written = out.write_all(&chunk).and_then(|()| out.flush());
            // Whoever reads has read enough.
            if written.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
                break;
            }
        }
        Ok::<_, Error>(())
    });
    if let Err(error) = rendered {
        let _ = writeln!(io::stderr(), "{}", report(&error));
        return Ok(ExitCode::FAILURE);
    }
    let head = exchange.response.head();
    if let Some((status, message)) = &head.error {
        bail!("the page answers with the error {status} {}", message.as_deref().unwrap_or(""));
    }
    if let Some(redirect) = &head.redirect {
        let _ = writeln!(io::stderr(), "the page redirects to {}", redirect.location);
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn read_model(path: &Path) -> anyhow::Result<Vec<(Str, Value)>> {
    let mut text = String::new();
    if path == Path::new("-") {
        io::stdin().read_to_string(&mut text).context("the standard input can't be read")?;
    } else {
        text = std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
    }
    let model: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))?;
    members(&model).map_err(|_| anyhow::anyhow!("{} is not a JSON object", path.display()))
}

/// What went wrong, for a terminal.
pub(super) fn report(error: &Error) -> String {
    let has_colour =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    let show = |report: Report<'_>| if has_colour { report.to_ansi() } else { report.to_text() };
    match error.diagnostics() {
        Some(diagnostics) => {
            diagnostics.iter().map(Diagnostic::report).map(show).collect::<Vec<_>>().join("\n\n")
        }
        None => show(Report::from(error)),
    }
}
