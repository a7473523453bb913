//! `salta regret`: what a player's moves cost against perfect play.

use std::collections::BTreeSet;
use std::path::PathBuf;

use salta_arena::MAX_OPENING_PLIES;
use salta_core::notation::GameFile;
use salta_core::{Position, Variant};
use salta_players::{NetworkSource, PlayerSpec};
use salta_run::players::{PlayerFactory, checkpoint_of};
use salta_run::{RegretConfig, regret, regret_in_games};
use salta_solve::Table;
use salta_study::{calibration_table, regret_on_terminal, regret_page, regret_table};

use crate::args::unsigned;
use crate::commands::replay::played;
use crate::commands::solve::solved;
use crate::error::Error;
use crate::interrupt::watched;
use crate::{load, output};

/// Advice on how to make the work resumable, for when the solving is stopped.
const KEPT: &str = "solve the variant with `salta solve --out FILE`, then give --table FILE";

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
    /// Simulations to compare, for a checkpoint; 0 plays the policy's first choice
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = unsigned::<u32>)]
    sims: Vec<u32>,
    /// Generations to compare, for the checkpoint of a run
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = unsigned::<u32>)]
    generations: Vec<u32>,
    /// Games of the player against itself
    #[arg(long = "own-games", value_name = "N", default_value_t = 100, value_parser = unsigned::<u64>)]
    games: u64,
    /// Also the positions of the games in this file, as `salta match` writes them
    #[arg(long = "given-games", value_name = "FILE")]
    given: Option<PathBuf>,
    /// Random placements
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = unsigned::<u64>)]
    placements: u64,
    /// Random plies before each game
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_OPENING_PLIES)))]
    opening_plies: u32,
    /// Most plies after the opening; a longer game without a move limit is truncated
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = unsigned::<u32>)]
    max_plies: u32,
    /// Seed of openings, placements and games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = unsigned::<u64>)]
    seed: u64,
    /// Write the numbers as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the network's calibration as CSV
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
    /// Write a page with charts
    #[arg(long, value_name = "FILE", alias = "page")]
    html: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    output::writable([&args.csv, &args.calibration, &args.html].into_iter().flatten())?;
    if args.games == 0 && args.placements == 0 && args.given.is_none() {
        let what = "nothing to measure: give --own-games, --placements or --given-games";
        return Err(Error::Failed(what.into()));
    }
    let variant = load::variant(&args.variant)?;
    let players = players(args)?;
    players.iter().try_for_each(|player| player.factory.check_rules(&variant))?;
    let table = match &args.table {
        Some(path) => Table::open_for(path, &variant)?,
        None => solved(&variant, KEPT)?,
    };
    let Args { games, opening_plies, max_plies, placements, seed, .. } = *args;
    let config = RegretConfig { games, opening_plies, max_plies, placements, seed };
    if games > 1 && opening_plies == 0 {
        let same = "without random opening plies a player's games may all be the same; their \
                    interval then says nothing";
        output::message("warning", same);
    }
    let given = given(args, &variant, &table)?;
    let all = players.len() as u64 * (games + placements + given.iter().flatten().count() as u64);
    let measured = watched(|display| {
        let mut rows = Vec::new();
        display.part("regret".into(), all, 1.0);
        for Compared { generation, simulations, factory } in &players {
            let mut found = regret(factory, &table, &config, display)?.to_vec();
            if let Some(games) = &given {
                found.insert(1, regret_in_games(factory, &table, games, seed, display)?);
            }
            for mut row in found {
                row.generation = *generation;
                row.simulations = simulations.or(row.simulations);
                rows.push(row);
            }
        }
        Ok(rows)
    });
    let rows = measured.map_err(Error::without_resume)?;
    let shown = output::text(&format!("{}\n", regret_on_terminal(&rows)));
    let files = [
        (&args.csv, regret_table(&rows).csv()),
        (&args.calibration, calibration_table(&rows).csv()),
        (&args.html, regret_page(variant.name(), &rows)),
    ];
    let asked = files.into_iter().filter_map(|(path, text)| Some((path.as_deref()?, text)));
    output::with_files(shown, asked)
}

/// The positions of the games of `--given-games`; fails if the table lacks one of them.
fn given(
    args: &Args,
    variant: &Variant,
    table: &Table,
) -> Result<Option<Vec<Vec<Position>>>, Error> {
    let Some(path) = &args.given else { return Ok(None) };
    let of_game = |game: &GameFile| {
        let mut positions = played(game, variant.clone(), path, false)?.positions;
        positions.pop(); // in which no move was made
        let known = positions.iter().try_for_each(|position| table.value(position).map(drop));
        known.map_err(|error| Error::at(path, error))?;
        Ok(positions)
    };
    load::game_files(path)?.iter().map(of_game).collect::<Result<_, Error>>().map(Some)
}

/// One of the players that are compared.
struct Compared {
    generation: Option<u32>,
    simulations: Option<u32>,
    factory: PlayerFactory,
}

/// The player, once for each generation and number of simulations.
fn players(args: &Args) -> Result<Vec<Compared>, Error> {
    let PlayerSpec::Network { source, search } = &args.player else {
        if !(args.sims.is_empty() && args.generations.is_empty() && args.calibration.is_none()) {
            let what = "--sims, --generations and --calibration are for networks";
            return Err(Error::Failed(what.into()));
        }
        let factory = PlayerFactory::load(&args.player)?;
        return Ok(vec![Compared { generation: None, simulations: None, factory }]);
    };
    let mut players = Vec::new();
    for generation in each(&args.generations) {
        let source = match (source, generation) {
            (NetworkSource::Checkpoint(run), Some(generation)) => {
                let path = checkpoint_of(run.as_ref(), generation);
                NetworkSource::Checkpoint(path.to_string_lossy().into_owned())
            }
            (NetworkSource::Onnx(_), Some(_)) => {
                return Err(Error::Failed("--generations is for the checkpoint of a run".into()));
            }
            (source, None) => source.clone(),
        };
        for simulations in each(&args.sims) {
            let search = match simulations {
                None => search.clone(),
                Some(0) => search.policy_alone(),
                Some(simulations) => search
                    .with_simulations(simulations)
                    .map_err(|error| Error::at("--sims", error))?,
            };
            let factory =
                PlayerFactory::load(&PlayerSpec::Network { source: source.clone(), search })?;
            players.push(Compared { generation, simulations, factory });
        }
    }
    Ok(players)
}

/// Each of the numbers, once, or a single `None` if there are no numbers.
fn each(numbers: &[u32]) -> Vec<Option<u32>> {
    let mut known = BTreeSet::new();
    let once: Vec<_> =
        numbers.iter().copied().filter(|number| known.insert(*number)).map(Some).collect();
    if once.is_empty() { vec![None] } else { once }
}
