use std::sync::atomic::AtomicBool;

use salta_arena::{MatchConfig, MatchError, MatchResult, play_match};
use salta_core::{Position, Variant, distance_margin};
use salta_env::{Evaluations, Evaluator, Uniform};
use salta_players::{MakeError, Player, SearchPlayer, SearchSettings};
use salta_search::SearchConfig;

pub(crate) type Made = Result<Box<dyn Player>, MakeError>;

pub(crate) fn variant(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

pub(crate) fn small(pairs: u32) -> MatchConfig {
    let budget = 1000;
    MatchConfig {
        pairs,
        pairs_per_group: 4,
        exact_nodes: budget.into(),
        max_exact_nodes: budget.into(),
        ..MatchConfig::default()
    }
}

pub(crate) fn play(
    variant: &Variant,
    config: &MatchConfig,
    a: &(dyn Fn() -> Made + Sync),
    b: &(dyn Fn() -> Made + Sync),
) -> Result<MatchResult, MatchError> {
    play_match(variant, config, a, b, &(), &AtomicBool::new(false))
}

pub(crate) fn made<P: Player + 'static>(player: P) -> Made {
    Ok(Box::new(player))
}

/// Plays the same match on 1, 2 and 4 threads and returns it.
pub(crate) fn play_on_any_threads(
    variant: &Variant,
    config: &MatchConfig,
    a: &(dyn Fn() -> Made + Sync),
    b: &(dyn Fn() -> Made + Sync),
) -> MatchResult {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play(variant, config, a, b)).unwrap()
    };
    let alone = on(1);
    for threads in [2, 4] {
        assert_eq!(on(threads), alone, "{threads} threads");
    }
    alone
}

/// Evaluates positions by distance, with uniform priors.
pub(crate) struct ByDistance;

impl Evaluator for ByDistance {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let mut answers = Uniform.evaluate(variant, positions);
        for (row, position) in positions.iter().enumerate() {
            let white = distance_margin(position) as f32;
            let margin = if position.to_move().index() == 0 { white } else { -white };
            let win = 1.0 / (1.0 + (-margin / 10.0).exp());
            answers.margin[row] = margin;
            answers.wdl[[row, 0]] = win;
            answers.wdl[[row, 1]] = 0.0;
            answers.wdl[[row, 2]] = 1.0 - win;
        }
        answers
    }
}

pub(crate) fn searcher(evaluator: impl Evaluator + 'static, simulations: u32) -> SearchPlayer {
    let defaults = SearchSettings::default();
    let search = SearchConfig { simulations, ..defaults.search };
    let name = format!("search:sims={simulations}");
    SearchPlayer::new(name, evaluator, SearchSettings { search, ..defaults }).unwrap()
}
