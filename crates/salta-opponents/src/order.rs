//! Killer moves and history: what the cut-offs of a search say about the order of moves.

use salta_core::{Move, SQUARES, Side};

/// Two killers for each ply (Akl and Newborn 1977) and the history of each pair of squares
/// (Schaeffer 1983).
#[derive(Clone, Debug)]
pub(crate) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
}

impl Order {
    /// Creates an empty order for searches of at most `plies` turns.
    pub(crate) fn new(plies: usize) -> Order {
        Order { killers: vec![[None; 2]; plies], history: vec![0; 2 * SQUARES * SQUARES] }
    }

    pub(crate) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// Records a turn that caused a cut-off `ply` turns from the root. The newest two are kept.
    pub(crate) fn kill(&mut self, ply: usize, mv: Move) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }

    #[inline]
    pub(crate) fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers[ply].contains(&Some(mv))
    }

    #[inline]
    pub(crate) fn history(&self, side: Side, mv: Move) -> i32 {
        self.history[index(side, mv)]
    }

    pub(crate) fn history_mut(&mut self, side: Side, mv: Move) -> &mut i32 {
        &mut self.history[index(side, mv)]
    }
}

fn index(side: Side, mv: Move) -> usize {
    (side.index() * SQUARES + mv.from.index()) * SQUARES + mv.to.index()
}
