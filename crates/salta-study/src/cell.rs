//! A cell of a study: one player's games in one variant, with their counts.

use std::path::Path;

use rayon::prelude::*;
use salta_arena::{GameResult, MatchResult};
use salta_core::{NodeBudget, Variant};
use salta_record::sealed::{Seal, open, seal};
use salta_record::{Fault, RecordError};
use salta_run::{Display, RunError, read_text, write_text};
use serde::{Deserialize, Serialize};

use crate::estimate::Value;
use crate::measures::Measure;
use crate::trace::Trace;

/// The counts of one player's games in one variant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) class: usize,
    /// Name of the player in tables.
    pub(crate) player: String,
    /// Names of White in the first and in the second game of each pair.
    pub(crate) whites: [String; 2],
    pub(crate) distinct: u32,
    /// The games: pair by pair.
    pub(crate) traces: Vec<Trace>,
}

impl Cell {
    /// The values of a measure in the games, pair by pair.
    pub(crate) fn values(&self, measure: &Measure) -> Vec<[Value; 2]> {
        self.traces.chunks_exact(2).map(|two| [0, 1].map(|i| measure.of(&two[i]))).collect()
    }
}

/// The settings of counting, on which stored counts depend in addition to the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counting {
    /// Nodes, for each side, of the exact count at a game's end.
    pub(crate) exact_nodes: NodeBudget,
    /// Nodes per position of the search that evaluates a game; 0: none.
    pub(crate) drama_nodes: u64,
}

/// Counts as stored in their file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    version: u32,
    counting: Counting,
    games: String,
    traces: Vec<Trace>,
}

/// Raised when stored counts have to be recomputed although they can still be parsed.
const VERSION: u32 = 2;

/// Counts all games of a match on the current rayon pool, or reads the counts that an earlier
/// process stored in `path`.
pub(crate) fn count(
    variant: &Variant,
    games: &MatchResult,
    counting: Counting,
    path: &Path,
    display: &Display,
) -> Result<Vec<Trace>, RunError> {
    // The games name their variant, whose rules a file may change.
    let games_text = serde_json::to_string(games).expect("strings and numbers");
    let counted = variant.rules().to_toml() + &games_text;
    let games_hash = blake3::hash(counted.as_bytes()).to_hex().to_string();
    match kept(path, counting, &games_hash)? {
        Ok(traces) => return Ok(traces),
        Err(Some(note)) => display.line(&format!("{}: {note}", path.display())),
        Err(None) => {}
    }
    let one = |game: &GameResult| {
        if display.is_stopped() {
            return Err(RunError::Stopped);
        }
        let mut trace = Trace::of(variant, game, counting.exact_nodes);
        trace.add_drama(variant, game, counting.drama_nodes, counting.exact_nodes);
        display.advance(1, String::new());
        Ok(trace)
    };
    let traces = games.games.par_iter().map(one).collect::<Result<Vec<_>, _>>()?;
    let saved = Saved { version: VERSION, counting, games: games_hash, traces };
    write_text(path, &seal(&saved))?;
    Ok(saved.traces)
}

const BROKEN: &str = "its checksum is wrong or missing: the file was altered or damaged; its games \
                      are counted again";
const OTHER: &str =
    "counts with other settings, rules or games; they are recomputed from its games";
const UNREADABLE: &str = "not counts of this version; they are recomputed from its games";

/// Counts that an earlier process stored or, if they cannot be used, a message about them. Damaged
/// counts, and those of other settings or games, are recomputed.
fn kept(
    path: &Path,
    counting: Counting,
    games: &str,
) -> Result<Result<Vec<Trace>, Option<&'static str>>, RunError> {
    if !path.exists() {
        return Ok(Err(None));
    }
    let (text, seal) = match read_text(path) {
        Err(RunError::Record(RecordError { fault: Fault::NotText { .. }, .. })) => {
            return Ok(Err(Some(BROKEN)));
        }
        text => open(&text?),
    };
    if seal != Seal::Whole {
        return Ok(Err(Some(BROKEN)));
    }
    Ok(match serde_json::from_str::<Saved>(&text) {
        Err(_) => Err(Some(UNREADABLE)),
        Ok(saved)
            if (saved.version, saved.counting, &*saved.games) == (VERSION, counting, games) =>
        {
            Ok(saved.traces)
        }
        Ok(_) => Err(Some(OTHER)),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use salta_arena::MatchConfig;
    use salta_core::rules::{Blockade, Rules};

    use super::*;

    const COUNTING: Counting = Counting { exact_nodes: NodeBudget(100), drama_nodes: 0 };

    fn games() -> MatchResult {
        let text = include_str!("../../../data/games/krone-grotewold-1901.salta");
        let file = salta_core::notation::GameFile::parse(text).unwrap();
        let moves = file.plies.iter().take(4).map(|ply| ply.mv).collect();
        let game = crate::trace::tests::truncated(moves);
        let (a, b, variant) = ("a".into(), "b".into(), "buettgenbach-1899".into());
        MatchResult { variant, a, b, config: MatchConfig::default(), games: vec![game], time: None }
    }

    #[test]
    fn counts_of_other_rules_are_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts-1.json");
        let rules = Variant::named("buettgenbach-1899").unwrap().rules().clone();
        let with = |blockade| {
            let variant = Variant::new(Rules { blockade, ..rules.clone() });
            count(&variant, &games(), COUNTING, &path, &Display::hidden()).unwrap()
        };
        let forbidden = with(Blockade::Forbidden);
        assert_ne!(with(Blockade::Allowed), forbidden);
        assert_eq!(with(Blockade::Forbidden), forbidden);
    }

    #[test]
    fn no_changed_byte_changes_the_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts-1.json");
        let (variant, games) = (Variant::named("buettgenbach-1899").unwrap(), games());
        let display = Display::hidden();
        let count = || count(&variant, &games, COUNTING, &path, &display).unwrap();
        let counted = count();
        let written = fs::read(&path).unwrap();
        let hash = serde_json::from_slice::<serde_json::Value>(&written).unwrap()["games"].clone();
        let kept = || kept(&path, COUNTING, hash.as_str().unwrap()).unwrap();
        assert_eq!(kept(), Ok(counted.clone()));
        for at in 0..written.len() {
            for bit in [0x01, 0x10, 0x80] {
                let mut bytes = written.clone();
                bytes[at] ^= bit;
                fs::write(&path, &bytes).unwrap();
                assert!(matches!(kept(), Err(Some(_))), "byte {at}, bit {bit}");
            }
        }
        assert_eq!(count(), counted);
        assert_eq!(fs::read(&path).unwrap(), written);
        let (plain, _) = open(&String::from_utf8(written).unwrap());
        fs::write(&path, &plain).unwrap();
        assert_eq!(kept(), Err(Some(BROKEN)));
        fs::write(&path, salta_record::sealed::seal(&serde_json::json!({ "version": VERSION })))
            .unwrap();
        assert_eq!(kept(), Err(Some(UNREADABLE)));
    }
}
