//! Replays recorded games to get positions with targets.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use salta_core::rules::{Jumping, Points, Rules, parse};
use salta_core::{NodeBudget, Position, Side, Variant};
use salta_nnue::inputs::Inputs;
use salta_nnue::train::Sample;
use salta_opponents::with_points;
use salta_record::{DecisionFlags, GameRecord, read_header};

use super::config::EvalConfig;
use crate::error::{At, RunError, refuse_if};
use crate::export::shards;
use crate::made_with::check_made_with;
use crate::recorded::Shard;

/// Points that a value of 1 stands for in the shards of `train-eval`.
pub(super) const SCALE: f32 = 40.0;
/// Node budget, for each side, of the exact count of points where the rules count only wins.
const RESULT_NODES: NodeBudget = NodeBudget(20_000);
/// The search's margin, in points, at which a win counts as 75% likely.
const HALF_SURE: f32 = 3.0;

/// The shards of each of the other runs named in the config.
///
/// # Errors
/// If there are none where it names some, or a shard is of another version or under rules other
/// than those of `variants`.
pub(super) fn other_shards(
    config: &EvalConfig,
    variants: &[Arc<Variant>],
) -> Result<Vec<Vec<PathBuf>>, RunError> {
    let found = config.shards.iter().map(|folder| shards::find(folder));
    let found: Vec<Vec<PathBuf>> = found.collect::<Result<_, _>>()?;
    found.par_iter().flatten().try_for_each(|path| check_rules(path, variants))?;
    Ok(found)
}

fn check_rules(path: &Path, variants: &[Arc<Variant>]) -> Result<(), RunError> {
    let header = read_header(path)?;
    check_made_with(path, header.rules_version.into(), header.encoding_version.into())?;
    let rules = parse(&header.rules).at(path)?;
    // The name does not matter.
    let same = |own: &Rules| Rules { name: own.name.clone(), ..rules.clone() } == *own;
    let known = variants.iter().any(|variant| same(variant.rules()));
    let what = format!("its rules, of `{}`, are of no variant of the config", rules.name);
    refuse_if(!known, path, what + "; leave it out of `shards`, or add its variant")
}

/// Reads the positions of the run's own shards and of those of other runs, in order.
pub(super) fn read_samples(
    own: &[Vec<PathBuf>],
    search_share: f32,
    others: &[Vec<PathBuf>],
) -> Result<Vec<Sample>, RunError> {
    let mut samples = Vec::new();
    for (folders, search_share) in [(own, search_share), (others, 0.0)] {
        for shards in folders {
            let read = |path: &PathBuf| samples_of_shard(path, search_share);
            let found: Vec<Vec<Sample>> = shards.par_iter().map(read).collect::<Result<_, _>>()?;
            found.into_iter().for_each(|found| samples.extend(found));
        }
    }
    match samples.is_empty() {
        true => Err(RunError::Other(
            "there are no positions to learn from: all games are too short, truncated or random"
                .into(),
        )),
        false => Ok(samples),
    }
}

fn samples_of_shard(path: &Path, search_share: f32) -> Result<Vec<Sample>, RunError> {
    let Shard { variant, games, .. } = Shard::read(path)?;
    let inputs = Inputs::new(&variant);
    let mut samples = Vec::new();
    for game in &games {
        add_game(&variant, &inputs, game, search_share, &mut samples).at(path)?;
    }
    Ok(samples)
}

/// Adds those positions of a game that a search would evaluate: at the start of a turn, where no
/// jump is forced. If the exact result is unknown, the search alone gives the targets; such a game
/// is left out if `search_share` is 0.
fn add_game(
    variant: &Variant,
    inputs: &Inputs,
    game: &GameRecord,
    search_share: f32,
    samples: &mut Vec<Sample>,
) -> Result<(), String> {
    let positions = game.positions(variant)?;
    let result = match game.outcome.result().and_then(|margin| margin.exact()) {
        // The points that the loser lacks, if they are proven.
        Some(_) if variant.rules().points == Points::Win => {
            let end = &positions[game.decisions.len()];
            with_points(variant).margin(end, RESULT_NODES).exact()
        }
        result => result,
    };
    for (ply, position) in game.decisions.iter().zip(&positions) {
        let trained =
            !ply.flags.contains(DecisionFlags::NO_TRAINING) && position.hopper().is_none();
        if trained && !must_jump(variant, position) && (result.is_some() || search_share > 0.0) {
            let white = if position.to_move() == Side::White { 1.0 } else { -1.0 };
            // A record may hold any finite number.
            let search = (ply.root_value * SCALE).clamp(-1e6, 1e6);
            let sure = search / (HALF_SURE + search.abs());
            let (share, margin) = match result {
                Some(margin) => (search_share, white * margin as f32),
                None => (1.0, 0.0),
            };
            let mix = |search: f32, result: f32| share * search + (1.0 - share) * result;
            let sign = if margin == 0.0 { 0.0 } else { margin.signum() };
            samples.push(Sample::new(inputs, position, mix(search, margin), mix(sure, sign)));
        }
    }
    Ok(())
}

