//! `salta match`: two players against each other.

use std::path::PathBuf;

use salta_arena::{MatchConfig, PlayerSpec};
use salta_run::{Display, RunError, play_one_match};

use crate::error::Error;
use crate::interrupt::{EXIT_CODE, stop_flag};
use crate::{output, table};

/// Arguments of `salta match`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A player: random, greedy, alphabeta:depth=N or checkpoint:PATH[:sims=N]
    #[arg(value_name = "PLAYER")]
    a: PlayerSpec,
    /// Its opponent
    #[arg(value_name = "OPPONENT")]
    b: PlayerSpec,
    /// Rule variant: a name, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "buettgenbach-1899")]
    variant: String,
    /// Pairs of games: one opening, each player once as White
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().pairs)]
    pairs: u32,
    /// Random plies before the players take over
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().opening_plies)]
    opening_plies: u32,
    /// Seed of the openings and of the games
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().seed)]
    seed: u64,
    /// Plies after which a game without a limit of its own is cut off
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().max_plies)]
    max_plies: u32,
    /// Threads; 0: one a core. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Directory for the result and the games
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result as one JSON line
    #[arg(long)]
    json: bool,
}

/// Plays the match and prints its table.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = MatchConfig {
        pairs: args.pairs,
        opening_plies: args.opening_plies,
        seed: args.seed,
        max_plies: args.max_plies,
        ..MatchConfig::default()
    };
    let (display, stop) = (Display::stderr(), stop_flag());
    let (players, out) = ([&args.a, &args.b], args.out.as_deref());
    let played =
        play_one_match(&args.variant, players, &config, args.threads, out, &display, &stop);
    display.finish();
    let summary = match played {
        Err(RunError::Stopped) => {
            output::message("stopped", "a match is played in one go; call it again");
            std::process::exit(EXIT_CODE.into());
        }
        played => played?,
    };
    if args.json {
        output::json(&summary)
    } else {
        output::text(&format!("{}\n", table::results(&[summary])))
    }
}
