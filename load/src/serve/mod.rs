//! `vespid-load serve`: the servers to put load on, one subcommand each.

mod askama;
mod catalog;
mod shipments;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use clap::Subcommand;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use vespid_services::Site;
use vespid_services::WebApp;
use vespid_sql_tags::DataSource;
use vespid_sql_tags::DataSourceOptions;

use crate::report;

/// A server to put load on.
#[derive(Debug, Subcommand)]
pub enum Server {
    /// A plain hyper handler that answers every request with the askama page.
    Askama(ServeOptions),
    /// The catalog application by Vespid.
    Catalog(CatalogOptions),
    /// The shipments service by Vespid, on PostgreSQL or SQLite.
    Shipments(ShipmentsOptions),
}

/// Options of the shipments service.
#[derive(Args, Debug)]
pub struct ShipmentsOptions {
    /// URL of the database, options of its pool in the query.
    #[arg(long, value_name = "URL", env = "VESPID_SHIPMENTS_DATABASE", hide_env_values = true)]
    #[arg(default_value = "sqlite::memory:")]
    database: String,

    /// Make the tables with 100,000 shipments before; those that are there are dropped. A database in memory is always
    /// set up.
    #[arg(long)]
    setup: bool,

    /// Serve the pages of this folder in place of those compiled in.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    #[command(flatten)]
    options: ServeOptions,
}

/// Options of the catalog application.
#[derive(Args, Debug)]
pub struct CatalogOptions {
    /// Serve the pages of this folder in place of those compiled in.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Run beans, tags and functions from their Java sources in place of those in Rust; a folder must hold them itself,
    /// in WEB-INF/classes.
    #[arg(long)]
    java: bool,

    #[command(flatten)]
    options: ServeOptions,
}

/// Options that all servers have.
#[derive(Args, Debug)]
pub struct ServeOptions {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8081")]
    listen: SocketAddr,

    /// Worker threads; one for each CPU if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command, until it is interrupted.
///
/// # Errors
/// The address cannot be listened on.
pub fn run(server: &Server) -> anyhow::Result<()> {
    match server {
        Server::Askama(options) => options.run(askama::serve),
        Server::Catalog(CatalogOptions { dir, java, options }) => {
            let application = catalog::application(dir.as_deref(), *java)?;
            options.run(|listener| serve(application, listener))
        }
        Server::Shipments(ShipmentsOptions { database, setup, dir, options }) => {
            let source = DataSource::connect(database, None, None, DataSourceOptions::default())
                .context("the database cannot be used")?;
            let application = shipments::application(dir.as_deref(), source.clone())?;
            let runtime = options.runtime()?;
            if *setup || database.contains(":memory:") {
                runtime.block_on(crate::shipments::set_up(&source))?;
            }
            options.run_on(&runtime, |listener| serve(application, listener))
        }
    }
}

/// Serves an application.
async fn serve(application: Arc<WebApp>, listener: TcpListener) {
    vespid_services::Server::new(Site::of(application)).run(listener, std::future::pending()).await;
}

impl ServeOptions {
    /// Serves until it is interrupted.
    fn run<F: Future<Output = ()>>(&self, serve: impl FnOnce(TcpListener) -> F) -> anyhow::Result<()> {
        self.run_on(&self.runtime()?, serve)
    }

    fn run_on<F: Future<Output = ()>>(
        &self,
        runtime: &Runtime,
        serve: impl FnOnce(TcpListener) -> F,
    ) -> anyhow::Result<()> {
        runtime.block_on(async {
            let listener = self.bind().await?;
            tokio::select! {
                () = serve(listener) => Ok(()),
                interrupted = tokio::signal::ctrl_c() => interrupted.context("cannot wait for an interrupt"),
            }
        })
    }

    fn runtime(&self) -> anyhow::Result<Runtime> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        if let Some(threads) = self.threads {
            builder.worker_threads(threads.into());
        }
        builder.enable_all().build().context("cannot start the worker threads")
    }

    /// Listens, and says where.
    async fn bind(&self) -> anyhow::Result<TcpListener> {
        let listener = TcpListener::bind(self.listen)
            .await
            .with_context(|| format!("cannot listen on {}", self.listen))?;
        report::line(format_args!("listening on http://{}/", listener.local_addr()?));
        Ok(listener)
    }
}
