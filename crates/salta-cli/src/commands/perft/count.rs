//! The perft count of a position.

use std::collections::BTreeMap;
use std::thread;

use serde::Serialize;

use salta_core::perft::divide;
use salta_core::{Move, Position, Variant};

use crate::error::Error;

/// Maximum depth of a count if games can be that long.
const MAX_DEPTH: u32 = 100_000;
/// Stack bytes per ply of the count, several times what it needs.
const STACK_PER_PLY: usize = 4 << 10;

/// The number of move sequences from a position.
#[derive(Serialize)]
pub(super) struct Count {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The same number by first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<BTreeMap<String, u64>>,
}

/// Counts the sequences of `depth` moves, by the first move if `split` is set.
pub(super) fn count(
    variant: &Variant,
    position: &Position,
    depth: u32,
    split: bool,
) -> Result<Count, Error> {
    let first = by_first_move(variant, position, depth)?;
    let nodes = if depth == 0 { 1 } else { first.iter().map(|(_, nodes)| nodes).sum() };
    let named = |(mv, nodes)| (variant.to_local(mv).salta_numbers(), nodes);
    let divide = split.then(|| first.into_iter().map(named).collect());
    Ok(Count { depth, nodes, divide })
}

/// The counts of the sequences that begin with each move; none for sequences of no moves.
fn by_first_move(
    variant: &Variant,
    position: &Position,
    depth: u32,
) -> Result<Vec<(Move, u64)>, Error> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    // No game from here is that long, which needs no search.
    if variant.is_over(position) || depth > plies_left(variant, position) {
        return Ok(variant.moves(position).into_iter().map(|mv| (mv, 0)).collect());
    }
    if depth > MAX_DEPTH {
        let name = variant.name();
        return Err(Error::Failed(format!(
            "--depth {depth}: {name} has games that long, too many to count; at most {MAX_DEPTH}"
        )));
    }
    on_deep_stack(depth, || divide(variant, position, depth))
}

/// Maximum number of plies that a game from here can still take.
fn plies_left(variant: &Variant, position: &Position) -> u32 {
    match variant.rules().move_limit {
        0 => u32::MAX,
        limit => limit.saturating_mul(2).saturating_sub(position.plies()),
    }
}

/// Runs `work` on a larger stack: it recurses once per ply, too deep for the main thread.
fn on_deep_stack<T: Send>(depth: u32, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let stack = (1 << 20) + depth as usize * STACK_PER_PLY;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let failed = |error| format!("--depth {depth}: no stack of that depth: {error}");
        let worker = worker.map_err(|error| Error::Failed(failed(error)))?;
        Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
