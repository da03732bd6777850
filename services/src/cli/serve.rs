//! `vespid serve`, and the demo.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use anyhow::bail;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal::unix::SignalKind;
use tokio::signal::unix::signal;
use vespid_services::Server;
use vespid_services::Site;
use vespid_services::WebApp;
use vespid_services::http::AccessLog;
use vespid_services::http::ServerLimits;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSources;

use super::apps;
use super::config::Config;
use super::log::LogConfig;
use crate::demo;

/// Only this machine can reach a server that nobody has configured.
pub(super) const DEFAULT_LISTEN: &str = "127.0.0.1:8080";

/// Options of `vespid serve`; they win over the configuration file.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Directory of the application at the root.
    dir: Option<PathBuf>,

    /// Directory whose folders are applications, each under its name; ROOT at the root.
    #[arg(long, value_name = "DIR")]
    apps: Option<PathBuf>,

    /// Address to listen on; port 0 takes a free one [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,

    /// Development: edits show at once, error pages explain themselves.
    #[arg(long)]
    dev: bool,

    /// Configuration file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Serves the applications until a signal ends it.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut config = match &options.config {
        Some(path) => Config::read(path)?,
        None => Config::default(),
    };
    config.dir = options.dir.clone().or(config.dir);
    config.apps = options.apps.clone().or(config.apps);
    config.development |= options.dev;
    let listen = options.listen.as_deref().or(config.listen.as_deref()).unwrap_or(DEFAULT_LISTEN).to_owned();
    config.log.start()?;
    super::runtime()?.block_on(async {
        let site = site(&config)?;
        site.warm_up().await;
        serve(&site, config.limits.server(), &listen, "").await
    })
}

/// Serves the demo until a signal ends it.
pub(super) fn demo(listen: &str) -> anyhow::Result<ExitCode> {
    LogConfig::default().start()?;
    super::runtime()?.block_on(async {
        let site = Site::builder().application(demo::application().await?).access_log(AccessLog::On).build();
        serve(&site, ServerLimits::default(), listen, "The demo of Vespid is ").await
    })
}

fn site(config: &Config) -> anyhow::Result<Arc<Site>> {
    let mut wanted = Vec::new();
    if let Some(dir) = &config.dir {
        wanted.push((String::new(), dir.clone()));
    }
    if let Some(dir) = &config.apps {
        let folders = apps::folders(dir)?;
        let has_root = config.dir.is_some();
        wanted.extend(folders.into_iter().filter(|(path, _)| !(has_root && path.is_empty())));
    }
    if wanted.is_empty() {
        bail!(
            "there is nothing to serve: name an application's directory, or a directory of applications by --apps"
        );
    }
    let data_sources = data_sources(config)?;
    let imports = config.imports.imports()?;
    let mut site = Site::builder().foreign_imports(config.imports.other_applications);
    if config.log.access {
        site = site.access_log(AccessLog::On);
    }
    if let Some(bytes) = config.limits.form_bytes {
        site = site.max_form_bytes(bytes);
    }
    if let Some(count) = config.limits.params {
        site = site.max_params(count);
    }
    if let Some(path) = &config.health.live {
        site = site.live_path(path);
    }
    if let Some(path) = &config.health.ready {
        site = site.ready_path(path);
    }
    let mut failed = Vec::new();
    let count = wanted.len();
    for (context_path, dir) in wanted {
        let application = apps::over(&dir).and_then(|builder| {
            let mut builder = builder
                .context_path(&context_path)
                .development(config.development)
                .scripting(config.pages.scripting)
                .limits(config.pages.limits());
            if let Some(timeout) = config.sessions.timeout() {
                builder = builder.session_timeout(timeout);
            }
            if let Some(imports) = &imports {
                builder = builder.imports(imports.clone());
            }
            let sources = DataSources::new().allow_urls(config.pages.data_source_urls);
            for (name, source) in &data_sources {
                sources.add(name, source.clone());
            }
            builder = builder.data_sources(sources);
            builder.build().with_context(|| format!("{} can't be served", dir.display()))
        });
        match application {
            Ok(application) => {
                announce(&application, &context_path);
                site = site.application(application);
            }
            Err(error) => failed.push(error),
        }
    }
    // Of several applications the sound ones are served; whoever asked for one wants to know.
    if failed.len() == count {
        return Err(failed.remove(0));
    }
    for error in failed {
        tracing::error!("{error:#}");
    }
    Ok(site.build())
}

fn data_sources(config: &Config) -> anyhow::Result<Vec<(String, DataSource)>> {
    let connect = |(name, source): (&String, &super::config::DataSourceConfig)| {
        let wrong = || format!("the data source '{name}' can't be set up");
        let password = source.password().with_context(wrong)?;
        let options = source.options().with_context(wrong)?;
        let connected =
            DataSource::connect(&source.url, source.user.as_deref(), password.as_deref(), options);
        Ok((name.clone(), connected.with_context(wrong)?))
    };
    config.data_sources.iter().map(connect).collect()
}

fn announce(application: &WebApp, context_path: &str) {
    let path = if context_path.is_empty() { "/" } else { context_path };
    tracing::info!(path, name = application.application().name(), "application");
    for warning in application.warnings() {
        tracing::warn!("{}", warning.report().to_text());
    }
}

/// Listens, says so, and serves until a signal.
async fn serve(
    site: &Arc<Site>,
    limits: ServerLimits,
    listen: &str,
    prefix: &str,
) -> anyhow::Result<ExitCode> {
    raise_file_limit();
    // Signals first: whoever reads the line below may send one at once.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = signal(SignalKind::hangup())?;
    let listener =
        TcpListener::bind(listen).await.with_context(|| format!("{listen} can't be listened on"))?;
    let address = listener.local_addr()?;
    super::line(format_args!("{prefix}listening on http://{address}"))?;

    let reloading = site.clone();
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            tracing::info!("reloading: every page is looked at again at its next request");
            reloading.reload();
        }
    });
    let stop = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    Server::new(site.clone()).limits(limits).run(listener, stop).await;
    Ok(ExitCode::SUCCESS)
}

/// Lets the process open as many files as it may, since each connection is one: the usual limit of 1024 is there for
/// programs that use `select`.
fn raise_file_limit() {
    use rustix::process::Resource;
    use rustix::process::Rlimit;
    let limit = rustix::process::getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = rustix::process::setrlimit(Resource::Nofile, raised) {
        tracing::debug!(%error, "the limit of open files could not be raised");
    }
}
