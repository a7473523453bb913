//! `salta perft --check`: the counts of recorded tables, checked by counting again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use salta_core::notation::PerftCase;
use salta_core::{Position, Variant};
use salta_run::load_rules_beside;

use super::count::count;
use crate::error::Error;
use crate::output;

/// Largest perft table that is read.
const MAX_BYTES: u64 = 4 << 20;

/// A table all of whose counts agree.
#[derive(Serialize)]
struct CheckedTable {
    path: PathBuf,
    positions: usize,
    counts: usize,
    nodes: u64,
}

pub(super) fn run(paths: &[PathBuf], json: bool) -> Result<(), Error> {
    let mut tables = Vec::with_capacity(paths.len());
    for path in paths {
        let started = Instant::now();
        let table = check(path)?;
        if !json {
            output::text(&describe(&table, started.elapsed().as_secs_f64()))?;
        }
        tables.push(table);
    }
    if json { output::json(&serde_json::json!({ "tables": tables })) } else { Ok(()) }
}

fn check(path: &Path) -> Result<CheckedTable, Error> {
    let text = salta_record::read_text(path, MAX_BYTES)?;
    let cases = PerftCase::parse_table(&text).map_err(|error| Error::at(path, error))?;
    let mut table = CheckedTable { path: path.into(), positions: cases.len(), counts: 0, nodes: 0 };
    for case in cases {
        let (variant, position) = resolve(path, &case)?;
        for (depth, &expected) in (1..).zip(&case.nodes) {
            let counted = count(&variant, &position, depth, false)?.nodes;
            if counted != expected {
                return Err(Error::Refuted(format!(
                    "{}: line {}: depth {depth}: {counted} move sequences, where the table has \
                     {expected}",
                    path.display(),
                    case.line
                )));
            }
            table.counts += 1;
            table.nodes = table.nodes.saturating_add(counted);
        }
    }
    Ok(table)
}

fn resolve(path: &Path, case: &PerftCase) -> Result<(Variant, Position), Error> {
    let place = format!("{}: line {}", path.display(), case.line);
    let folder = path.parent().unwrap_or(Path::new(""));
    let variant = match case.inline_rules() {
        Some(Ok(rules)) => Variant::new(rules),
        Some(Err(error)) => return Err(Error::at(place, error)),
        None => Variant::new(load_rules_beside(folder, &case.variant, &place)?),
    };
    let position = variant.position_or_start(case.position.as_deref());
    let position = position.map_err(|error| Error::at(place, error))?;
    Ok((variant, position))
}

fn describe(table: &CheckedTable, seconds: f64) -> String {
    let CheckedTable { path, positions, counts, nodes } = table;
    let agree = format!("{counts} counts of {positions} positions agree");
    format!("{}: {agree} ({nodes} move sequences in {seconds:.2} s)\n", path.display())
}
