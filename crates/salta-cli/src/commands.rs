//! The commands, one module each: `Args` and `run`.

pub(crate) mod arena;
pub(crate) mod doctor;
pub(crate) mod duel;
pub(crate) mod engine;
pub(crate) mod engine_check;
pub(crate) mod evaluate;
pub(crate) mod export;
pub(crate) mod learn;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod points;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solo;
pub(crate) mod study;
pub(crate) mod train;
pub(crate) mod variants;
pub(crate) mod verify;

use crate::args::Command;
use crate::error::Error;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Error> {
    match command {
        Command::Train(args) => train::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Match(args) => duel::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::EngineCheck(args) => engine_check::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Points(args) => points::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Solo(args) => solo::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Variants(args) => variants::run(&args),
        Command::Verify(args) => verify::run(&args),
    }
}
