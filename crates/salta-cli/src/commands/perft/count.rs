//! The count of a position.

use std::collections::BTreeMap;
use std::thread;

use serde::Serialize;

use salta_core::perft::{divide, perft};
use salta_core::{Position, Variant};

use crate::error::Error;

/// Depth to which a count is started where games may be that long.
const MAX_DEPTH: u32 = 100_000;
/// Stack for one ply of the count, several times what it takes.
const STACK_PER_PLY: usize = 4 << 10;

/// The move sequences of a position.
#[derive(Serialize)]
pub(super) struct Count {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// By the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) divide: Option<BTreeMap<String, u64>>,
}

/// Counts the sequences of `depth` moves, split by the first one if `divide` says so.
pub(super) fn count(
    variant: &Variant,
    position: &Position,
    depth: u32,
    divide: bool,
) -> Result<Count, Error> {
    if variant.is_over(position) || depth > plies_left(variant, position) {
        return Ok(none(variant, position, depth, divide));
    }
    if depth > MAX_DEPTH {
        let name = variant.name();
        return Err(Error::Failed(format!(
            "--depth {depth}: {name} has games that long, too many to count; at most {MAX_DEPTH}"
        )));
    }
    on_deep_stack(depth, || searched(variant, position, depth, divide))
}

/// The most plies that a game from here can still take.
fn plies_left(variant: &Variant, position: &Position) -> u32 {
    match variant.rules().move_limit {
        0 => u32::MAX,
        limit => limit.saturating_mul(2).saturating_sub(position.plies()),
    }
}

/// No game is that long, which needs no search.
fn none(variant: &Variant, position: &Position, depth: u32, divide: bool) -> Count {
    let moves = if depth == 0 { Vec::new() } else { variant.moves(position) };
    let named = |mv| variant.to_local(mv).salta_numbers();
    let divide = divide.then(|| moves.into_iter().map(|mv| (named(mv), 0)).collect());
    Count { depth, nodes: (depth == 0).into(), divide }
}

/// The count recurses once a ply, which the main thread's stack may not hold.
fn on_deep_stack<T: Send>(depth: u32, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let stack = (1 << 20) + depth as usize * STACK_PER_PLY;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let failed = |error| format!("--depth {depth}: no stack of that depth: {error}");
        let worker = worker.map_err(|error| Error::Failed(failed(error)))?;
        Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn searched(variant: &Variant, position: &Position, depth: u32, split: bool) -> Count {
    if !split {
        return Count { depth, nodes: perft(variant, position, depth), divide: None };
    }
    let split = divide(variant, position, depth);
    let nodes = if depth == 0 { 1 } else { split.iter().map(|(_, nodes)| nodes).sum() };
    let named = |mv| variant.to_local(mv).salta_numbers();
    let split = split.into_iter().map(|(mv, nodes)| (named(mv), nodes)).collect();
    Count { depth, nodes, divide: Some(split) }
}
