//! The skill ladder: each player searches twice as much as the one before.

use salta_core::strict_toml::within;
use salta_players::PlayerSpec;
use serde::{Deserialize, Serialize};

/// The placeholder for the number that is doubled.
const HOLE: &str = "{}";
const MAX_DOUBLINGS: u32 = 20;

/// The value of search effort: a player against itself with twice the effort, doubled this many
/// times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The player, with `{}` for the number that is doubled, as in `checkpoint:PATH:sims={}`.
    /// Default `alphabeta@2:nodes={}`.
    #[serde(default = "classical")]
    pub player: String,
    /// Name in tables, with `{}` for the same number. Default: the player's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number for the weakest player: nodes, or simulations.
    pub nodes: u64,
    /// Number of doublings; each is a match between players one doubling apart.
    pub doublings: u32,
    /// Pairs of games of each match. Default: `games.pairs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u32>,
}

fn classical() -> String {
    format!("alphabeta@2:nodes={HOLE}")
}

impl Skill {
    /// The ladder's name in tables.
    pub fn ladder(&self) -> String {
        format!("ladder of {}", self.name.as_ref().unwrap_or(&self.player).replace(HOLE, "N"))
    }

    /// The rungs, lowest first: each a player and its name in tables.
    ///
    /// # Errors
    /// The first problem.
    pub fn rungs(&self) -> Result<Vec<(PlayerSpec, String)>, String> {
        within("skill.doublings", self.doublings, 1, MAX_DOUBLINGS)?;
        // So that the highest rung's number fits.
        within("skill.nodes", self.nodes, 1, u64::MAX >> MAX_DOUBLINGS)?;
        for (key, text) in [("player", Some(&self.player)), ("name", self.name.as_ref())] {
            if let Some(text) = text.filter(|text| text.matches(HOLE).count() != 1) {
                return Err(format!(
                    "`skill.{key}` must contain `{{}}` once, for the number that doubles: `{text}`"
                ));
            }
        }
        (0..=self.doublings).map(|rung| self.rung(rung)).collect()
    }

    fn rung(&self, number: u32) -> Result<(PlayerSpec, String), String> {
        let nodes = self.nodes << number;
        let filled = |text: &String| text.replace(HOLE, &nodes.to_string());
        let player = filled(&self.player).parse::<PlayerSpec>();
        let player = player.map_err(|error| format!("`skill.player`: {error}"))?;
        let name = self.name.as_ref().map_or_else(|| player.to_string(), filled);
        Ok((player, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(player: &str, name: Option<&str>) -> Skill {
        let name = name.map(Into::into);
        Skill { player: player.into(), name, nodes: 8, doublings: 2, pairs: None }
    }

    #[test]
    fn any_number_doubles() {
        let names = |skill: &Skill| -> Vec<String> {
            skill.rungs().unwrap().into_iter().map(|(_, name)| name).collect()
        };
        let uct = skill("uct:sims={}", None);
        assert_eq!(names(&uct), ["uct@1:sims=8", "uct@1:sims=16", "uct@1:sims=32"]);
        assert_eq!(uct.ladder(), "ladder of uct:sims=N");
        let network = skill("checkpoint:a:sims={}", Some("a at {}"));
        assert_eq!(names(&network), ["a at 8", "a at 16", "a at 32"]);
        let (last, _) = network.rungs().unwrap().pop().unwrap();
        assert_eq!(last.to_string(), "checkpoint:a:sims=32");
        let skipping = skill("checkpoint:a:sims={},skip_forced=8", None);
        assert_eq!(names(&skipping)[2], "checkpoint:a:sims=32,skip_forced=8");
    }

    #[test]
    fn what_is_no_ladder() {
        let wrong = |skill: Skill| skill.rungs().unwrap_err();
        let usual = || skill(&classical(), None);
        assert!(
            wrong(Skill { nodes: 0, ..usual() }).starts_with("`skill.nodes` must be from 1 to ")
        );
        let many = wrong(Skill { nodes: u64::MAX, ..usual() });
        assert!(many.starts_with("`skill.nodes` must be "), "{many}");
        let doublings = wrong(Skill { doublings: 21, ..usual() });
        assert_eq!(doublings, "`skill.doublings` must be from 1 to 20, got 21");
        let holes =
            [skill("greedy", None), skill("a:{}:{}", None), skill("uct:sims={}", Some("u"))];
        for skill in holes {
            assert!(wrong(skill).contains("must contain `{}` once"));
        }
        assert!(wrong(skill("{}", None)).starts_with("`skill.player`: "));
    }
}