fn must_jump(variant: &Variant, position: &Position) -> bool {
    let mut only_jumps = variant.rules().jumping == Jumping::Compulsory;
    variant.each_move(position, |mv| only_jumps &= mv.is_jump());
    only_jumps
}

#[cfg(test)]
mod tests {
    use salta_core::{Action, Ending, Margin};
    use salta_record::{Decision, Outcome};

    use super::*;

    /// The margin and the outcome of each sample of a game from this position.
    fn targets_of(
        variant: &Variant,
        start: &Position,
        decisions: Vec<Decision>,
        outcome: Outcome,
        search_share: f32,
    ) -> Vec<[f32; 2]> {
        let position = variant.position_line(start);
        let game = GameRecord { game: 0, generation: 1, position, seed: 0, decisions, outcome };
        let mut samples = Vec::new();
        add_game(variant, &Inputs::new(variant), &game, search_share, &mut samples).unwrap();
        samples.iter().map(|sample| [sample.margin, sample.outcome]).collect()
    }

    fn targets(ending: Ending, search_share: f32) -> Vec<[f32; 2]> {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (mut position, mut decisions) = (variant.start(), Vec::new());
        for (root_value, flags) in [
            (0.0, DecisionFlags::NO_TRAINING),
            (0.25, DecisionFlags::NONE),
            (-0.05, DecisionFlags::NONE),
        ] {
            let side = position.to_move();
            let action = variant.legal(&position).actions(side).next().unwrap();
            variant.apply(&mut position, action);
            let action = action.index() as u8;
            decisions.push(Decision { action, root_value, flags, ..Decision::default() });
        }
        let outcome = Outcome { margin: Margin::Exact(8), distance_margin: 8, ending, plies: 3 };
        targets_of(&variant, &variant.start(), decisions, outcome, search_share)
    }

    #[test]
    fn where_only_wins_count_the_result_is_a_target_in_points() {
        let variant = Variant::named("walker").unwrap();
        // White needs one step, Black many.
        let position = variant.parse_position("5/A4/5/a4/5/5/5/5/5/5 w 1").unwrap();
        let after = |action: Action| {
            let mut after = position;
            variant.apply(&mut after, action);
            after
        };
        let mut actions = variant.legal(&position).actions(Side::White);
        let action = actions.find(|action| variant.is_over(&after(*action))).unwrap();
        let after = after(action);
        let decision = Decision { action: action.index() as u8, ..Decision::default() };
        let margin = variant.margin(&after, RESULT_NODES);
        assert_eq!(margin, Margin::Exact(1));
        let outcome = Outcome { margin, distance_margin: 1, ending: Ending::Finished, plies: 1 };
        let targets = targets_of(&variant, &position, vec![decision], outcome, 0.0);
        let points = with_points(&variant).margin(&after, RESULT_NODES).exact();
        assert_eq!(points, Some(8));
        assert_eq!(targets, [[8.0, 1.0]]);
    }

    #[test]
    fn a_search_value_out_of_all_bounds_has_finite_targets() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let start = variant.start();
        let action = variant.legal(&start).actions(start.to_move()).next().unwrap().index() as u8;
        let decision = Decision { action, root_value: f32::MAX, ..Decision::default() };
        let margin = Margin::Exact(8);
        let outcome = Outcome { margin, distance_margin: 8, ending: Ending::Limit, plies: 1 };
        for (search_share, expected) in [(0.0, [8.0, 1.0]), (1.0, [1e6, 1.0])] {
            let decisions = vec![decision.clone()];
            let [found] = targets_of(&variant, &start, decisions, outcome, search_share)[..] else {
                panic!("one sample")
            };
            assert!((0..2).all(|i| (found[i] - expected[i]).abs() < 1e-5), "{found:?}");
        }
    }

    #[test]
    fn targets_by_hand() {
        // Black lost by 8 points but its search saw 10; White won by 8 and its search saw −2.
        assert_eq!(targets(Ending::Limit, 0.0), [[-8.0, -1.0], [8.0, 1.0]]);
        let sure = [10.0 / 13.0, -2.0 / 5.0];
        for (found, expected) in targets(Ending::Limit, 0.25).iter().zip([
            [0.25 * 10.0 - 0.75 * 8.0, 0.25 * sure[0] - 0.75],
            [0.25 * -2.0 + 0.75 * 8.0, 0.25 * sure[1] + 0.75],
        ]) {
            assert!((0..2).all(|i| (found[i] - expected[i]).abs() < 1e-5), "{found:?}");
        }
        // Without a result the search alone counts, or nothing if its share is 0.
        let searched = targets(Ending::Truncated, 0.25);
        assert_eq!(searched, [[10.0, sure[0]], [-2.0, sure[1]]]);
        assert_eq!(targets(Ending::Truncated, 0.0), [[0.0; 2]; 0]);
    }
}
