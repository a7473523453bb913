//! Solves small boards in memory, after which the desk knows their exact values. The page can store
//! a table, and load it on a later visit.

use std::sync::Arc;
use std::time::Duration;

use salta_analysis::say;
use salta_board::{Desk, Reader, Refused};
use salta_core::Variant;
use salta_solve::{Progress, SolveError, Table, estimate, solve_in_memory};
use serde_json::{Value, json};

/// Maximum number of bytes of a solution and its table.
const MOST: u64 = 500_000_000;

/// Solves the variant that the request names unless its table is loaded; reports the progress, and
/// in the end the value.
pub(crate) fn solve(
    desk: &mut Desk,
    body: &[u8],
    clock: &dyn Fn() -> Duration,
    reader: &mut dyn Reader,
) -> Result<(), Refused> {
    let variant = named(desk, body)?.clone();
    if desk.table(variant.name()).is_err() {
        desk.solved.push(Arc::new(solved(&variant, clock, reader)?));
    }
    let exact = desk.table(variant.name())?.value(&variant.start()).map_err(refused)?;
    let found = json!({ "value": exact.value, "forced": exact.plies });
    reader.told(json!({ "found": found }).to_string());
    Ok(())
}

/// Passes the bytes of the table of the variant that the request names to `part`, one part after
/// another.
pub(crate) fn write(desk: &Desk, body: &[u8], part: &mut dyn FnMut(&[u8])) -> Result<(), Refused> {
    desk.table(named(desk, body)?.name())?.write(part).map_err(refused)
}

/// Loads the table of a variant from the bytes that [`write`] gave.
pub(crate) fn read(desk: &mut Desk, name: &str, bytes: &[u8]) -> Result<(), Refused> {
    let table = Table::read(desk.variant(name)?, MOST, bytes).map_err(refused)?;
    desk.solved.push(Arc::new(table));
    Ok(())
}

fn named<'a>(desk: &'a Desk, body: &[u8]) -> Result<&'a Variant, Refused> {
    let asked: Value = serde_json::from_slice(body).unwrap_or_default();
    desk.variant(asked["variant"].as_str().unwrap_or_default())
}

fn solved(
    variant: &Variant,
    clock: &dyn Fn() -> Duration,
    reader: &mut dyn Reader,
) -> Result<Table, Refused> {
    let (begun, all) = (clock(), estimate(variant.rules()));
    let mut watch = |progress: &Progress| {
        let spent = clock().saturating_sub(begun);
        // The estimate from the number of changes, once they become fewer; before that, the rest of
        // the total estimate.
        let left = match progress.left {
            Some(left) => Some(left.min(all.max(spent))),
            None => all.checked_sub(spent),
        };
        let left = left.map(|left| left.as_secs_f64());
        reader.told(json!({ "ply": progress.ply, "left": left }).to_string());
        !reader.is_gone()
    };
    solve_in_memory(variant, MOST, clock, &mut watch).map_err(refused)
}

fn refused(error: SolveError) -> Refused {
    match error {
        SolveError::TooLarge { variant, placements, bytes, most } => Refused::Bad(say!(
            "solve.too-large",
            variant = variant,
            placements = figure(placements),
            memory = figure((bytes / 1e6).ceil()),
            most = figure((most / 1e6).floor()),
        )),
        other => Refused::Failed(say!("error.failed", why = other.to_string())),
    }
}

/// A whole number in groups of three digits, readable in any language; a power of ten if it is
/// long.
fn figure(number: f64) -> String {
    if number >= 1e15 {
        return format!("10^{:.0}", number.log10().floor());
    }
    let digits = format!("{number:.0}");
    let grouped = digits.char_indices().map(|(at, digit)| match (digits.len() - at) % 3 {
        0 if at > 0 => format!("\u{202f}{digit}"),
        _ => digit.to_string(),
    });
    grouped.collect()
}
