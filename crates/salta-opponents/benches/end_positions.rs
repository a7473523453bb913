//! Writes the final positions of games, one position line each, on which `solo` is measured.
//!
//! ```sh
//! cargo bench -p salta-opponents --bench end_positions -- alphabeta > data/ends/alphabeta2.txt
//! cargo bench -p salta-opponents --bench end_positions -- random > data/ends/random.txt
//! cargo bench -p salta-opponents --bench end_positions -- games FILE > data/ends/checkpoint.txt
//! ```
//!
//! `alphabeta` is depth 2 against itself after six random plies; `random` is uniform play up to the
//! move limit; both play `buettgenbach-1899` with a generator seeded by the game's number. `games`
//! replays a file of `salta match --out DIR`. No position is written twice.

use std::collections::HashSet;
use std::process::ExitCode;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use salta_core::notation::GameFile;
use salta_core::{Ending, Move, Position, Variant};
use salta_opponents::alphabeta::best_move;

const POSITIONS: usize = 1000;
const OPENING_PLIES: u32 = 6;
const DEPTH: u32 = 2;
const USAGE: &str = "usage: end_positions alphabeta | random | games FILE";

fn main() -> ExitCode {
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let ends = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["alphabeta"] => Ok(distinct((0..).map(|game| alphabeta(&variant, game)))),
        ["random"] => Ok(distinct((0..).filter_map(|game| random(&variant, game)))),
        ["games", path] => played(&variant, path).map(|ends| distinct(ends.into_iter())),
        _ => Err(USAGE.into()),
    };
    match ends {
        Ok(ends) => {
            ends.iter().for_each(|end| println!("{}", variant.position_line(end)));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn distinct(ends: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut seen = HashSet::new();
    ends.filter(|end| seen.insert(*end)).take(POSITIONS).collect()
}

/// Plays a game to the end with moves from `choose`.
fn play(
    variant: &Variant,
    game: u64,
    mut choose: impl FnMut(&Position, &[Move], &mut ChaCha8Rng) -> Move,
) -> Position {
    let mut generator = ChaCha8Rng::seed_from_u64(game);
    let mut position = variant.start();
    loop {
        let moves = variant.moves(&position);
        if moves.is_empty() {
            return position;
        }
        let mv = choose(&position, &moves, &mut generator);
        variant.apply_move(&mut position, mv);
    }
}

fn pick(moves: &[Move], generator: &mut ChaCha8Rng) -> Move {
    moves[generator.random_range(0..moves.len() as u32) as usize]
}

fn alphabeta(variant: &Variant, game: u64) -> Position {
    play(variant, game, |position, moves, generator| {
        if position.plies() < OPENING_PLIES {
            pick(moves, generator)
        } else {
            best_move(variant, position, DEPTH, generator).0
        }
    })
}

/// Only games that reach the limit count.
fn random(variant: &Variant, game: u64) -> Option<Position> {
    let end = play(variant, game, |_, moves, generator| pick(moves, generator));
    (variant.ending(&end) == Some(Ending::Limit)).then_some(end)
}

fn played(variant: &Variant, path: &str) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let games = text.split("[Event ").skip(1);
    games.map(|game| last_position(variant, &format!("[Event {game}"))).collect()
}

fn last_position(variant: &Variant, game: &str) -> Result<Position, String> {
    let file = GameFile::parse(game).map_err(|error| error.to_string())?;
    let position = variant.position_or_start(file.header("Position"));
    let mut position = position.map_err(|error| error.to_string())?;
    for ply in &file.plies {
        variant.play(&mut position, ply.mv).map_err(|error| error.to_string())?;
    }
    Ok(position)
}
