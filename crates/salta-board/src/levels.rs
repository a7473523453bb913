//! Opponents for people: for a variant a ladder of levels, each a little stronger than the one
//! below.

use salta_analysis::{Sentence, say};
use salta_players::{PlayerSpec, Reach, SearchOptions};
use salta_search::SearchConfig;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// The ladders with the scores that were measured.
const LADDERS: &str = include_str!("../../../data/levels.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    ladder: Vec<Ladder>,
}

/// Levels, and where they were measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The rules under which they were measured.
    pub variant: String,
    /// The experiment that measured them.
    pub source: String,
    /// The levels, weakest first.
    #[serde(rename(deserialize = "level"))]
    pub levels: Vec<Level>,
}

/// An opponent for people.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Its name for people, in English; the page has a string for it.
    pub name: String,
    /// The player.
    pub player: String,
    /// Its score against the level below in per cent, a win 1 and a draw ½, with the 95 % interval:
    /// estimate, lower, upper. `None` for the lowest level.
    pub below: Option<[u32; 3]>,
}

impl Level {
    /// A description of how it plays, in a few words.
    ///
    /// # Panics
    /// If its player is none, which a test rules out.
    pub fn about(&self) -> Sentence {
        match self.player.parse().expect("the levels are checked by a test") {
            PlayerSpec::Greedy => say!("plays.greedy"),
            PlayerSpec::Uct { simulations } => say!("plays.random-games", count = simulations),
            PlayerSpec::AlphaBeta { depth: turns }
            | PlayerSpec::AlphaBeta2(Reach::Depth(turns)) => say!("plays.turns", count = turns),
            PlayerSpec::AlphaBeta2(Reach::Nodes(nodes)) => say!("plays.positions", count = nodes),
            PlayerSpec::AlphaBeta3 { reach: Reach::Nodes(nodes), .. } => {
                say!("plays.evaluated", count = nodes)
            }
            PlayerSpec::Network { source, search } => {
                about_network(&source.path().to_string_lossy(), &search)
            }
            _ => Sentence::untranslated(&self.player),
        }
    }

    /// The score in words: `69 % (64 to 73) against the level below`.
    pub fn score_in_words(&self) -> String {
        self.below.map_or("not measured".into(), |[score, lo, hi]| {
            format!("{score} % ({lo} to {hi}) against the level below")
        })
    }
}

/// With its description.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut level = serializer.serialize_struct("Level", 4)?;
        level.serialize_field("name", &self.name)?;
        level.serialize_field("player", &self.player)?;
        level.serialize_field("about", &self.about())?;
        level.serialize_field("below", &self.below)?;
        level.end()
    }
}

fn about_network(name: &str, search: &SearchOptions) -> Sentence {
    let network = Sentence::new(format!("network.{name}"), []);
    let search = search.applied_to(SearchConfig::default().without_noise());
    // With one simulation the move of the largest sum of noise and logit is a sample of the policy.
    match (search.simulations, search.gumbel.gumbel_scale) {
        (1, 0.0) => say!("plays.policy", network),
        (1, scale) => say!("plays.sampled", network, temperature = scale),
        (count, _) => say!("plays.simulations", network, count),
    }
}

impl Ladder {
    /// The ladder of a variant, or the first one if it has none: that one's scores are of another
    /// variant.
    pub fn of(variant: &str) -> Ladder {
        let mut ladders = ladders();
        let own = ladders.iter().position(|ladder| ladder.variant == variant);
        ladders.swap_remove(own.unwrap_or(0))
    }

    /// Its lowest level, which loses to sensible beginners.
    pub fn lowest(&self) -> &Level {
        &self.levels[0]
    }

    /// The level of this name, in capital or small letters.
    pub fn level(&self, name: &str) -> Option<&Level> {
        self.levels.iter().find(|level| level.name.eq_ignore_ascii_case(name))
    }
}

/// The ladders, that of the default variant first.
pub(crate) fn ladders() -> Vec<Ladder> {
    let file: LevelFile =
        toml::from_str(LADDERS).expect("the built-in levels are checked by a test");
    file.ladder
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Matches of at least 400 games: player, opponent, and the first one's score in per cent.
    fn measured(ladder: &Ladder) -> Vec<(String, String, [u32; 3])> {
        let path = format!("{}/../../{}/matches.ndjson", env!("CARGO_MANIFEST_DIR"), ladder.source);
        let lines = std::fs::read_to_string(path).unwrap();
        let matches = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let whole =
            matches.filter(|m| m["games"].as_u64() >= Some(400) && m["variant"] == *ladder.variant);
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
        assert!(ladders()[0].levels.len() > 8);
        for ladder in ladders() {
            assert!(ladder.source.starts_with("experiments/"));
            let (levels, measured) = (&ladder.levels, measured(&ladder));
            assert!(levels.len() > 3 && levels[0].below.is_none());
            for (below, level) in levels.iter().zip(&levels[1..]) {
                let score = level.below.unwrap();
                let found = (level.player.clone(), below.player.clone(), score);
                assert!(measured.contains(&found), "{found:?} is not in {measured:?}");
                assert!((60..=75).contains(&score[0]), "{}: {score:?}", level.name);
            }
        }
    }

    #[test]
    fn what_each_level_does_is_said_in_words() {
        for level in ladders().iter().flat_map(|ladder| &ladder.levels) {
            let about = level.about().to_string();
            assert!(about.len() > 20 && !about.starts_with(','), "{about}");
            assert_ne!(about, level.player);
        }
        let [first, legend] = [0, 20].map(|n| ladders()[0].levels[n].about().to_string());
        assert_eq!(first, "plays 20 random games in its head before each move");
        assert!(legend.starts_with("searches 4500 positions"), "{legend}");
        let two_cores = Ladder::of("checkerboard").level("champion").unwrap().about().to_string();
        let expected =
            "a network that taught itself the game in two hours, with 56 simulations per move";
        assert_eq!(two_cores, expected);
        let sampled = Ladder::of("walker").level("novice").unwrap().about().to_string();
        assert!(sampled.ends_with("good ones more often (temperature 1)"), "{sampled}");
    }

    #[test]
    fn greedy_play_wins_at_least_half_of_its_games_against_the_lowest_level() {
        let ladder = Ladder::of("buettgenbach-1899");
        let lowest = &ladder.lowest().player;
        let mut measured = measured(&ladder).into_iter();
        let score = measured.find(|(a, b, _)| a == "greedy@1" && b == lowest);
        assert!(score.unwrap().2[1] >= 50);
    }
}
