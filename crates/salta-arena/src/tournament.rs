//! A tournament as a user writes it.

use salta_core::strict_toml::within;
use salta_players::PlayerSpec;
use salta_stats::MAX_PLAYERS;
use serde::{Deserialize, Serialize};

use crate::config::MatchConfig;

const MAX_REPLICATES: u32 = 1_000_000;

/// Who plays whom in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player against every other, once.
    #[default]
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
    /// Two players against each other.
    Match,
    /// Every player against its neighbours in the list; with a `reach` of 2, also against next
    /// neighbours. Suits a ladder of players in order of strength.
    Neighbours,
}

impl Format {
    /// Returns the matches among `players` players as pairs of their numbers, the lower number as
    /// A. `reach` is how far apart neighbours may be.
    ///
    /// ```
    /// use salta_arena::Format;
    ///
    /// assert_eq!(Format::RoundRobin.matches(3, 1), [(0, 1), (0, 2), (1, 2)]);
    /// assert_eq!(Format::Gauntlet.matches(3, 1), [(0, 1), (0, 2)]);
    /// assert_eq!(Format::Neighbours.matches(4, 2), [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
    /// ```
    pub fn matches(self, players: usize, reach: usize) -> Vec<(usize, usize)> {
        let (firsts, reach) = match self {
            Format::RoundRobin => (players, players),
            Format::Gauntlet | Format::Match => (players.min(1), players),
            Format::Neighbours => (players, reach),
        };
        let met = |a: usize| a + 1..players.min(a.saturating_add(reach).saturating_add(1));
        (0..firsts).flat_map(|a| met(a).map(move |b| (a, b))).collect()
    }
}

/// A tournament as a user writes it. All matches share the seed and therefore the openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// Name of the variant, or path of a variant file, relative to the working directory.
    pub variant: String,
    /// Players, under their own names.
    #[serde(default)]
    pub players: Vec<PlayerSpec>,
    /// Who plays whom: `round-robin`, every player against every other; `gauntlet`, the first
    /// against all others; `match`, two players; `neighbours`, each against the next `reach` in the
    /// list.
    #[serde(default)]
    pub format: Format,
    /// With the format `neighbours`: how far apart in the list players may be to play each other.
    /// Default 1.
    #[serde(default = "one")]
    pub reach: usize,
    /// Name of the player whose rating is 0. Default: the first player of the largest set that is
    /// connected by results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Replicates of the bootstrap behind the ratings' intervals; its seed is that of the matches.
    /// Default 1000.
    #[serde(default = "thousand")]
    pub replicates: u32,
    /// More players, with custom names.
    #[serde(default, rename = "player", skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedPlayer>,
    /// How each match is played.
    #[serde(default, rename = "match")]
    pub play: MatchConfig,
}

/// A player under a custom name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPlayer {
    /// Who plays.
    pub player: PlayerSpec,
    /// Name in tables. Default: the player's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl NamedPlayer {
    /// Its name in tables.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.player.to_string())
    }
}

const fn one() -> usize {
    1
}

const fn thousand() -> u32 {
    1000
}

impl TournamentConfig {
    /// All players, those with custom names last.
    pub fn entries(&self) -> Vec<NamedPlayer> {
        let plain = self.players.iter().map(|p| NamedPlayer { player: p.clone(), name: None });
        plain.chain(self.named.iter().cloned()).collect()
    }

    /// Names of all players, in the order of [`TournamentConfig::entries`].
    pub fn names(&self) -> Vec<String> {
        self.entries().iter().map(NamedPlayer::name).collect()
    }

    /// Number of the player whose rating is 0, if one is named.
    pub fn anchor_number(&self) -> Option<usize> {
        let anchor = self.anchor.as_ref()?;
        self.names().iter().position(|name| name == anchor)
    }

    /// The matches by the players' numbers, A against B.
    pub fn matches(&self) -> Vec<(usize, usize)> {
        self.format.matches(self.entries().len(), self.reach)
    }

