//! Which turns are tried first.

use salta_core::{Move, SQUARES, Side};

use crate::alphabeta2::order::index;
use crate::pvs::Ranked;

const KILLER: i32 = 1 << 20;
/// A step nearer to the goal, in terms of history.
const GAIN: i32 = 4096;
const MAX_HISTORY: i32 = 16384;

/// What earlier cut-offs of this search teach: two killers for each ply (Akl and Newborn 1977), and
/// for each pair of squares a history (Schaeffer 1983) that falls where a turn caused no cut-off.
#[derive(Clone, Debug)]
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
}

impl Order {
    /// For searches of at most `plies` turns.
    pub(super) fn new(plies: usize) -> Order {
        Order { killers: vec![[None; 2]; plies], history: vec![0; 2 * SQUARES * SQUARES] }
    }

    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// The rank of a turn `ply` turns from the root which shortens its side's way by `gain`.
    #[inline]
    pub(super) fn rank(&self, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
        let killer = if self.killers[ply].contains(&Some(mv)) { KILLER } else { 0 };
        killer + GAIN * gain + self.history[index(side, mv)]
    }

    pub(super) fn kill(&mut self, ply: usize, mv: Move) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    /// A turn that ended a search of `depth`, after others that did not.
    pub(super) fn learn(&mut self, side: Side, mv: Move, before: &[Ranked], depth: i32) {
        let weight = (16 * depth * depth).min(2048);
        self.push(side, mv, weight);
        before.iter().for_each(|(_, mv)| self.push(side, *mv, -weight));
    }

    /// Towards ±[`MAX_HISTORY`], the less the nearer it is.
    fn push(&mut self, side: Side, mv: Move, weight: i32) {
        let history = &mut self.history[index(side, mv)];
        *history += weight - *history * weight.abs() / MAX_HISTORY;
    }
}
