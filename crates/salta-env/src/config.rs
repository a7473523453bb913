//! How a batch of games starts, is cut off and rewarded.

/// How a [`BatchEnv`](crate::BatchEnv) starts, cuts off and rewards its games.
///
/// ```
/// use std::sync::Arc;
/// use salta_core::Variant;
/// use salta_env::{BatchEnv, EnvConfig};
///
/// // `walker` has no move limit, so whoever plays it sets a cap.
/// let config = EnvConfig { max_plies: Some(300), opening_plies: 4, ..EnvConfig::default() };
/// let env = BatchEnv::new(Arc::new(Variant::named("walker").unwrap()), 2, config, 1);
/// assert!(env.positions().all(|position| position.plies() == 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnvConfig {
    /// Plies after which a game is cut off as truncated; needed where the variant has no limit.
    pub max_plies: Option<u32>,
    /// Reward for each point of the margin.
    pub reward_scale: f32,
    /// Uniformly random plies played at each reset, so that games differ.
    pub opening_plies: u32,
    /// Number of the first game. Games have generators by seed and number, so a batch may be split
    /// over threads or machines and its games stay the same.
    pub first_game: u64,
}

impl Default for EnvConfig {
    fn default() -> EnvConfig {
        EnvConfig { max_plies: None, reward_scale: 1.0, opening_plies: 0, first_game: 0 }
    }
}
