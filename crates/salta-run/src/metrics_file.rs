//! `metrics.ndjson`: the metrics of a run, one generation per line.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use salta_record::json_line;

use crate::error::{At, RunError};
use crate::files::{read_text, write_text};
use crate::metrics::Metrics;

/// The file of a run's metrics.
pub const METRICS: &str = "metrics.ndjson";

/// Reads the metrics of a run, except for a last line that a kill left incomplete.
///
/// # Errors
/// If the file cannot be read, or a line before the last is damaged.
pub fn read_metrics(path: &Path) -> Result<Vec<Metrics>, RunError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(path)?;
    let mut metrics = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match json_line(line, number) {
            Err(_) if number == text.lines().count() => break,
            read => metrics.push(read.at(path)?),
        }
    }
    Ok(metrics)
}

/// Replaces the file's content by these lines.
pub(crate) fn rewrite(path: &Path, lines: &[Metrics]) -> Result<(), RunError> {
    let text: String = lines.iter().map(to_line).collect();
    write_text(path, &text)
}

/// Appends a line and syncs the file.
pub(crate) fn append(path: &Path, metrics: &Metrics) -> Result<(), RunError> {
    let mut file = OpenOptions::new().create(true).append(true).open(path).at(path)?;
    file.write_all(to_line(metrics).as_bytes()).at(path)?;
    file.sync_data().at(path)
}

fn to_line(metrics: &Metrics) -> String {
    serde_json::to_string(metrics).expect("metrics are numbers") + "\n"
}
