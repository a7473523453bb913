//! Matches on disk.
//!
//! Each group of games is written as it ends, below a directory named after all that decides the
//! games; so a killed tournament goes on with the groups that are there, and cannot take those of
//! another. Once all is played each match becomes one file, and the groups are removed.

use std::fs;
use std::path::{Path, PathBuf};

use salta_arena::{GroupRecord, MatchConfig, MatchResult, Opening};
use salta_core::Variant;
use serde::{Deserialize, Serialize};

use crate::error::RunError;
use crate::files::{create_dir, read_text, write_text};
use crate::players::Recipe;

/// The directory of the groups, below that of the results.
const GROUPS: &str = "groups";
/// Signs of a player's name in a file name.
const NAME_SIGNS: usize = 80;

/// Where a match and its groups lie.
#[derive(Clone, Debug)]
pub(crate) struct MatchFiles {
    /// The match's files, but for their extensions.
    stem: PathBuf,
    groups: PathBuf,
    identity: Identity,
}

/// All that decides what games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    /// The rules in full: two variant files may share a name.
    rules: String,
    /// What the players were: a path may hold another network by now.
    players: [String; 2],
    /// Checksum of the openings: a book may have changed.
    openings: String,
    config: MatchConfig,
}

impl Identity {
    /// What the name of the groups' directory is the hash of: JSON with the keys as they were
    /// first written, so that a tournament begun by an earlier version goes on with its groups.
    fn hashed_text(&self) -> String {
        let text = serde_json::to_string(self).expect("strings and numbers");
        // Within strings the quotes are escaped, so keys alone are found.
        text.replace("\"exact_nodes\":", "\"points_budget\":")
            .replace("\"max_exact_nodes\":", "\"max_points_budget\":")
    }
}

/// A match as its file keeps it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMatch {
    identity: Identity,
    result: MatchResult,
}

impl MatchFiles {
    pub(crate) fn new(
        out: &Path,
        variant: &Variant,
        config: &MatchConfig,
        openings: &[Opening],
        [a, b]: [&Recipe; 2],
    ) -> MatchFiles {
        let identity = Identity {
            rules: variant.rules().to_toml(),
            players: [a.identity().into(), b.identity().into()],
            openings: checksum(variant, openings),
            config: config.clone(),
        };
        let text = identity.hashed_text();
        let groups = out.join(GROUPS).join(&*blake3::hash(text.as_bytes()).to_hex());
        MatchFiles { stem: out.join(file_name(a.name(), b.name())), groups, identity }
    }

    /// The same match, if an earlier process finished it. What cannot be read is played again.
    pub(crate) fn earlier(&self) -> Result<Option<MatchResult>, RunError> {
        let saved: Option<SavedMatch> = read_json(&self.stem.with_added_extension("json"))?;
        Ok(saved.filter(|saved| saved.identity == self.identity).map(|saved| saved.result))
    }

    /// A group that an earlier process finished. What cannot be read is played again.
    pub(crate) fn group(&self, number: u32) -> Result<Option<GroupRecord>, RunError> {
        read_json(&self.group_path(number))
    }

    /// Keeps a group.
    pub(crate) fn keep(&self, number: u32, record: &GroupRecord) -> Result<(), RunError> {
        create_dir(&self.groups)?;
        let text = serde_json::to_string(record).expect("strings and numbers");
        write_text(&self.group_path(number), &text)
    }

    fn group_path(&self, number: u32) -> PathBuf {
        self.groups.join(format!("{number:06}.json"))
    }

    /// Writes the games, and then the match that makes its groups superfluous.
    pub(crate) fn save(&self, variant: &Variant, result: &MatchResult) -> Result<(), RunError> {
        let games = result.games.iter().map(|game| {
            let event = format!("{} – {}", result.a, result.b);
            game.to_game_text(variant, &event, &result.a, &result.b)
        });
        let games = games.collect::<Vec<_>>().join("\n");
        write_text(&self.stem.with_added_extension("games"), &games)?;
        let saved = SavedMatch { identity: self.identity.clone(), result: result.clone() };
        let text = serde_json::to_string(&saved).expect("strings and numbers");
        write_text(&self.stem.with_added_extension("json"), &text)
    }
}

/// Removes the groups of all matches below `out`.
pub(crate) fn remove_groups(out: &Path) -> Result<(), RunError> {
    let path = out.join(GROUPS);
    match fs::remove_dir_all(&path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(RunError::Io { path, source })
        }
        _ => Ok(()),
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<T>, RunError> {
    if !path.exists() {
        return Ok(None);
    }
    Ok(serde_json::from_str(&read_text(path)?).ok())
}

fn checksum(variant: &Variant, openings: &[Opening]) -> String {
    let mut hasher = blake3::Hasher::new();
    for opening in openings {
        hasher.update(variant.position_line(&opening.start).as_bytes());
        for mv in &opening.moves {
            hasher.update(mv.to_string().as_bytes());
        }
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().to_string()
}

/// `A vs B`. Where that cannot be a file name as it is, signs are replaced and a checksum of the
/// names is added, so that no two matches share a file.
fn file_name(a: &str, b: &str) -> String {
    let (plain_a, plain_b) = (plain(a), plain(b));
    let name = format!("{plain_a} vs {plain_b}");
    if (&*plain_a, &*plain_b) == (a, b) && name.matches(" vs ").count() == 1 {
        return name;
    }
    let names = blake3::hash(format!("{a}\n{b}").as_bytes()).to_hex();
    format!("{name} {}", &names[..8])
}

/// Upper case too is changed, since some file systems take `A` and `a` for one.
fn plain(name: &str) -> String {
    let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.@= ()".contains(c);
    let lower = name.chars().take(NAME_SIGNS).flat_map(char::to_lowercase);
    lower.map(|c| if safe(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_file_names() {
        assert_eq!(file_name("greedy@1", "random@1"), "greedy@1 vs random@1");
        let training = "generation 3 vs generation 0 (untrained)";
        assert_eq!(file_name("generation 3", "generation 0 (untrained)"), training);
    }

    #[test]
    fn matches_of_earlier_versions_are_taken_up() {
        let config = r#"{"pairs":2,"points_budget":7,"max_points_budget":9}"#;
        let identity = Identity {
            rules: "\"exact_nodes\": 1".into(),
            players: ["a".into(), "b".into()],
            openings: String::new(),
            config: serde_json::from_str(config).unwrap(),
        };
        assert_eq!((identity.config.exact_nodes.0, identity.config.max_exact_nodes.0), (7, 9));
        let text = identity.hashed_text();
        assert!(text.contains(r#""points_budget":7,"max_points_budget":9"#), "{text}");
        assert!(text.contains(r#"\"exact_nodes\": 1"#), "strings stay: {text}");
    }

    #[test]
    fn no_two_matches_share_a_file() {
        let names = ["a:b", "a_b", "a/b", "A_b", "A:b", "a b", &"x".repeat(90), &"x".repeat(91)];
        let mut seen = std::collections::HashSet::new();
        for a in names {
            for b in names {
                let name = file_name(a, b);
                assert!(name.len() < 200 && !name.contains(['/', ':']), "{name}");
                assert!(seen.insert(name.to_lowercase()), "{name}");
            }
        }
        // "a vs b" against "c", and "a" against "b vs c".
        assert_ne!(file_name("a vs b", "c"), file_name("a", "b vs c"));
    }
}
