//! Move ordering. Turns that were tried without a cut-off lose history.

use salta_core::{Move, Side};

use crate::order::Order;
use crate::pvs::Ranked;

const KILLER: i32 = 1 << 20;
/// The rank of a step nearer to the goal, in units of history.
const GAIN: i32 = 4096;
const MAX_HISTORY: i32 = 16384;

/// Returns the rank of a turn, `ply` turns from the root, that brings its piece `gain` steps nearer
/// to its goal.
#[inline]
pub(super) fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
    let killer = if order.is_killer(ply, mv) { KILLER } else { 0 };
    killer + GAIN * gain + order.history(side, mv)
}

/// Raises the history of a turn that caused a cut-off at `depth`; lowers that of those tried
/// before.
pub(super) fn learn(order: &mut Order, side: Side, mv: Move, before: &[Ranked], depth: i32) {
    let weight = (16 * depth * depth).min(2048);
    push(order, side, mv, weight);
    before.iter().for_each(|(_, mv)| push(order, side, *mv, -weight));
}

/// Moves the history towards ±[`MAX_HISTORY`], by less the nearer it is.
fn push(order: &mut Order, side: Side, mv: Move, weight: i32) {
    let history = order.history_mut(side, mv);
    *history += weight - *history * weight.abs() / MAX_HISTORY;
}
