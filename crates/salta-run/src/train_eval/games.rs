//! The games of a generation, played by searches of a few hundred nodes that also score the
//! positions.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use salta_arena::final_margin;
use salta_core::{Ending, Variant, distance_margin};
use salta_env::{Generator, generator};
use salta_game::actions_of;
use salta_nnue::Network;
use salta_opponents::MarginSearcher;
use salta_opponents::alphabeta2::Limit;
use salta_record::{
    Decision, DecisionFlags, GameRecord, Outcome, ShardHeader, read_header, remove_leftovers,
    write_shard,
};

use super::config::{EvalConfig, GROUP, GamesConfig};
use super::samples::SCALE;
use crate::display::Display;
use crate::error::RunError;
use crate::files::create_dir;
use crate::generation::{check_header, header, shard_name};

/// Plays the missing games of a generation into `dir`, on the current rayon pool: `alphabeta@3`
/// with the teacher's network plays, or `alphabeta@2` if there is no teacher yet.
pub(super) fn play(
    config: &EvalConfig,
    variants: &[Arc<Variant>],
    generation: u32,
    teacher: Option<&Arc<Network>>,
    dir: &Path,
    display: &Display,
) -> Result<(), RunError> {
    create_dir(dir)?;
    remove_leftovers(dir)?;
    let name = format!("generation {generation}, games");
    display.part(name, config.games_per_generation.into(), 0.5);
    let all = groups(config, variants, generation, dir).enumerate();
    all.par_bridge().try_for_each(|(group, of)| {
        if of.is_recorded()? {
            display.recorded(of.games.len() as u64);
            return Ok(());
        }
        let nodes = config.games.nodes;
        let mut searcher = MarginSearcher::in_points(of.variant, teacher.cloned(), nodes);
        let mut played = Vec::new();
        for number in of.games.clone() {
            if display.is_stopped() {
                return Err(RunError::Stopped);
            }
            let number = u64::from(generation) << 32 | u64::from(number);
            let rng = generator(config.seed, "train-eval", number);
            let game = game(of.variant, &config.games, &mut searcher, number, rng);
            played.push(GameRecord { generation, seed: config.seed, ..game });
        }
        write_shard(&of.path, &of.header, &played)?;
        display.advance(of.games.len() as u64, format!("group {group}"));
        Ok(())
    })?;
    display.part_done();
    Ok(())
}

/// Games that are played under the same rules and stored in one shard.
struct Group<'a> {
    variant: &'a Arc<Variant>,
    games: Range<u32>,
    path: PathBuf,
    header: ShardHeader,
}

impl Group<'_> {
    /// # Errors
    /// If its shard holds other games.
    fn is_recorded(&self) -> Result<bool, RunError> {
        if !self.path.exists() {
            return Ok(false);
        }
        check_header(&self.path, &read_header(&self.path)?, &self.header).map(|()| true)
    }
}

/// The groups of a generation, whose shards are in `dir`.
fn groups<'a>(
    config: &'a EvalConfig,
    variants: &'a [Arc<Variant>],
    generation: u32,
    dir: &'a Path,
) -> impl Iterator<Item = Group<'a>> + Send {
    let all = config.games_per_generation;
    (0..all).step_by(GROUP as usize).zip(variants.iter().cycle()).map(move |(first, variant)| {
        let games = first..all.min(first + GROUP);
        let records = games.len() as u32;
        let header = ShardHeader { records, ..header(variant, config.seed, generation) };
        Group { variant, games, path: dir.join(shard_name(first.into())), header }
    })
}

/// The shards of a generation that has been played.
///
/// # Errors
/// If one is missing, or holds other games.
pub(super) fn shards(
    config: &EvalConfig,
    variants: &[Arc<Variant>],
    generation: u32,
    dir: &Path,
) -> Result<Vec<PathBuf>, RunError> {
    let shard = |group: Group<'_>| match group.is_recorded()? {
        true => Ok(group.path),
        false => Err(RunError::at(group.path, "is missing, though a network has learned from it")),
    };
    groups(config, variants, generation, dir).map(shard).collect()
}

