//! The command line of `vespid-load`.

use std::process::ExitCode;

use clap::Parser;
use clap::Subcommand;
use vespid_load::allocations::Counting;

/// The allocator of the `vespid` binary, so that all that is compared allocates alike; it counts.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
    El(vespid_load::el::ElOptions),
    Java(vespid_load::java::JavaOptions),
    /// Serves an application to put load on, until interrupted.
    #[command(subcommand)]
    Serve(vespid_load::serve::Server),
}

fn main() -> ExitCode {
    let result = match CommandLine::parse().command {
        Command::Render(options) => vespid_load::render::run(&options),
        Command::Http(options) => vespid_load::http::run(&options),
        Command::El(options) => vespid_load::el::run(&options),
        Command::Java(options) => vespid_load::java::run(&options),
        Command::Serve(server) => vespid_load::serve::run(&server),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn options_are_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn commands_have_the_documented_options() {
        for line in [
            "render --pages hand,minijinja --rounds 5 --json figures.json",
            "render --only askama --rounds 100",
            "el --rounds 5 --evaluations 100 --json figures.json",
            "java --rounds 3 --json figures.json",
            "http http://127.0.0.1:1/ http://127.0.0.1:2/ --connections 8 --duration 10 --warm-up 2 --slice 0.5 \
             --pid 1,2 --cookies --body length --threads 2 --timeout 5 --json figures.json",
            "serve askama --listen 127.0.0.1:8081 --threads 1",
            "serve shipments --database postgres://127.0.0.1/shop --setup --listen 127.0.0.1:8082",
        ] {
            let words = ["vespid-load"].into_iter().chain(line.split_whitespace());
            assert!(CommandLine::try_parse_from(words).is_ok(), "{line}");
        }
        for line in ["", "http", "render --only askama --pages hand", "render --rounds 0", "serve"] {
            let words = ["vespid-load"].into_iter().chain(line.split_whitespace());
            assert!(CommandLine::try_parse_from(words).is_err(), "{line}");
        }
    }
}
