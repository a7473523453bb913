//! Openings: from a book, or random, all different and optionally balanced.

use std::collections::HashSet;
use std::path::Path;

use salta_core::{Position, Variant};
use salta_env::{Generator, generator};
use salta_opponents::alphabeta::best_move;
use salta_players::pick;
use salta_record::read_text;

use crate::book::parse_book;
use crate::config::MatchConfig;
use crate::error::MatchError;
use crate::opening::Opening;

/// Number of failed draws for one pair after which the variant counts as out of openings.
const TRIES: u32 = 1000;
/// Maximum size of a book in bytes.
const MOST_BYTES: u64 = 256 << 20;
/// Search depth of the balance check, in turns.
const JUDGE_DEPTH: u32 = 2;

/// Returns an opening for each pair: the first ones of the config's book or, without a book,
/// uniformly random plies from the pair's own random generator. All lead to different positions in
/// which the game is not over; a random opening that fails this is drawn again.
///
/// With `opening_balance`, it also fails if `alphabeta@1:depth=2` sees a side ahead by more points
/// than that: the margin by distance after the best turn of each side. This check is cheap and the
/// same for all players, but cannot tell whether an opening is balanced for strong players.
///
/// # Errors
/// If the variant runs out of openings, the book cannot be read, or it has too few openings.
pub fn openings(variant: &Variant, config: &MatchConfig) -> Result<Vec<Opening>, MatchError> {
    match &config.opening_book {
        Some(book) => from_book(variant, Path::new(book), config),
        None => drawn(variant, config),
    }
}

fn from_book(
    variant: &Variant,
    book: &Path,
    &MatchConfig { pairs, max_plies, .. }: &MatchConfig,
) -> Result<Vec<Opening>, MatchError> {
    let found = parse_book(variant, &read_text(book, MOST_BYTES)?);
    let mut found = found.map_err(|what| MatchError::at(book, what))?;
    if found.len() < pairs as usize {
        return Err(MatchError::at(book, MatchError::too_few_openings(found.len(), pairs)));
    }
    found.truncate(pairs as usize);
    let cut = |opening: &&Opening| opening.position.plies() >= max_plies;
    if variant.rules().move_limit == 0
        && let Some(opening) = found.iter().find(cut)
    {
        let plies = opening.position.plies();
        let what =
            format!("an opening is at ply {plies}; with max_plies = {max_plies} it is not played");
        return Err(MatchError::at(book, what));
    }
    Ok(found)
}

fn drawn(variant: &Variant, config: &MatchConfig) -> Result<Vec<Opening>, MatchError> {
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(config.pairs as usize);
    for pair in 0..config.pairs {
        let mut generator = generator(config.seed, "arena-opening", pair.into());
        let opening = fresh(variant, config, &mut generator, &mut seen);
        let (found, plies) = (openings.len(), config.opening_plies);
        openings.push(opening.ok_or_else(|| {
            MatchError::Failed(format!(
                "found only {found} different openings of {plies} plies for {} pairs; ask for \
                 fewer pairs, other `opening_plies` or a wider `opening_balance`",
                config.pairs
            ))
        })?);
    }
    Ok(openings)
}

fn fresh(
    variant: &Variant,
    config: &MatchConfig,
    generator: &mut Generator,
    seen: &mut HashSet<Position>,
) -> Option<Opening> {
    let balanced = |opening: &Opening| {
        config.opening_balance.is_none_or(|most| lead(variant, &opening.position) <= most)
    };
    let draws = (0..TRIES).filter_map(|_| draw(variant, config.opening_plies, generator));
    draws.filter(balanced).find(|opening| seen.insert(opening.position))
}

/// Points by which the balance check sees one side ahead. The choice between equal turns does not
/// change the value, so any generator can be used.
fn lead(variant: &Variant, position: &Position) -> u32 {
    let mut generator = generator(0, "arena-judge", 0);
    best_move(variant, position, JUDGE_DEPTH, &mut generator).1.unsigned_abs()
}

