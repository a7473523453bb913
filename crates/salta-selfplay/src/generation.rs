//! Plays all groups of a generation in parallel with rayon.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use salta_core::Variant;
use salta_env::Evaluator;
use salta_record::GameRecord;

use crate::config::SelfPlayConfig;
use crate::group::Group;
use crate::play_group::{GroupError, play_group};
use crate::played::Played;

/// The groups of a generation, which are its work items.
pub fn groups(
    config: &SelfPlayConfig,
    seed: u64,
    generation: u32,
    games: Range<u64>,
) -> Vec<Group> {
    let size = u64::from(config.games_per_group);
    let starts = games.clone().step_by(size as usize);
    starts
        .map(|start| Group { seed, generation, games: start..(start + size).min(games.end) })
        .collect()
}

/// Plays groups on the current rayon pool, each under the rules that `variant` returns and with its
/// own evaluator. As soon as a group is complete, its games are passed to `done` on the thread that
/// played them.
///
/// # Errors
/// [`GroupError::Stopped`] if `stop` was set, or the first error of a group or of `done`; no other
/// group then begins.
pub fn play_groups<'a, E, X>(
    variant: &(impl Fn(&Group) -> &'a Arc<Variant> + Sync),
    config: &SelfPlayConfig,
    groups: &[Group],
    evaluator: &(impl Fn() -> E + Sync),
    stop: &AtomicBool,
    progress: &(dyn Fn(Played) + Sync),
    done: &(impl Fn(&Group, Vec<GameRecord>) -> Result<(), X> + Sync),
) -> Result<(), X>
where
    E: Evaluator,
    X: From<GroupError> + Send,
{
    // Small splits: an idle thread takes the next group, not half of the remaining ones.
    groups.par_iter().with_max_len(1).try_for_each(|group| {
        let games = play_group(variant(group), config, group, &mut evaluator(), stop, progress)?;
        done(group, games)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout_cap::PlayoutCap;
    use ndarray::s;
    use salta_core::{NodeBudget, Position, Side};
    use salta_env::{Evaluations, Uniform};
    use salta_game::Utility;
    use salta_record::{Decision, DecisionFlags, Ending};
    use salta_search::{Method, SearchConfig};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    /// Prefers forward actions and estimates the margin from the distances.
    struct Distance;

    impl Evaluator for Distance {
        fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
            let ahead = |p: &Position| {
                p.distance(p.to_move().other()) as f32 - p.distance(p.to_move()) as f32
            };
            let mut evaluations = Uniform.evaluate(variant, positions);
            evaluations.margin = positions.iter().map(ahead).collect();
            evaluations.policy_logits.slice_mut(s![.., ..100]).fill(1.0);
            evaluations
        }
    }

    fn variant(base: &str, limit: u32) -> Arc<Variant> {
        let text = format!("base = \"{base}\"\nmove_limit = {limit}");
        Arc::new(Variant::new(salta_core::rules::parse(&text).unwrap()))
    }

    fn config() -> SelfPlayConfig {
        let mut config = SelfPlayConfig { games_per_group: 3, batch: 2, ..Default::default() };
        config.search.simulations = 6;
        config.exact_nodes = NodeBudget(1000);
        config
    }

    fn play(variant: &Arc<Variant>, config: &SelfPlayConfig, threads: usize) -> Vec<GameRecord> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let all = Mutex::new(Vec::new());
        let done = |_: &Group, games| -> Result<(), GroupError> {
            all.lock().unwrap().extend::<Vec<GameRecord>>(games);
            Ok(())
        };
        let (stop, groups) = (AtomicBool::new(false), groups(config, 9, 2, 5..15));
        assert_eq!(groups.len(), 4);
        let rules = |_: &Group| variant;
        pool.install(|| play_groups(&rules, config, &groups, &|| Distance, &stop, &|_| {}, &done))
            .unwrap();
        let mut games = all.into_inner().unwrap();
        games.sort_by_key(|game| game.game);
        games
    }

    /// Plays a config on one thread; on more, and with another batch, the games are the same.
    fn played_alike(variant: &Arc<Variant>, config: &SelfPlayConfig) -> Vec<GameRecord> {
        config.validate().unwrap();
        let games = play(variant, config, 1);
        assert!(games.iter().map(|game| game.game).eq(5..15));
        assert!(play(variant, config, 3) == games, "on three threads: {config:?}");
        let other = SelfPlayConfig { batch: 7, ..config.clone() };
        assert!(play(variant, &other, 2) == games, "with another batch: {config:?}");
        games
    }

    #[test]
    fn same_games_for_any_number_of_threads_and_any_batch() {
        played_alike(&variant("walker", 15), &config());
        for method in [Method::Gumbel, Method::Puct] {
            let mut config = SelfPlayConfig { exact_ends: true, ..config() };
            config.temperature_half_life = 5.0;
            config.search.method = method;
            config.search.reuse_nodes = 20;
            config.search.share_evaluations = true;
            played_alike(&variant("buettgenbach-1899", 15), &config);
        }
    }

    #[test]
    fn small_searches_are_marked_and_full_ones_have_the_share_asked_for() {
        let variant = variant("walker", 15);
        let playout_cap = PlayoutCap { full_share: 0.25, fast_simulations: 2 };
        let config = SelfPlayConfig { playout_cap, opening_plies: 0, ..config() };
        let games = played_alike(&variant, &config);
        let decisions = games.iter().flat_map(|game| &game.decisions);
        let (mut full, mut fast) = (0, 0);
        for decision in decisions.filter(|decision| decision.simulations > 0) {
            let marked = decision
                .flags
                .contains(DecisionFlags::REDUCED_SEARCH.with(DecisionFlags::NO_TRAINING));
            assert_eq!(
                (decision.simulations, !decision.policy.is_empty()),
                (if marked { 2 } else { 6 }, true)
            );
            if marked { fast += 1 } else { full += 1 }
        }
        // 300 decisions or so: 25 % within four standard deviations.
        let share = f64::from(full) / f64::from(full + fast);
        assert!(full + fast > 200 && (share - 0.25).abs() < 0.1, "{full} of {}", full + fast);
    }

    #[test]
    fn of_the_forced_decisions_the_same_share_is_used() {
        let playout_cap = PlayoutCap { full_share: 0.25, fast_simulations: 2 };
        let config = SelfPlayConfig { playout_cap, opening_plies: 0, ..config() };
        let games = play(&variant("buettgenbach-1899", 60), &config, 1);
        let decisions = games.iter().flat_map(|game| &game.decisions);
        let forced: Vec<_> = decisions.filter(|decision| decision.simulations == 0).collect();
        let used = |of: &&&Decision| !of.flags.contains(DecisionFlags::NO_TRAINING);
        let share = forced.iter().filter(used).count() as f64 / forced.len() as f64;
        assert!(forced.len() > 200 && (share - 0.25).abs() < 0.12, "{share} of {}", forced.len());
    }

    #[test]
    fn root_targets_are_the_search_value_taken_apart() {
        let variant = variant("buettgenbach-1899", 15);
        for (method, reuse_nodes, skip_forced) in [
            (Method::Gumbel, 0, 0),
            (Method::Puct, 0, 0),
            (Method::Gumbel, 500, 0),
            (Method::Gumbel, 0, 8),
            (Method::Gumbel, 3, 8),
            (Method::Puct, 7, 8),
        ] {
            let mut config = SelfPlayConfig { exact_ends: true, ..config() };
            (config.search.method, config.search.reuse_nodes) = (method, reuse_nodes);
            config.search.skip_forced = skip_forced;
            config.search.gumbel.c_scale = 3.0;
            // A scale that clamps no margin.
            config.utility = Utility { win_weight: 0.25, margin_scale: 200.0 };
            let plain = play(&variant, &config, 1);
            config.root_targets = true;
            let mut games = play(&variant, &config, 1);
            let mut surprises = 0.0;
            for decision in games.iter_mut().flat_map(|game| &mut game.decisions) {
                let root = decision.root.take();
                assert_eq!(root.is_some(), decision.simulations > 0);
                let Some(root) = root else { continue };
                let ([win, draw, loss], margin) = (root.value.wdl, root.value.margin);
                let utility = config.utility.of_outputs([win, draw, loss], margin).0;
                // In a pruned tree the parent's value stands for that of the lost child.
                let is_pruned = (1..100).contains(&reuse_nodes);
                assert!(is_pruned || (utility - decision.root_value).abs() < 1e-5);
                assert!((win + draw + loss - 1.0).abs() < 1e-5);
                surprises += root.policy_surprise;
            }
            assert!(surprises > 1.0);
            assert_eq!(games, plain);
        }
    }

    #[test]
    fn sharing_evaluations_changes_no_game_and_reusing_the_tree_does() {
        for (name, limit, simulations, skip_forced) in [
            ("buettgenbach-1899", 12, 6, 0),
            ("walker", 12, 6, 0),
            ("buettgenbach-1899", 120, 60, 0),
            ("buettgenbach-1899", 120, 60, 1),
        ] {
            let variant = variant(name, limit);
            let with = |share_evaluations, reuse_nodes| {
                let base = SearchConfig { simulations, skip_forced, ..config().search };
                let search = SearchConfig { share_evaluations, reuse_nodes, ..base };
                play(&variant, &SelfPlayConfig { search, ..config() }, 2)
            };
            let (plain, reusing) = (with(false, 0), with(false, 400));
            assert!(with(true, 0) == plain, "{name}, {skip_forced}");
            assert!(with(true, 400) == reusing, "{name}, {skip_forced}");
            assert!(reusing != plain, "{name}, {skip_forced}");
        }
    }

    #[test]
    fn records_replay_to_their_outcomes() {
        for base in salta_core::rules::NAMED {
            let variant = variant(base, 12);
            for game in play(&variant, &config(), 2) {
                let positions = game.positions(&variant).unwrap();
                for (position, decision) in positions.iter().zip(&game.decisions) {
                    let legal = variant.legal(position);
                    assert!(decision.policy.iter().all(|(a, _)| {
                        let action = salta_core::Action::new(u16::from(*a)).unwrap();
                        legal.contains(position.to_move(), action)
                    }));
                    let searched = !decision.policy.is_empty();
                    let random = decision.flags.contains(DecisionFlags::RANDOM_OPENING);
                    assert_eq!(searched, legal.len() > 1 && !random);
                }
                let end = positions.last().unwrap();
                assert!(variant.is_over(end));
                assert_eq!(game.outcome.plies, end.plies());
                assert_eq!(game.outcome.ending, Ending::Limit);
                assert_eq!(game.outcome.margin, variant.margin(end, 1000));
                assert!(end.distance(Side::White) < variant.start().distance(Side::White));
            }
        }
    }

    #[test]
    fn progress_adds_up_to_the_games() {
        let (variant, all) = (variant("walker", 15), Mutex::new(Played::default()));
        let group = Group { seed: 9, generation: 2, games: 5..8 };
        let progress = |played| all.lock().unwrap().add(played);
        let stop = AtomicBool::new(false);
        let games = play_group(&variant, &config(), &group, &mut Distance, &stop, &progress);
        let plies: u32 = games.unwrap().iter().map(|game| game.outcome.plies).sum();
        let all = all.into_inner().unwrap();
        assert_eq!((all.games, all.plies), (3, plies.into()));
        assert!(0 < all.positions && all.positions <= all.leaves, "{all:?}");
    }

    #[test]
    fn a_cap_truncates_and_a_stop_stops() {
        let variant = variant("walker", 0);
        let config = SelfPlayConfig { max_plies: 10, ..config() };
        let games = play(&variant, &config, 2);
        assert!(games.iter().all(|game| game.outcome.ending == Ending::Truncated));
        assert!(games.iter().all(|game| game.outcome.result().is_none()));
        let seen = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let progress = |played: Played| {
            seen.fetch_add(played.leaves, std::sync::atomic::Ordering::Relaxed);
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        };
        let group = Group { seed: 1, generation: 1, games: 0..2 };
        let result = play_group(&variant, &config, &group, &mut Distance, &stop, &progress);
        assert_eq!(result, Err(GroupError::Stopped));
        assert_eq!(seen.into_inner(), 2);
    }
}