    /// Checks players and numbers.
    ///
    /// # Errors
    /// The first problem, as a sentence.
    pub fn validate(&self) -> Result<(), String> {
        let names = self.names();
        check_count(self.format, names.len())?;
        if names.iter().any(|name| !is_showable(name)) {
            return Err(
                "a player's `name` must have 1 to 300 characters, no control characters".into()
            );
        }
        let twice = |(i, name): &(usize, &String)| names[..*i].contains(name);
        if let Some((_, name)) = names.iter().enumerate().find(twice) {
            return Err(format!(
                "player `{name}` is listed twice; give one a `name` in a [[player]] table"
            ));
        }
        if self.reach == 0 {
            return Err("`reach` must be at least 1".into());
        }
        within("replicates", self.replicates, 1, MAX_REPLICATES)?;
        if let (Some(anchor), None) = (&self.anchor, self.anchor_number()) {
            return Err(format!("`anchor` is `{anchor}`, but no player has that name"));
        }
        self.play.validate().map_err(|what| format!("`match`: {what}"))
    }
}

fn check_count(format: Format, players: usize) -> Result<(), String> {
    match players {
        0 | 1 => Err(format!("a tournament needs at least two players, got {players}")),
        3.. if format == Format::Match => {
            Err(format!("`format` is \"match\", which is for two players, got {players}"))
        }
        _ if players > MAX_PLAYERS => {
            Err(format!("a tournament has at most {MAX_PLAYERS} players, got {players}"))
        }
        _ => Ok(()),
    }
}

/// Whether a name can be shown in a table on a terminal.
pub fn is_showable(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= 300 && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(json: &str) -> TournamentConfig {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_tournament_lists_its_players_and_matches() {
        let tournament = config(
            r#"{"variant": "walker", "players": ["greedy", "random"], "format": "gauntlet",
                "player": [{"player": "alphabeta:depth=2"}, {"player": "greedy", "name": "twin"}],
                "anchor": "twin", "match": {"pairs": 3}}"#,
        );
        assert_eq!(tournament.validate(), Ok(()));
        assert_eq!(tournament.names(), ["greedy@1", "random@1", "alphabeta@1:depth=2", "twin"]);
        assert_eq!(tournament.matches(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!((tournament.anchor_number(), tournament.play.pairs), (Some(3), 3));
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let two = r#""players": ["greedy", "random"]"#;
        for (fields, part) in [
            (r#""players": ["greedy"]"#, "two players"),
            (r#""players": ["greedy", "random", "greedy@1"]"#, "`greedy@1` is listed twice"),
            (r#""player": [{"player": "greedy"}, {"player": "random", "name": ""}]"#, "`name`"),
            (&format!(r#"{two}, "reach": 0"#), "`reach`"),
            (&format!(r#"{two}, "replicates": 0"#), "`replicates`"),
            (&format!(r#"{two}, "anchor": "me""#), "`anchor` is `me`"),
            (&format!(r#"{two}, "match": {{"pairs": 0}}"#), "`match`: `pairs`"),
            (
                &format!(
                    r#"{two}, "format": "match", "player": [{{"player": "alphabeta:depth=1"}}]"#
                ),
                "for two players, got 3",
            ),
        ] {
            let tournament = config(&format!(r#"{{"variant": "walker", {fields}}}"#));
            let error = tournament.validate().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn any_number_of_players_and_any_reach_have_their_matches() {
        use Format::{Gauntlet, Match, Neighbours, RoundRobin};
        for format in [RoundRobin, Gauntlet, Match, Neighbours] {
            assert_eq!([0, 1, 2].map(|n| format.matches(n, 1).len()), [0, 0, 1], "{format:?}");
        }
        assert_eq!(Neighbours.matches(5, usize::MAX), RoundRobin.matches(5, 1));
    }
}
