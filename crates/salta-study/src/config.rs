//! A study as a user writes it.

use salta_core::NodeBudget;
use std::collections::HashSet;

use salta_arena::{MatchConfig, is_showable};
use salta_players::PlayerSpec;
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::skill::Skill;

/// A study: variants, the players that play each of them, and settings of the measurements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyConfig {
    /// The question of the study, used as the heading of its report.
    pub title: String,
    /// Variants by name or path. Equivalent variants (the same game under two names) are played
    /// once. Default: all named variants.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Name of the variant with which the others are compared.
    pub baseline: String,
    /// The players; each plays itself, or its `opponent`, in every variant.
    #[serde(default, rename = "player")]
    pub players: Vec<StudyPlayer>,
    /// Measures the value of search effort: Elo gained per doubling. Default: not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
    /// How the games are played.
    #[serde(default)]
    pub games: Games,
    /// Variants defined here, each with the fields of a variant file.
    #[serde(default, rename = "variant", skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<Table>,
}

/// A player of the study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPlayer {
    /// The player, as in a tournament: `greedy@1`, `checkpoint:PATH:sims=64`.
    pub player: PlayerSpec,
    /// Whom it plays, such as the network of another seed. Default: itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerSpec>,
    /// Name in tables. Default: the player's own name, or `PLAYER against OPPONENT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Pairs of games in each variant. Default: `games.pairs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u32>,
    /// Nodes per position of the `alphabeta@2` search that evaluates each game ply by ply, for
    /// measures such as lead changes; 0: no such search. Default 0.
    #[serde(default)]
    pub drama_nodes: u64,
}

/// How the games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Games {
    /// Pairs of games; both games of a pair start from one opening. Default 200.
    pub pairs: u32,
    /// Uniformly random plies before the players take over, the same in all variants. Default 6.
    pub opening_plies: u32,
    /// Seed of the openings and of the games. Default 1.
    pub seed: u64,
    /// Plies after which a game is truncated if the variant has no move limit. Default 400.
    pub max_plies: u32,
    /// Pairs played in parallel: the unit of work. Default 16.
    pub pairs_per_group: u32,
    /// Initial node budget, per side, of the exact count at a game's end. Default 100,000.
    pub exact_nodes: NodeBudget,
    /// Limit of that budget, which is raised tenfold while the winner is undecided. Default
    /// 1,000,000.
    pub max_exact_nodes: NodeBudget,
}

impl Default for Games {
    fn default() -> Games {
        let usual = MatchConfig::default();
        Games {
            pairs: usual.pairs,
            opening_plies: usual.opening_plies,
            seed: usual.seed,
            max_plies: usual.max_plies,
            pairs_per_group: usual.pairs_per_group,
            exact_nodes: usual.exact_nodes,
            max_exact_nodes: usual.max_exact_nodes,
        }
    }
}

impl Games {
    /// Returns the configuration of a match of `pairs` pairs.
    pub fn of_match(&self, pairs: u32) -> MatchConfig {
        MatchConfig {
            pairs,
            opening_plies: self.opening_plies,
            seed: self.seed,
            max_plies: self.max_plies,
            pairs_per_group: self.pairs_per_group,
            exact_nodes: self.exact_nodes,
            max_exact_nodes: self.max_exact_nodes,
            ..MatchConfig::default()
        }
    }
}

impl StudyPlayer {
    /// Its name in tables.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.default_name())
    }

    /// Who plays whom, as a heading.
    pub fn heading(&self) -> String {
        match (&self.opponent, &self.name) {
            (None, _) => format!("{} against itself", self.name()),
            (Some(_), None) => self.default_name(),
            (Some(_), Some(name)) => format!("{name}: {}", self.default_name()),
        }
    }

    fn default_name(&self) -> String {
        match &self.opponent {
            None => self.player.to_string(),
            Some(opponent) => format!("{} against {opponent}", self.player),
        }
    }
}

