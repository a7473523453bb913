//! Statistics of a player's games besides its score: each entry here is a column of the standings.

use crate::game::GameResult;

/// A statistic of a player's games.
pub struct GameNumber {
    /// Its key in files.
    pub key: &'static str,
    /// Its heading in tables.
    pub heading: &'static str,
    /// Decimal places in tables.
    pub digits: usize,
    /// Computes the statistic; `None` if it is unknown.
    pub of: fn(&[&GameResult]) -> Option<f64>,
}

/// All statistics, in the order of their columns.
pub const GAME_NUMBERS: &[GameNumber] = &[GameNumber {
    key: "mean_plies",
    heading: "plies",
    digits: 1,
    of: |games| mean(games.iter().map(|game| f64::from(game.plies))),
}];

fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len() as f64;
    (count > 0.0).then(|| values.sum::<f64>() / count)
}
