//! `salta regret`: what a player's moves cost against perfect play.

use std::path::PathBuf;

use salta_players::PlayerSpec;
use salta_record::write_atomically;
use salta_run::players::Recipe;
use salta_solve::Table;
use salta_study::{RegretConfig, regret, regret_table};

use crate::commands::solve::watched;
use crate::error::Error;
use crate::{load, output};

/// Arguments of `salta regret`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player, as in checkpoint:PATH or alphabeta@2:depth=4
    #[arg(value_name = "PLAYER")]
    player: PlayerSpec,
    /// Rule variant: a name, or a file (a path with a separator or ending in .toml)
    #[arg(value_name = "VARIANT")]
    variant: String,
    /// Table of the variant, from `salta solve --out`; by default the variant is solved first
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Simulations to compare, for a checkpoint; 1 plays the policy's first choice
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    sims: Vec<u32>,
    /// Games of the player against itself
    #[arg(long = "own-games", value_name = "N", default_value_t = 100)]
    games: u64,
    /// Random placements
    #[arg(long, value_name = "N", default_value_t = 1000)]
    placements: u64,
    /// Random plies before each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening_plies: u32,
    /// Plies after which a game without a move limit ends
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_plies: u32,
    /// Seed of openings, placements and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the numbers as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// Runs `salta regret`.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let variant = load::variant(&args.variant)?;
    let players = players(args)?;
    let table = match &args.table {
        Some(path) => Table::open_for(path, &variant)?,
        None => watched(|watch| Table::solved(&variant, watch))?,
    };
    let config = RegretConfig {
        games: args.games,
        opening_plies: args.opening_plies,
        max_plies: args.max_plies,
        placements: args.placements,
        seed: args.seed,
    };
    let mut rows = Vec::new();
    for player in &players {
        rows.extend(regret(player, &table, &config)?);
    }
    let shown = regret_table(&rows);
    if let Some(path) = &args.csv {
        write_atomically(path, shown.csv().as_bytes())?;
    }
    output::text(&format!("{}\n", shown.terminal_narrow()))
}

/// The player, once for each number of simulations.
fn players(args: &Args) -> Result<Vec<Recipe>, Error> {
    let PlayerSpec::Network { source, search } = &args.player else {
        return match args.sims.is_empty() {
            true => Ok(vec![Recipe::load(&args.player)?]),
            false => Err(Error::Failed("--sims is for networks".into())),
        };
    };
    let with = |simulations: u32| {
        let search =
            search.with_simulations(simulations).map_err(|error| Error::at("--sims", error))?;
        Ok(Recipe::load(&PlayerSpec::Network { source: source.clone(), search })?)
    };
    match args.sims.is_empty() {
        true => Ok(vec![Recipe::load(&args.player)?]),
        false => args.sims.iter().copied().map(with).collect(),
    }
}