impl StudyConfig {
    /// Pairs of a player's games in each variant.
    pub fn pairs_of(&self, player: &StudyPlayer) -> u32 {
        player.pairs.unwrap_or(self.games.pairs)
    }

    /// Pairs of each match of the ladder; 0 without one.
    pub fn skill_pairs(&self) -> u32 {
        self.skill.as_ref().map_or(0, |skill| skill.pairs.unwrap_or(self.games.pairs))
    }

    /// The most pairs of any match.
    pub fn most_pairs(&self) -> u32 {
        let players = self.players.iter().map(|player| self.pairs_of(player));
        players.chain([self.skill_pairs()]).max().unwrap_or(0)
    }

    /// Checks players and numbers.
    ///
    /// # Errors
    /// The first problem.
    pub fn validate(&self) -> Result<(), String> {
        if self.players.is_empty() && self.skill.is_none() {
            return Err("a study needs at least one [[player]], or a [skill] table".into());
        }
        let mut seen = HashSet::new();
        for player in &self.players {
            if player.opponent.as_ref() == Some(&player.player) {
                let itself = "its `opponent` is the player itself; leave it out";
                return Err(format!("player `{}`: {itself}", player.player));
            }
            for name in HashSet::from([player.default_name(), player.name()]) {
                if !is_showable(&name) {
                    return Err(format!("player {name:?}: a name is one line of visible text"));
                }
                if !seen.insert(name.clone()) {
                    return Err(format!("player `{name}` is listed twice"));
                }
            }
        }
        let check = |of: &str, pairs| {
            self.games.of_match(pairs).validate().map_err(|what| format!("{of}: {what}"))
        };
        // All but the pairs, which a player or the ladder may have of its own.
        check("`games`", 1)?;
        for player in &self.players {
            let own = player.pairs.map(|_| format!("player `{}`", player.name()));
            check(own.as_deref().unwrap_or("`games`"), self.pairs_of(player))?;
        }
        let Some(skill) = &self.skill else { return Ok(()) };
        skill.rungs()?;
        check(skill.pairs.map_or("`games`", |_| "`skill`"), self.skill_pairs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: &str = "[[player]]\nplayer = \"greedy\"\npairs = 30\n\
                           [[player]]\nplayer = \"greedy\"\nname = \"other\"\n";
    const SKILL: &str =
        "[skill]\nplayer = \"alphabeta@2:nodes={}\"\nnodes = 8\ndoublings = 2\npairs = 40\n";

    fn config(tables: &str) -> StudyConfig {
        toml::from_str(&format!("title = \"Study\"\nbaseline = \"nestor\"\n{tables}")).unwrap()
    }

    #[test]
    fn a_study_needs_a_player_or_a_ladder() {
        let players = PLAYERS.replacen("greedy", "random", 1);
        let pairs = |tables: &str| {
            let config = config(&format!("{tables}[games]\npairs = 20\n"));
            config.validate().map(|()| config.most_pairs())
        };
        assert_eq!(pairs(&players), Ok(30));
        assert_eq!(pairs(SKILL), Ok(40));
        assert_eq!(pairs(&format!("{players}{SKILL}")), Ok(40));
        let named = pairs("[[player]]\nplayer = \"greedy\"\nname = \"a\\nb\"\n").unwrap_err();
        assert!(named.contains("one line of visible text"), "{named}");
        assert!(pairs("").unwrap_err().starts_with("a study needs at least one [[player]]"));
        assert_eq!(pairs(PLAYERS).unwrap_err(), "player `greedy@1` is listed twice");
        for (tables, part) in [
            (SKILL.replace("40", "0"), "`skill`: `pairs` "),
            (players.replace("30", "0"), "player `random@1`: `pairs` "),
            (format!("{players}[games]\nmax_plies = 2\n"), "`games`: `max_plies` "),
        ] {
            let error = config(&tables).validate().unwrap_err();
            assert!(error.starts_with(part), "{error}");
        }
    }
}
