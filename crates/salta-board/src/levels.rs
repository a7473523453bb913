//! Opponents for people: levels with their ratings.

use serde::{Deserialize, Serialize};

/// Levels for people, weakest first, with ratings as they were measured.
const LEVELS: &str = include_str!("../../../data/levels.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    source: String,
    level: Vec<Level>,
}

/// An opponent for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What people call it.
    pub name: String,
    /// The player.
    pub player: String,
    /// What it does, in a few words.
    pub about: String,
    /// Elo above `greedy@1` and its 95 % interval: estimate, lower, upper; infinite where every game
    /// was won or lost.
    pub rating: [f64; 3],
    /// The experiment that measured it, if not that of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl Level {
    /// The rating in words: `166 Elo (119 to 220)`, `above 1649 Elo`.
    pub fn rating_in_words(&self) -> String {
        match self.rating.map(|elo| (elo, elo.is_finite())) {
            [(elo, true), (lo, _), (hi, _)] if lo == hi => format!("{elo:.0} Elo"),
            [(elo, true), (lo, _), (hi, _)] => format!("{elo:.0} Elo ({lo:.0} to {hi:.0})"),
            [_, (lo, true), _] => format!("above {lo:.0} Elo"),
            [_, _, (hi, _)] => format!("below {hi:.0} Elo"),
        }
    }
}

/// The levels, weakest first.
pub fn levels() -> Vec<Level> {
    file().level
}

/// Whom somebody meets who has not chosen: the weakest network.
///
/// # Panics
/// If no level is a network, which a test denies.
pub fn first_opponent() -> Level {
    let network = |level: &Level| level.player.starts_with("checkpoint:");
    levels().into_iter().find(network).expect("a level is a network")
}

/// Where the levels' ratings were measured.
pub(crate) fn source() -> String {
    file().source
}

fn file() -> LevelFile {
    toml::from_str(LEVELS).expect("the built-in levels are checked by a test")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise() {
        let least: Vec<f64> = levels().iter().map(|level| level.rating[0].min(1e9)).collect();
        assert!(least.is_sorted_by(|a, b| a < b), "{least:?}");
    }

    #[test]
    fn ratings_are_said_with_what_is_known() {
        let levels = levels();
        for (name, words) in [
            ("Beginner", "below -628 Elo"),
            ("Novice", "0 Elo"),
            ("Casual", "166 Elo (119 to 220)"),
            ("Expert", "1303 Elo (1178 to 1452)"),
        ] {
            let level = levels.iter().find(|level| level.name == name).unwrap();
            assert_eq!(level.rating_in_words(), words);
        }
    }

    #[test]
    fn ratings_are_those_that_were_measured() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
        for level in levels() {
            let source = level.source.clone().unwrap_or_else(source);
            let table = std::fs::read_to_string(format!("{path}{source}/standings.csv")).unwrap();
            let row = table.lines().find(|line| line.split(',').nth(1) == Some(&level.player));
            let row: Vec<&str> = row.expect("a player of the tournament").split(',').collect();
            let measured = [row[2], row[3], row[4]].map(|elo| elo.parse::<f64>().unwrap().round());
            assert_eq!(level.rating, measured, "{}", level.name);
        }
    }
}
