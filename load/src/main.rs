//! The command line of `vespid-load`.

use clap::Parser;
use clap::Subcommand;
use mimalloc::MiMalloc;

/// The allocator of the `vespid` binary, so that all that is compared allocates alike.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Benchmarks of Vespid: pages in process, servers under load, and the servers to compare with.
#[derive(Debug, Parser)]
#[command(name = "vespid-load", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Render(vespid_load::render::RenderOptions),
    Http(vespid_load::http::HttpOptions),
    /// Serves the catalog page, until interrupted.
    #[command(subcommand)]
    Serve(vespid_load::serve::Server),
}

fn main() -> anyhow::Result<()> {
    match CommandLine::parse().command {
        Command::Render(options) => vespid_load::render::run(&options),
        Command::Http(options) => vespid_load::http::run(&options),
        Command::Serve(server) => vespid_load::serve::run(&server),
    }
}
