//! What is measured of each generation, one JSON line each.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use salta_core::Margin;
use salta_net::Losses;
use salta_record::{Ending, GameRecord};
use serde::{Deserialize, Serialize};

use crate::effort::{Effort, Shares};
use crate::error::RunError;
use crate::files::{read_text, write_text};

/// One generation in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// The generation, from 1.
    pub generation: u32,
    /// Its games.
    pub games: GameMetrics,
    /// Mean losses over the second half of its learning steps.
    pub losses: Losses,
    /// Samples in the replay window.
    pub window: u64,
    /// Bytes of memory that they take.
    #[serde(default)]
    pub window_bytes: u64,
    /// Samples played since the start of the run.
    #[serde(default)]
    pub samples: u64,
    /// Learning steps since the start of the run.
    pub steps: u64,
    /// What it took. These numbers alone depend on the clock.
    pub time: TimeMetrics,
}

/// The games of a generation in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameMetrics {
    /// Games played.
    pub games: u64,
    /// Mean length in plies.
    pub mean_plies: f64,
    /// Share that a side finished.
    pub finished: f64,
    /// Share cut off by the cap.
    pub truncated: f64,
    /// Share whose points are not proven.
    pub unproven: f64,
    /// Mean margin of White by distance.
    pub white_margin: f64,
    /// Mean entropy of the search's policies, in nats.
    pub policy_entropy: f64,
    /// Mean squared difference of the network's value and the search's.
    pub value_surprise: f64,
}

/// What a generation took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeMetrics {
    /// Seconds of self-play.
    pub selfplay: f64,
    /// Seconds of learning.
    pub train: f64,
    /// Positions evaluated in self-play, by this process.
    pub positions: u64,
    /// The same a second.
    pub positions_per_second: f64,
    /// Leaves of searches, those that were remembered included.
    #[serde(default)]
    pub leaves: u64,
    /// Where the time of self-play went.
    #[serde(default)]
    pub shares: Shares,
    /// The most bytes of memory that the process has held so far; 0 where the system does not tell.
    #[serde(default)]
    pub memory_bytes: u64,
}

impl TimeMetrics {
    /// What self-play took, before any learning.
    pub(crate) fn of(effort: &Effort) -> TimeMetrics {
        let selfplay = effort.elapsed.as_secs_f64();
        TimeMetrics {
            selfplay,
            train: 0.0,
            positions: effort.positions,
            positions_per_second: effort.positions as f64 / selfplay.max(1e-9),
            leaves: effort.leaves,
            shares: effort.shares(),
            memory_bytes: 0,
        }
    }
}

impl GameMetrics {
    /// The numbers of these games.
    pub fn of(games: &[&GameRecord]) -> GameMetrics {
        let count = games.len().max(1) as f64;
        let mean = |of: &dyn Fn(&GameRecord) -> f64| {
            games.iter().map(|game| of(game)).sum::<f64>() / count
        };
        let share = |is: &dyn Fn(&GameRecord) -> bool| mean(&|game| f64::from(u8::from(is(game))));
        let decided: Vec<_> = games
            .iter()
            .flat_map(|game| &game.plies)
            .filter(|ply| !ply.policy.is_empty())
            .collect();
        let decisions = decided.len().max(1) as f64;
        let surprise = |ply: &&salta_record::Ply| f64::from(ply.root_value - ply.net_value).powi(2);
        GameMetrics {
            games: games.len() as u64,
            mean_plies: mean(&|game| f64::from(game.outcome.plies)),
            finished: share(&|game| game.outcome.ending == Ending::Finished),
            truncated: share(&|game| game.outcome.ending == Ending::Truncated),
            unproven: share(&|game| matches!(game.outcome.margin, Margin::Bounds { .. })),
            white_margin: mean(&|game| f64::from(game.outcome.distance_margin)),
            policy_entropy: decided.iter().map(|ply| entropy(&ply.policy)).sum::<f64>() / decisions,
            value_surprise: decided.iter().map(surprise).sum::<f64>() / decisions,
        }
    }
}

fn entropy(policy: &[(u8, u16)]) -> f64 {
    let shares = salta_record::dequantise(policy).map(|(_, share)| f64::from(share));
    shares.filter(|share| *share > 0.0).map(|share| -share * share.ln()).sum()
}

/// Reads the metrics of a run; a line cut short by a kill ends it.
pub fn read_metrics(path: &Path) -> Result<Vec<Metrics>, RunError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(path)?;
    let mut metrics = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(read) => metrics.push(read),
            Err(_) if number + 1 == text.lines().count() => break,
            Err(error) => {
                let what = format!("line {}: {error}", number + 1);
                return Err(RunError::Damaged { path: path.into(), what });
            }
        }
    }
    Ok(metrics)
}

/// Keeps the lines up to `generation`: those after it are of work that will be done again.
pub(crate) fn rewind(path: &Path, generation: u32) -> Result<Vec<Metrics>, RunError> {
    let mut metrics = read_metrics(path)?;
    metrics.retain(|line| line.generation <= generation);
    let text: String = metrics.iter().map(to_line).collect();
    write_text(path, &text)?;
    Ok(metrics)
}

/// Adds a line and syncs it.
pub(crate) fn append(path: &Path, metrics: &Metrics) -> Result<(), RunError> {
    let io = |source| RunError::Io { path: path.into(), source };
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
    file.write_all(to_line(metrics).as_bytes()).map_err(io)?;
    file.sync_data().map_err(io)
}

fn to_line(metrics: &Metrics) -> String {
    let json = serde_json::to_string(metrics).expect("metrics are strings and numbers");
    json + "\n"
}
