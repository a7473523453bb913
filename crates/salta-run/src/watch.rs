//! A read-only view of a run's directory. It changes nothing, so a run can be watched
//! while it trains.

use std::path::{Path, PathBuf};

use salta_arena::TournamentSummary;
use salta_core::rules::Rules;
use salta_record::list_shards;
use serde::Serialize;

use crate::config::{CONFIG, RunConfig};
use crate::error::RunError;
use crate::files::read_json;
use crate::generation_dirs::{CHECKPOINTS, GAMES, gen_name, names_in};
use crate::lock::is_in_use;
use crate::metrics::{MetricChart, Metrics, charts};
use crate::metrics_file::{METRICS, read_metrics};
use crate::recorded::Shard;
use crate::variant_files::{VARIANT, read_all_rules, read_rules};

/// The present state of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunView {
    /// Its name.
    pub name: String,
    /// The name of its variant.
    pub variant: String,
    /// Number of generations planned.
    pub generations: u32,
    /// Whether a process is working on it now.
    pub running: bool,
    /// Metrics of each generation so far.
    pub metrics: Vec<Metrics>,
    /// The charts of these metrics.
    pub charts: Vec<MetricChart>,
    /// Ratings of its generations, if the results of a tournament are anywhere in the run
    /// (`salta arena CONFIG --out RUN/ladder`).
    pub ratings: Vec<Rating>,
}

/// Elo of one generation with its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The generation.
    pub generation: u32,
    /// The name in the tournament.
    pub player: String,
    /// Elo above the anchor: estimate, lower and upper bound; not finite where all games were won
    /// or lost.
    pub elo: [f64; 3],
    /// Name of the player with Elo 0.
    pub anchor: String,
}

/// Reads the state of a run.
///
/// # Errors
/// If the directory is not a run, or a file cannot be read.
pub fn watch(root: &Path) -> Result<RunView, RunError> {
    if !root.join(CONFIG).is_file() {
        return Err(RunError::not_a_run(root, CONFIG));
    }
    let config = RunConfig::load_of_run(root, &[])?;
    let metrics = read_metrics(&root.join(METRICS))?;
    Ok(RunView {
        name: config.name,
        variant: read_rules(&root.join(VARIANT))?.name,
        generations: config.generations,
        running: is_in_use(root),
        charts: charts(&metrics),
        metrics,
        ratings: ratings(root)?,
    })
}

/// The rules of all variants of a run, the main one first.
///
/// # Errors
/// If a file cannot be read.
pub fn rules_of_run(root: &Path) -> Result<Vec<Rules>, RunError> {
    read_all_rules(root, 1 + RunConfig::load_of_run(root, &[])?.more_variants.len())
}

/// The first shard of a generation; `None` if there are no shards.
///
/// # Errors
/// If it cannot be read.
pub fn first_shard(root: &Path, generation: u32) -> Result<Option<Shard>, RunError> {
    let dir = root.join(GAMES).join(gen_name(generation));
    let shards = if dir.is_dir() { list_shards(&dir)? } else { Vec::new() };
    shards.first().map(|path| Shard::read(path)).transpose()
}

/// Folders of a run that hold no tournament; the matches of its generations are single matches,
/// which give no ratings.
const UNRATED: [&str; 4] = [GAMES, CHECKPOINTS, "tournament", "evaluation"];
/// Maximum depth of the folders that are searched.
const DEEPEST: usize = 3;

/// Every `summary.json` below a folder, down to `depth` levels.
fn summaries(root: &Path, depth: usize) -> Result<Vec<PathBuf>, RunError> {
    let mut found = Vec::new();
    let paths = names_in(root)?.into_iter().map(|name| root.join(name));
    let searched = |path: &PathBuf| !UNRATED.iter().any(|name| path.ends_with(name));
    for dir in paths.filter(|path| path.is_dir()).filter(searched) {
        found.extend(Some(dir.join("summary.json")).filter(|path| path.is_file()));
        if depth > 1 {
            found.extend(summaries(&dir, depth - 1)?);
        }
    }
    found.sort();
    Ok(found)
}

/// The ratings of generations in every tournament within the run.
fn ratings(root: &Path) -> Result<Vec<Rating>, RunError> {
    let paths = summaries(root, DEEPEST)?;
    let mut ratings = Vec::new();
    for path in paths {
        // Other commands, such as `evaluate`, write a `summary.json` of another kind.
        let Ok(summary) = read_json::<TournamentSummary>(&path) else { continue };
        ratings.extend(summary.standings.iter().filter_map(|standing| {
            let elo = standing.elo?;
            Some(Rating {
                generation: generation_of(&standing.player)?,
                player: standing.player.clone(),
                elo: [elo.estimate, elo.lo, elo.hi],
                anchor: summary.anchor.clone(),
            })
        }));
    }
    ratings.sort_by_key(|rating| rating.generation);
    Ok(ratings)
}

/// The generation in a player's name: `generation 7`, or a path with `gen-0007`.
fn generation_of(player: &str) -> Option<u32> {
    let number = |(at, word): (usize, &str)| {
        let after = &player[at + word.len()..];
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        after[..end].parse::<u32>().ok()
    };
    // A path ends with its generation; its folders may have any name.
    ["gen-", "generation "].iter().find_map(|word| player.rmatch_indices(word).find_map(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_are_read_from_names() {
        assert_eq!(generation_of("checkpoint:runs/a/checkpoints/gen-0012:sims=64"), Some(12));
        let path = "checkpoint:runs/next-gen-7/checkpoints/gen-0012:sims=64";
        assert_eq!(generation_of(path), Some(12));
        assert_eq!(generation_of("checkpoint:oxygen-x/checkpoints/gen-0003"), Some(3));
        assert_eq!(generation_of("checkpoint:checkpoints/gen-0003:sims=8,like=oxygen-x"), Some(3));
        assert_eq!(generation_of("generation 0 (untrained)"), Some(0));
        assert_eq!(generation_of("greedy@1"), None);
    }
}
