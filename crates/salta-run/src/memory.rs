//! Estimates the memory that a run needs.

use std::iter::once;
use std::ops::RangeInclusive;
use std::thread;

use salta_core::Rules;
use salta_net::Learner;
use salta_record::Decision;
use salta_record::memory::installed_bytes;
use salta_train::Sample;

use crate::config::RunConfig;
use crate::error::RunError;

/// Refuses a run that cannot fit into this machine's memory, if the system reports its size
/// (Linux).
pub(crate) fn check(
    config: &RunConfig,
    rules: &[Rules],
    generations: RangeInclusive<u32>,
) -> Result<(), RunError> {
    let batch = config.train.batch as usize;
    let learning = Learner::memory(&config.network, &config.learner, batch) as f64;
    let stages = config.stages.iter().map(|stage| stage.from);
    let changes =
        once(*generations.start()).chain(stages.filter(|from| generations.contains(from)));
    let changes: Vec<u32> = changes.collect();
    let most = |bytes: &dyn Fn(u32) -> f64| changes.iter().map(|at| bytes(*at)).fold(0.0, f64::max);
    let games = most(&|generation| bytes_of_games(config, rules, generation));
    let trees = most(&|generation| bytes_of_trees(config, rules, generation));
    let window = bytes_of_window(config, rules, *generations.end());
    let parts = [
        ("a learning step", "`network`, `train.batch` and `learner.micro_batch`", learning),
        ("the records of a generation", "`games_per_generation`, `max_plies` and `stage`", games),
        ("the replay window", "`train.window`, `window_growth` and `window_bytes`", window),
        ("self-play", "`threads`, `selfplay.batch`, `simulations` and `reuse_nodes`", trees),
    ];
    parts.into_iter().try_for_each(|(what, keys, bytes)| check_bytes(what, keys, bytes))
}

/// Refuses `what`, of as many bytes by these keys, if this machine has less memory.
pub(crate) fn check_bytes(what: &str, keys: &str, bytes: f64) -> Result<(), RunError> {
    let memory = installed_bytes().map_or(f64::INFINITY, |memory| memory as f64);
    if bytes <= memory {
        return Ok(());
    }
    Err(RunError::Other(format!(
        "{what} may take {:.1} GB of memory, by {keys}; this machine has {:.1} GB",
        bytes / 1e9,
        memory / 1e9
    )))
}

/// Bytes of the samples in the replay window after a generation, without policies, if all games
/// last to their limit.
fn bytes_of_window(config: &RunConfig, rules: &[Rules], generation: u32) -> f64 {
    let end = generation.saturating_add(1);
    let begins = once(1).chain(config.stages.iter().map(|stage| stage.from.min(end)));
    let begins: Vec<u32> = begins.chain(once(end)).collect();
    let plies = |span: &[u32]| {
        let games = config.games_before(span[1]) - config.games_before(span[0]);
        games as f64 * most_plies(config, rules, span[0])
    };
    let played: f64 = begins.windows(2).map(plies).sum();
    let held = played.min(config.train.window_after(played as u64) as f64);
    (held * size_of::<Sample>() as f64).min(config.train.window_bytes as f64)
}

/// Bytes of a position in a search tree, measured.
const POSITION_BYTES: f64 = 540.0;

/// The most bytes that the search trees of all threads take.
fn bytes_of_trees(config: &RunConfig, rules: &[Rules], generation: u32) -> f64 {
    let threads = match config.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let settings = &config.selfplay;
    let groups = config.games_of(generation).div_ceil(settings.games_per_group) as usize;
    let games = settings.batch.min(settings.games_per_group);
    let trees = threads.min(groups) as f64 * f64::from(games);
    let simulations = f64::from(config.simulations_of(generation));
    let kept = f64::from(settings.search.reuse_nodes.max(1));
    // A kept position was visited earlier in the game.
    let kept = kept.min(simulations * most_plies(config, rules, generation));
    trees * (simulations + kept) * POSITION_BYTES
}

/// Plies of the longest game of a generation.
fn most_plies(config: &RunConfig, rules: &[Rules], generation: u32) -> f64 {
    rules.iter().map(|rules| config.plies_of(rules, generation)).fold(0.0, f64::max)
}

/// Bytes of a generation's records in memory, without policies, if all games last to their limit.
fn bytes_of_games(config: &RunConfig, rules: &[Rules], generation: u32) -> f64 {
    let plies = most_plies(config, rules, generation);
    f64::from(config.games_of(generation)) * plies * size_of::<Decision>() as f64
}
