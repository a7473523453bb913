//! A cell of a study: one player's games in one variant, played, counted and kept.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use salta_arena::{GameResult, MatchResult};
use salta_core::{NodeBudget, Variant};
use salta_run::{Display, RunError, read_text, write_text};
use serde::{Deserialize, Serialize};

use crate::estimate::Value;
use crate::measures::Measure;
use crate::trace::Trace;

/// What was counted in one player's games in one variant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// Number of the class.
    pub(crate) class: usize,
    /// Who played, against itself.
    pub(crate) player: String,
    /// Games that differ from all others.
    pub(crate) distinct: u32,
    /// The games: pair by pair.
    pub(crate) traces: Vec<Trace>,
}

impl Cell {
    /// What the games say of a measure, pair by pair.
    pub(crate) fn values(&self, measure: &Measure) -> Vec<[Value; 2]> {
        self.traces.chunks_exact(2).map(|two| [0, 1].map(|i| measure.of(&two[i]))).collect()
    }
}

/// How games are counted, which is what the kept counts depend on beside the games themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counting {
    /// Nodes, for each side, of the exact count at a game's end.
    pub(crate) exact_nodes: NodeBudget,
    /// Nodes of the search that follows a game; 0: none.
    pub(crate) drama_nodes: u64,
}

/// Counts as their file keeps them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    version: u32,
    counting: Counting,
    games: String,
    traces: Vec<Trace>,
}

/// Rises when what is counted changes, so that counts kept before are made again.
const VERSION: u32 = 1;

/// Counts all games of a match on the current rayon pool, or reads the counts that an earlier process
/// kept in `path`.
pub(crate) fn count(
    variant: &Variant,
    games: &MatchResult,
    counting: Counting,
    path: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<Vec<Trace>, RunError> {
    let games_text = serde_json::to_string(games).expect("strings and numbers");
    let games_hash = blake3::hash(games_text.as_bytes()).to_hex().to_string();
    if let Some(traces) = kept(path, counting, &games_hash)? {
        return Ok(traces);
    }
    let one = |game: &GameResult| {
        if stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        let mut trace = Trace::of(variant, game, counting.exact_nodes);
        if counting.drama_nodes > 0 {
            trace.add_drama(variant, game, counting.drama_nodes, counting.exact_nodes);
        }
        display.advance(1, String::new());
        Ok(trace)
    };
    let traces = games.games.par_iter().map(one).collect::<Result<Vec<_>, _>>()?;
    let saved = Saved { version: VERSION, counting, games: games_hash, traces };
    write_text(path, &serde_json::to_string(&saved).expect("strings and numbers"))?;
    Ok(saved.traces)
}

/// What cannot be read is counted again.
fn kept(path: &Path, counting: Counting, games: &str) -> Result<Option<Vec<Trace>>, RunError> {
    if !path.exists() {
        return Ok(None);
    }
    let saved: Option<Saved> = serde_json::from_str(&read_text(path)?).ok();
    let same = |saved: &Saved| {
        saved.version == VERSION && saved.counting == counting && saved.games == games
    };
    Ok(saved.filter(same).map(|saved| saved.traces))
}

/// Where the counts of a player's games lie, below the directory of the variant.
pub(crate) fn counts_path(variant_dir: &Path, number: usize) -> PathBuf {
    variant_dir.join(format!("counts-{}.json", number + 1))
}
