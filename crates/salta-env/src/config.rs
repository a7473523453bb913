//! How a batch starts, truncates and rewards its games.

/// How a [`BatchEnv`](crate::BatchEnv) starts, truncates and rewards its games.
///
/// ```
/// use std::sync::Arc;
/// use salta_core::Variant;
/// use salta_env::{BatchEnv, EnvConfig};
///
/// // `walker` has no move limit, so it needs a cap.
/// let config = EnvConfig { max_plies: Some(300), opening_plies: 4, ..EnvConfig::default() };
/// let env = BatchEnv::new(Arc::new(Variant::named("walker").unwrap()), 2, config, 1);
/// assert!(env.positions().all(|position| position.plies() == 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnvConfig {
    /// Plies after which a game is truncated (rule 4.11); required if the variant has no move
    /// limit.
    pub max_plies: Option<u32>,
    /// Reward for each point of the margin.
    pub reward_scale: f32,
    /// Uniformly random plies played at each reset, so that games differ.
    pub opening_plies: u32,
    /// Number of the first game. A game's generator depends on the seed and its number, so a batch
    /// split over threads or machines plays the same games.
    pub first_game: u64,
}

impl Default for EnvConfig {
    fn default() -> EnvConfig {
        EnvConfig { max_plies: None, reward_scale: 1.0, opening_plies: 0, first_game: 0 }
    }
}
