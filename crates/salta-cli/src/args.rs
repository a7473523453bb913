//! The command line: its commands and the arguments that several of them share.

use clap::{Args, Parser, Subcommand};

use salta_core::{Position, Variant};

use crate::commands::{
    arena, doctor, duel, engine, engine_check, evaluate, export, learn, moves, perft, plan, play,
    points, replay, review, selfplay, serve, show, solo, study, train, variants, verify,
};
use crate::error::Error;
use crate::load::{self, VariantRef};

/// The version and the commit it was built from.
pub(crate) const VERSION: &str = env!("SALTA_VERSION");

/// Whether all of the program was optimised in full, as `--release` does.
pub(crate) const OPTIMISED: bool = matches!(env!("SALTA_OPT_LEVEL").as_bytes(), b"3");

/// Self-play toolkit for the board game Salta.
#[derive(Debug, Parser)]
#[command(name = "salta", version = VERSION, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One variant for each module of `commands`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Train a network by self-play, from a config.
    Train(train::Args),
    /// Measure for half a minute how long a training config will take here.
    Plan(plan::Args),
    /// Say what this machine offers: cores, instructions, speed.
    Doctor(doctor::Args),
    /// Play the games of one generation of a training config, without learning from them.
    Selfplay(selfplay::Args),
    /// Learn from games of a training run that others play: one JSON line each way a generation.
    Learn(learn::Args),
    /// Play the matches of a training config with the network of any generation of a run.
    Evaluate(evaluate::Args),
    /// Compare the files of a training run with what was recorded when they were made.
    Verify(verify::Args),
    /// Play a tournament from a config.
    Arena(arena::Args),
    /// Play two players against each other.
    Match(Box<duel::Args>),
    /// Play a game in the terminal.
    Play(play::Args),
    /// Open the board in the browser: play, analyse, watch training.
    Serve(serve::Args),
    /// Speak the text protocol as a player, for other programs to play against.
    Engine(engine::Args),
    /// Check whether a program keeps to the text protocol.
    EngineCheck(engine_check::Args),
    /// Write a network as ONNX or safetensors, games as NumPy arrays or CSV.
    Export(export::Args),
    /// Count the move sequences of a given length.
    Perft(perft::Args),
    /// List the legal moves of a position.
    Moves(moves::Args),
    /// Count the moves that each side still needs.
    Points(points::Args),
    /// Find the shortest way home of one side alone on the board.
    Solo(solo::Args),
    /// Read a shard of games that self-play wrote.
    Show(show::Args),
    /// Check a game file ply by ply.
    Replay(replay::Args),
    /// Go through a recorded game move by move, with a search.
    Review(review::Args),
    /// Compare rule variants, from a config.
    Study(study::Args),
    /// Show the rule variants.
    Variants(variants::Args),
}

/// A position of a variant.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Rule variant: a name, or a file (a path with a separator or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "buettgenbach-1899")]
    #[arg(value_parser = load::variant_ref())]
    variant: VariantRef,
    /// Position line, as in "…/ABCDE w 0"; the variant's start if left out
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Place {
    /// Whether a position was given.
    pub(crate) const fn has_position(&self) -> bool {
        self.position.is_some()
    }

    /// Reads the variant and the position.
    pub(crate) fn load(&self) -> Result<(Variant, Position), Error> {
        let variant = self.variant.load()?;
        let position = match &self.position {
            None => variant.start(),
            Some(line) => variant
                .parse_position(line)
                .map_err(|error| Error::Position { place: "--position".into(), error })?,
        };
        Ok((variant, position))
    }
}

/// How hard to look for an exact count.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Budget {
    /// Nodes that the search for one side's exact count may visit
    #[arg(long, visible_alias = "budget", value_name = "N", default_value_t = DEFAULT_NODES)]
    pub(crate) nodes: u64,
}

/// Nodes for one side's exact count where the user does not say: some eight seconds of one core where
/// they do not suffice, and random scrambles of all fifteen pieces rarely need as many.
pub(crate) const DEFAULT_NODES: u64 = 1_000_000;
