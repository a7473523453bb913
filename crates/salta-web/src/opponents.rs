//! Who may be played against: players by their text, within bounds, and levels for people.

use salta_arena::{Player, PlayerSpec, Reach};
use serde::{Deserialize, Serialize};

use crate::api::ApiError;
use crate::networks::Network;

/// What one turn may cost; requests come from anywhere.
const MAX_DEPTH: u32 = 5;
const MAX_DEPTH_2: u32 = 9;
const MAX_NODES: u64 = 5_000_000;
const MAX_UCT: u32 = 50_000;
const MAX_SIMULATIONS: u32 = 5_000;

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

/// The player a text stands for, if a request may ask for it: `published` are those that the
/// server's owner named, and may be any.
///
/// # Errors
/// If there is none, or a turn of it may cost too much.
pub(crate) fn player(
    text: &str,
    networks: &[Network],
    published: &[PlayerSpec],
) -> Result<Box<dyn Player>, ApiError> {
    let spec: PlayerSpec = text.parse().map_err(|e| ApiError::bad(format!("{e}.")))?;
    if let PlayerSpec::Checkpoint { path, simulations } = &spec {
        let known = networks.iter().find(|network| network.name() == path);
        let network = known.ok_or_else(|| {
            ApiError::bad(format!("This server has no checkpoint named `{path}`."))
        })?;
        bounded("sims", u64::from(*simulations), u64::from(MAX_SIMULATIONS))?;
        return network.player(*simulations).map_err(|e| ApiError::internal(e.to_string()));
    }
    if !published.contains(&spec) {
        check_cost(&spec)?;
    }
    Ok(spec.opponent().expect("only checkpoints are no opponents"))
}

fn check_cost(spec: &PlayerSpec) -> Result<(), ApiError> {
    match spec {
        PlayerSpec::AlphaBeta { depth } => bounded("depth", (*depth).into(), MAX_DEPTH.into()),
        PlayerSpec::AlphaBeta2(Reach::Depth(depth)) => {
            bounded("depth", (*depth).into(), MAX_DEPTH_2.into())
        }
        PlayerSpec::AlphaBeta2(Reach::Nodes(nodes)) => bounded("nodes", *nodes, MAX_NODES),
        PlayerSpec::Uct { simulations } => bounded("sims", (*simulations).into(), MAX_UCT.into()),
        PlayerSpec::Program(_) => {
            Err(ApiError::bad("Programs play here only if the server was started with them."))
        }
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::Checkpoint { .. } => Ok(()),
    }
}

fn bounded(option: &str, value: u64, most: u64) -> Result<(), ApiError> {
    if value <= most {
        return Ok(());
    }
    Err(ApiError::bad(format!("`{option}` is at most {most} on this server, not {value}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_run::shipped_names;

    #[test]
    fn levels_are_players_within_bounds() {
        let levels = levels();
        assert!(levels.len() >= 3);
        for level in &levels {
            let spec: PlayerSpec = level.player.parse().unwrap();
            check_cost(&spec).unwrap_or_else(|e| panic!("{}: {e:?}", level.name));
            if let PlayerSpec::Checkpoint { path, .. } = &spec {
                assert!(shipped_names().any(|name| name == path), "{path} is shipped");
            }
            assert_eq!(spec.to_string(), level.player, "{}", level.name);
        }
        assert!(source().starts_with("experiments/"));
        assert!(levels.contains(&first_opponent()));
    }

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

    #[test]
    fn what_costs_too_much_is_refused() {
        for text in ["alphabeta:depth=6", "alphabeta@2:depth=10", "uct:sims=1000000", "program:ls"]
        {
            assert!(player(text, &[], &[]).is_err(), "{text}");
        }
        assert!(player("alphabeta:depth=2", &[], &[]).is_ok());
        let published: PlayerSpec = "alphabeta:depth=6".parse().unwrap();
        assert!(player("alphabeta:depth=6", &[], &[published]).is_ok());
    }

    #[test]
    fn checkpoints_are_named_never_opened() {
        let refused = player("checkpoint:/etc/passwd:sims=1", &[], &[]).err().unwrap();
        assert!(refused.to_string().contains("no checkpoint named"), "{refused}");
    }
}
