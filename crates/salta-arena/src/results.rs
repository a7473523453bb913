//! Results of matches, as far as their files contain them.
//!
//! - `files`: reads them from any kind of file
//! - `summaries`: those of a match without its games, checked

mod files;
mod summaries;

use std::path::{Path, PathBuf};

use salta_players::{NetworkSource, PlayerSpec};
use salta_stats::Outcome;

pub(crate) use self::files::read_results;
use crate::entrant::short_identity;
use crate::tournament::is_showable;

/// The results of a match, as far as its file contains them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Results {
    pub(crate) path: PathBuf,
    /// The same path without links and detours, once several are compared.
    pub(crate) file: PathBuf,
    pub(crate) variant: Option<String>,
    /// The rules in full, if the file contains them.
    pub(crate) rules: Option<String>,
    /// Limit of each player's search per turn, if the file says whether there was one.
    pub(crate) limit: Option<String>,
    pub(crate) names: [String; 2],
    /// Short identities of the players, if the file contains them.
    pub(crate) identities: Option<[String; 2]>,
    pub(crate) pairs: Vec<Played>,
    /// The outcomes of the games, as [`outcome_letters`] writes them, if the file contains them.
    pub(crate) outcomes: Option<String>,
    /// Seed of the openings and players, if the file contains it.
    pub(crate) seed: Option<u64>,
    /// Drawn and truncated games of decided pairs.
    pub(crate) half_points: [u32; 2],
    /// Lower and upper bound of A's mean points.
    pub(crate) points: Option<[f64; 2]>,
    /// Whether a sequential test ended the match.
    pub(crate) stopped: bool,
}

/// A pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// A's score in halves of a point, 0–4; `None` if it is undecided.
    pub(crate) halves: Option<u32>,
    /// How its games ended, if the file says so.
    pub(crate) outcomes: Option<[Outcome; 2]>,
    /// A hash of the opening, or of the match's seed and the number of the pair.
    pub(crate) opening: Option<[u8; 32]>,
    /// Hashes of the games: players, sides and moves.
    pub(crate) games: Option<[[u8; 32]; 2]>,
}

impl Results {
    /// A match between these players, of which nothing else is known.
    ///
    /// # Errors
    /// If a name cannot be shown.
    fn between(names: [String; 2], path: &Path) -> Result<Results, String> {
        match names.iter().find(|name| !is_showable(name)) {
            Some(name) => Err(format!("{name:?} is no name of a player")),
            None => Ok(Results { path: path.into(), names, ..Results::default() }),
        }
    }

    /// Returns the identity of player `i` by its name, which says everything of a fixed player or a
    /// built-in network. Any other name, such as `generation 20`, identifies a player only within
    /// one folder.
    pub(crate) fn named(&self, i: usize, is_built_in: fn(&str) -> bool) -> String {
        let says_it_all = match self.names[i].parse() {
            Ok(PlayerSpec::Network { source: NetworkSource::Checkpoint(name), .. }) => {
                is_built_in(&name)
            }
            Ok(PlayerSpec::Network { .. }) => false,
            Ok(PlayerSpec::AlphaBeta3 { net: Some(file), .. }) => {
                !file.contains(|c| c == '.' || std::path::is_separator(c))
            }
            Ok(PlayerSpec::Perfect { .. } | PlayerSpec::Program(_)) | Err(_) => false,
            Ok(_) => true,
        };
        if says_it_all {
            return short_identity(&self.names[i]);
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        format!("{} {}", folder.display(), self.names[i])
    }

    /// Whether the file identifies players and games itself.
    pub(crate) fn is_match_file(&self) -> bool {
        self.identities.is_some() && !self.has_counts_alone()
    }

    /// Whether only counts of the pairs are known, not their games.
    pub(crate) fn has_counts_alone(&self) -> bool {
        self.pairs.iter().all(|pair| pair.games.is_none())
    }

    /// Whether two results with the same fingerprint may be those of one match: their outcomes,
    /// points and seeds, where both are known, are the same.
    pub(crate) fn may_be(&self, other: &Results) -> bool {
        let outcomes = self.outcomes.is_none() || other.outcomes.is_none();
        // A file may have fewer digits.
        let near = |(one, other): ([f64; 2], [f64; 2])| {
            (0..2).all(|end| (one[end] - other[end]).abs() < 1e-6)
        };
        (outcomes || self.outcomes == other.outcomes)
            && self.points.zip(other.points).is_none_or(near)
            && self.may_have_seed_of(other)
    }

    /// Whether the seeds, where both are known, are the same.
    pub(crate) fn may_have_seed_of(&self, other: &Results) -> bool {
        self.seed.is_none() || other.seed.is_none() || self.seed == other.seed
    }

    /// Its players, for messages.
    pub(crate) fn title(&self) -> String {
        self.names.join(" – ")
    }

    /// Returns a text that is equal for a match and its summary, and seldom for different matches of
    /// these players.
    pub(crate) fn fingerprint(&self, players: &[String; 2]) -> String {
        let mut pentanomial = [0; 5];
        self.pairs
            .iter()
            .filter_map(|pair| pair.halves)
            .for_each(|halves| pentanomial[halves as usize] += 1);
        format!("{players:?} {pentanomial:?} {}", self.half_points[0])
    }
}
