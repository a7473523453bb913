//! Statistics of a player's games besides its score: a row here is a column of the standings.

use crate::game::GameResult;

/// A number of a player's games.
pub struct GameNumber {
    /// Its key in files.
    pub key: &'static str,
    /// Its heading in tables.
    pub heading: &'static str,
    /// Decimal places in tables.
    pub digits: usize,
    /// Computes it; `None` where it is not known.
    pub of: fn(&[&GameResult]) -> Option<f64>,
}

/// All of them, in the order of their columns.
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
