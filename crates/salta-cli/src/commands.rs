//! The commands, one module each: `Args` and `run`.

pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod points;
pub(crate) mod replay;
pub(crate) mod variants;

use crate::args::Command;
use crate::error::Error;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Error> {
    match command {
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Points(args) => points::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Variants(args) => variants::run(&args),
    }
}
