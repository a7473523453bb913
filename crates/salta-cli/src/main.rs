//! The `salta` command.

mod args;
mod commands;
mod error;
mod load;
mod output;
mod picture;
mod standing;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match commands::run(args::Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::message("error", &error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}
