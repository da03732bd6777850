//! `vespid`: serves, checks and renders Jakarta Pages.
#![forbid(unsafe_code)]

mod cli;
mod demo;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
