//! Environments of every variant.

use std::sync::Arc;

use salta_core::rules::{NAMED, parse};
use salta_core::{Position, Variant};
use salta_env::{BatchEnv, EnvConfig};

/// Custom variants: short games, every kind of points, chains that may not blockade.
const CUSTOM: [&str; 5] = [
    "base = \"buettgenbach-1899\"\nname = \"short\"\nmove_limit = 4",
    "base = \"walker\"\nname = \"short-chains\"\nmove_limit = 7\nblockade = \"forbidden\"",
    "base = \"nestor\"\nname = \"short-distance\"\nmove_limit = 9\npoints = \"distance\"",
    "base = \"checkerboard\"\nname = \"short-win\"\nmove_limit = 11\npoints = \"win\"",
    "base = \"walker-9i\"\nname = \"forced-chains\"\njumping = \"compulsory\"\nmove_limit = 15",
];

/// The named variants and the custom ones.
pub(crate) fn variants() -> Vec<Arc<Variant>> {
    let named = NAMED.iter().map(|name| Variant::named(name).unwrap());
    named.chain(CUSTOM.iter().map(|text| custom(text))).map(Arc::new).collect()
}

pub(crate) fn custom(text: &str) -> Variant {
    Variant::new(parse(text).unwrap())
}

/// The default config with a cap on plies.
pub(crate) fn capped(max_plies: u32) -> EnvConfig {
    EnvConfig { max_plies: Some(max_plies), ..EnvConfig::default() }
}

/// Like [`capped`], with a random opening.
pub(crate) fn opened(max_plies: u32, opening_plies: u32) -> EnvConfig {
    EnvConfig { opening_plies, ..capped(max_plies) }
}

pub(crate) fn env(variant: &Arc<Variant>, games: usize, config: EnvConfig, seed: u64) -> BatchEnv {
    BatchEnv::new(variant.clone(), games, config, seed)
}

/// All positions, to check whether anything has changed.
pub(crate) fn positions(env: &BatchEnv) -> Vec<Position> {
    env.positions().collect()
}

/// The numbers of a game's legal actions.
pub(crate) fn legal(env: &BatchEnv, game: usize) -> Vec<u16> {
    let side = env.position(game).to_move();
    env.mask(game).actions(side).map(|action| action.index() as u16).collect()
}

/// Plays `steps` steps with random actions and passes each to `check`.
pub(crate) fn play(
    env: &mut BatchEnv,
    steps: usize,
    mut check: impl FnMut(&BatchEnv, &salta_env::Step),
) {
    for _ in 0..steps {
        let actions = env.sample_actions();
        let step = env.step(&actions).unwrap().clone();
        check(env, &step);
    }
}
