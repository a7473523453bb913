//! Opponents for people: levels, each a little stronger than the one below.

use salta_analysis::Sentence;
use serde::{Deserialize, Serialize};

/// The levels, weakest first, with the scores that were measured.
const LEVELS: &str = include_str!("../../../data/levels.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    source: String,
    variant: String,
    level: Vec<Level>,
}

/// An opponent for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Its name for people, in English.
    pub name: String,
    /// The player.
    pub player: String,
    /// Its score against the level below in per cent, a win 1 and a draw ½, with the 95 % interval:
    /// estimate, lower, upper. `None` for the lowest level and for one that was not measured.
    pub below: Option<[u32; 3]>,
}

impl Level {
    /// A description of how it plays, in a few words.
    pub fn about(&self) -> Sentence {
        Sentence::new(format!("level.{}.about", self.name), [])
    }

    /// The score in words: `69 % (64 to 73) against the level below`.
    pub fn score_in_words(&self) -> String {
        self.below.map_or("not measured".into(), |[score, lo, hi]| {
            format!("{score} % ({lo} to {hi}) against the level below")
        })
    }
}

/// The levels, weakest first.
pub fn levels() -> Vec<Level> {
    file().level
}

/// The default opponent: the lowest level, which loses to sensible beginners.
///
/// # Panics
/// If there are no levels, which a test rules out.
pub fn first_opponent() -> Level {
    levels().swap_remove(0)
}

/// Where the levels were measured, and under which rules.
pub(crate) fn source() -> (String, String) {
    let LevelFile { source, variant, .. } = file();
    (source, variant)
}

fn file() -> LevelFile {
    toml::from_str(LEVELS).expect("the built-in levels are checked by a test")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Matches of at least 400 games: player, opponent, and the first one's score in per cent.
    fn measured() -> Vec<(String, String, [u32; 3])> {
        let (source, variant) = source();
        let path = format!("{}/../../{source}/matches.ndjson", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap();
        let matches = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let whole =
            matches.filter(|m| m["games"].as_u64() >= Some(400) && m["variant"] == *variant);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let per_cent = |m: &Value, key| {
            (100.0 * m["statistics"]["score"][key].as_f64().unwrap()).round() as u32
        };
        whole
            .map(|m| {
                let score = ["estimate", "lo", "hi"].map(|key| per_cent(&m, key));
                (text(&m["a"]), text(&m["b"]), score)
            })
            .collect()
    }

    #[test]
    fn each_level_is_a_little_stronger_than_the_one_below_as_measured() {
        let (levels, measured) = (levels(), measured());
        assert!(levels.len() > 8 && levels[0].below.is_none());
        assert!(levels[1..].iter().all(|level| level.below.is_some()));
        for (below, level) in levels.iter().zip(&levels[1..]) {
            let Some(score) = level.below else { continue };
            let found = (level.player.clone(), below.player.clone(), score);
            assert!(measured.contains(&found), "{found:?} is not in {measured:?}");
            assert!((60..=75).contains(&score[0]), "{}: {score:?}", level.name);
        }
    }

    #[test]
    fn greedy_play_wins_at_least_half_of_its_games_against_the_first_opponent() {
        let first = first_opponent().player;
        let score = measured().into_iter().find(|(a, b, _)| a == "greedy@1" && *b == first);
        assert!(score.unwrap().2[1] >= 50);
    }
}
