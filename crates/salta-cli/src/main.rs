//! The `salta` command.

mod args;
mod cli;
mod commands;
mod duration;
mod error;
mod input;
mod interrupt;
mod load;
mod output;
mod standing;
mod table;

use std::io::stdout;
use std::process::ExitCode;

use salta_core::isa::Isa;
use salta_report::set_terminal_width;
use terminal_size::{Width, terminal_size_of};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).without_time().with_target(false).init();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::message("error", &error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}

fn run() -> Result<(), error::Error> {
    choose_instructions()?;
    if let Some((Width(width), _)) = terminal_size_of(stdout()) {
        set_terminal_width(width);
    }
    cli::parse()?.map_or(Ok(()), commands::run)
}

/// `SALTA_ISA` makes the program compute as on a processor with narrower vectors: games and weights
/// are identical to the bit for the same build and instruction set.
fn choose_instructions() -> Result<(), error::Error> {
    let Ok(name) = std::env::var("SALTA_ISA") else { return Ok(()) };
    let known: Vec<&str> = Isa::available().map(Isa::name).collect();
    let unknown = || {
        let known = known.join(", ");
        error::Error::Failed(format!("SALTA_ISA: this processor has no `{name}` (it has {known})"))
    };
    let isa = Isa::named(&name).ok_or_else(unknown)?;
    isa.choose().expect("nothing has asked for an instruction set yet");
    Ok(())
}