fn game(
    variant: &Variant,
    config: &GamesConfig,
    searcher: &mut MarginSearcher,
    number: u64,
    mut rng: Generator,
) -> GameRecord {
    let (mut position, mut decisions) = (variant.start(), Vec::new());
    let opening = rng.random_range(config.opening_plies / 4..=config.opening_plies);
    let ending = loop {
        let moves = variant.moves(&position);
        if moves.is_empty() {
            break variant.ending(&position).expect("no turn is left");
        }
        if variant.rules().move_limit == 0 && position.plies() >= config.max_plies {
            break Ending::Truncated;
        }
        let at_random = position.plies() < opening || rng.random_bool(config.random_share);
        let (mv, value, flags) = if at_random {
            let mv = *moves.choose(&mut rng).expect("there are turns");
            (mv, 0.0, DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING))
        } else {
            let found =
                searcher.search(&position, Limit::nodes(config.nodes), &mut rng, &mut || false);
            let value = (found.value as f32 / 100.0 / SCALE).clamp(-1.0, 1.0);
            // If not a single turn was evaluated within the limit, the value is left at 0.
            let known = found.depth > 0 || found.value != 0;
            let flags = if known { DecisionFlags::NONE } else { DecisionFlags::NO_TRAINING };
            (found.best, value, flags)
        };
        let actions = actions_of(variant, &position, mv).expect("the turn is legal");
        for (hop, action) in actions.into_iter().enumerate() {
            let flags = if hop == 0 { flags } else { DecisionFlags::NO_TRAINING };
            let action = action.index() as u8;
            decisions.push(Decision { action, root_value: value, flags, ..Decision::default() });
        }
        variant.apply_move(&mut position, mv);
    };
    let margin = final_margin(variant, &position, config.exact_nodes, config.exact_nodes);
    let distance_margin = distance_margin(&position);
    let outcome = Outcome { margin, distance_margin, ending, plies: position.plies() };
    let start = variant.position_line(&variant.start());
    GameRecord { game: number, generation: 0, position: start, seed: 0, decisions, outcome }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::NodeBudget;

    #[test]
    fn a_game_is_scored_by_its_searches_and_cut_off_where_no_rule_ends_it() {
        let variant = Variant::named("walker").unwrap();
        assert_eq!(variant.rules().move_limit, 0);
        let config = GamesConfig {
            nodes: 50,
            opening_plies: 4,
            max_plies: 12,
            random_share: 0.0,
            exact_nodes: NodeBudget(100),
        };
        let mut searcher = MarginSearcher::in_points(&variant, None, config.nodes);
        let played = game(&variant, &config, &mut searcher, 3, generator(1, "test", 0));
        assert_eq!((played.game, played.outcome.plies), (3, 12));
        assert_eq!(played.outcome.ending, Ending::Truncated);
        let of = |flags: DecisionFlags| -> Vec<f32> {
            let decisions = played.decisions.iter().filter(|of| of.flags == flags);
            decisions.map(|of| of.root_value).collect()
        };
        // One to four random plies; the others have values in hundredths of a point.
        let opening = of(DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING));
        assert!((1..=4).contains(&opening.len()) && opening.iter().all(|value| *value == 0.0));
        let searched = of(DecisionFlags::NONE);
        assert_eq!(opening.len() + searched.len(), 12);
        assert!(searched.iter().any(|value| *value != 0.0), "{searched:?}");
        assert!(searched.iter().all(|value| value.abs() < 0.9), "{searched:?}");
        assert!(searched.iter().all(|value| {
            let hundredths = value * 100.0 * SCALE;
            (hundredths - hundredths.round()).abs() < 1e-2
        }));
    }
}
