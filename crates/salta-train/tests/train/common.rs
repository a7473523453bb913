//! Random games as self-play records them.

use std::sync::Arc;

use rand::RngExt;
use salta_core::{Action, Variant, distance_margin, rules};
use salta_env::{Encoding, generator};
use salta_net::TrainBatch;
use salta_record::{Decision, DecisionFlags, Ending, GameRecord, Margin, Outcome, quantise};
use salta_train::{TrainConfig, Window};

/// A named variant with games of `limit` moves per player, counted by distance.
pub(crate) fn variant(base: &str, limit: u32) -> Arc<Variant> {
    let text = format!("base = \"{base}\"\nmove_limit = {limit}\npoints = \"distance\"");
    Arc::new(Variant::new(rules::parse(&text).unwrap()))
}

/// A game of random actions to its end. The first two decisions are its opening, not to be trained
/// on; the others have a policy target over all legal actions.
pub(crate) fn game(variant: &Variant, number: u64) -> GameRecord {
    let mut rng = generator(3, "test", number);
    let mut position = variant.start();
    let mut decisions = Vec::new();
    while !variant.is_over(&position) {
        let legal: Vec<Action> = variant.legal(&position).actions(position.to_move()).collect();
        let action = legal[rng.random_range(0..legal.len())];
        let opening = DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING);
        let weights = legal.iter().map(|action| (action.index() as u8, rng.random::<f32>() + 0.1));
        let policy = quantise(&weights.collect::<Vec<_>>()).unwrap();
        let plain =
            Decision { action: action.index() as u8, simulations: 4, ..Decision::default() };
        decisions.push(match decisions.len() {
            0 | 1 => Decision { flags: opening, ..plain },
            _ => Decision { policy, ..plain },
        });
        variant.apply(&mut position, action);
    }
    let distance_margin = distance_margin(&position);
    GameRecord {
        game: number,
        generation: 1,
        position: variant.position_line(&variant.start()),
        seed: 3,
        decisions,
        outcome: Outcome {
            margin: Margin::Exact(distance_margin),
            distance_margin,
            ending: variant.ending(&position).unwrap_or(Ending::Truncated),
            plies: position.plies(),
        },
    }
}

/// The first random games.
pub(crate) fn games(variant: &Variant, count: u64) -> Vec<GameRecord> {
    (0..count).map(|number| game(variant, number)).collect()
}

/// A window of at most `most` samples that holds the newest of these games.
pub(crate) fn window(most: u64, variant: &Arc<Variant>, games: &[GameRecord]) -> Window {
    window_of(&TrainConfig { window: most, ..TrainConfig::default() }, variant, games)
}

/// A new window that these games were pushed into.
pub(crate) fn window_of(
    config: &TrainConfig,
    variant: &Arc<Variant>,
    games: &[GameRecord],
) -> Window {
    let mut window = Window::new(config, 0);
    window.push_games(variant, games).unwrap();
    window
}

/// A batch drawn from a window, always with the same random numbers.
pub(crate) fn draw(window: &Window, samples: usize) -> TrainBatch {
    window.batch(samples, Encoding::V1, &mut generator(1, "test-batch", 0))
}
