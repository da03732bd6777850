//! `vespid-load serve`: the servers to put load on, one subcommand each.

mod askama;
mod catalog;

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::Subcommand;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::report;

/// A server of the catalog page.
#[derive(Debug, Subcommand)]
pub enum Server {
    /// A plain hyper handler that answers every request with the askama page.
    Askama(ServeOptions),
    /// The catalog application by Vespid.
    Catalog(CatalogOptions),
}

/// Options of the catalog application.
#[derive(Args, Debug)]
pub struct CatalogOptions {
    /// Serve the pages of this folder in place of those compiled in.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

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
        Server::Catalog(CatalogOptions { dir, options }) => {
            let application = catalog::application(dir.as_deref())?;
            options.run(|listener| catalog::serve(application, listener))
        }
    }
}

impl ServeOptions {
    /// Serves until it is interrupted.
    fn run<F: Future<Output = ()>>(&self, serve: impl FnOnce(TcpListener) -> F) -> anyhow::Result<()> {
        self.runtime()?.block_on(async {
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
