//! The `salta` command.

mod args;
mod commands;
mod error;
mod interrupt;
mod load;
mod output;
mod picture;
mod standing;
mod table;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).without_time().with_target(false).init();
    match commands::run(args::Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::message("error", &error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}