/// Draws an opening; `None` if the game ends before the last ply or with it.
fn draw(variant: &Variant, plies: u32, generator: &mut Generator) -> Option<Opening> {
    let start = variant.start();
    let mut opening = Opening { start, moves: Vec::new(), position: start };
    for _ in 0..plies {
        let moves = variant.moves(&opening.position);
        if moves.is_empty() {
            return None;
        }
        let mv = pick(&moves, generator);
        variant.apply_move(&mut opening.position, mv);
        opening.moves.push(mv);
    }
    (!variant.is_over(&opening.position)).then_some(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;

    #[test]
    fn no_opening_twice_and_none_over() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let config = MatchConfig { pairs: 300, ..MatchConfig::default() };
            let openings = openings(&variant, &config).unwrap();
            let positions: HashSet<Position> = openings.iter().map(|o| o.position).collect();
            assert_eq!(positions.len(), 300);
            for opening in openings {
                let mut position = variant.start();
                opening.moves.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
                assert_eq!((position, position.plies()), (opening.position, 6));
                assert!(!variant.is_over(&position));
            }
        }
    }

    #[test]
    fn a_pairs_opening_depends_on_seed_and_number() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let of = |seed, pairs| {
            openings(&variant, &MatchConfig { seed, pairs, ..MatchConfig::default() }).unwrap()
        };
        assert_eq!(of(1, 5), of(1, 9)[..5]);
        assert_ne!(of(1, 5), of(2, 5));
    }

    #[test]
    fn too_few_openings_are_an_error() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let config = MatchConfig { pairs: 10, opening_plies: 1, ..MatchConfig::default() };
        let error = openings(&variant, &config).unwrap_err().to_string();
        assert!(error.starts_with("found only 9 different openings of 1 plies"), "{error}");
        let config = MatchConfig { pairs: 9, ..config };
        assert_eq!(openings(&variant, &config).unwrap().len(), 9);
    }

    #[test]
    fn an_opening_does_not_run_past_the_end() {
        let rules = salta_core::rules::parse("base = \"checkerboard\"\nmove_limit = 3").unwrap();
        let config = MatchConfig { pairs: 1, ..MatchConfig::default() };
        assert!(openings(&Variant::new(rules), &config).is_err());
    }

    #[test]
    fn a_book_whose_games_would_be_cut_at_once_is_refused() {
        let (variant, file) = (Variant::named("walker").unwrap(), tempfile::NamedTempFile::new());
        let path = file.unwrap().into_temp_path();
        let line = variant.position_line(&variant.start()).replace(" 0", " 40");
        std::fs::write(&path, line).unwrap();
        let book = Some(path.to_str().unwrap().to_owned());
        let of = |max_plies| {
            let book = MatchConfig { opening_book: book.clone(), ..MatchConfig::default() };
            openings(&variant, &MatchConfig { pairs: 1, max_plies, ..book })
        };
        assert_eq!(of(41).unwrap()[0].position.plies(), 40);
        let cut = of(40).unwrap_err().to_string();
        let end = "an opening is at ply 40; with max_plies = 40 it is not played";
        assert!(cut.ends_with(end), "{cut}");
    }

    #[test]
    fn balanced_openings_are_within_the_judges_bound() {
        for name in ["buettgenbach-1899", "walker"] {
            let variant = Variant::named(name).unwrap();
            let any = MatchConfig { pairs: 100, ..MatchConfig::default() };
            let leads = |config: &MatchConfig| -> Vec<u32> {
                let drawn = openings(&variant, config).unwrap();
                drawn.iter().map(|opening| lead(&variant, &opening.position)).collect()
            };
            assert!(leads(&any).iter().any(|lead| *lead > 1), "{name}");
            let balanced = MatchConfig { opening_balance: Some(1), ..any };
            assert!(leads(&balanced).iter().all(|lead| *lead <= 1), "{name}");
        }
    }
}
