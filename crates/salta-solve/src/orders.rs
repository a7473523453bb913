//! The orders in which a side's pieces stand on its squares, and how a turn changes them.

use salta_core::Bitboard;

use crate::space::MOST_PIECES;

/// All `F` orders of a side's pieces.
pub(crate) struct Orders<const F: usize> {
    /// The piece on each square, by order.
    all: Vec<Vec<u8>>,
    /// The order after a turn, by the place of the moved piece among its side's squares before and
    /// after it, and by the order before it.
    after: [[[u8; F]; MOST_PIECES]; MOST_PIECES],
}

impl<const F: usize> Orders<F> {
    /// Orders of `pieces` pieces.
    ///
    /// # Panics
    /// If their number is not `F`.
    pub(crate) fn new(pieces: usize) -> Orders<F> {
        let all = all(pieces);
        assert_eq!(all.len(), F, "orders of {pieces} pieces");
        let mut after = [[[0; F]; MOST_PIECES]; MOST_PIECES];
        for (from, to) in (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to))) {
            for (order, next) in all.iter().zip(&mut after[from][to]) {
                let mut moved = order.clone();
                let piece = moved.remove(from);
                moved.insert(to, piece);
                *next = number(&all, &moved).expect("a permutation") as u8;
            }
        }
        Orders { all, after }
    }

    /// The number of an order.
    pub(crate) fn number(&self, order: &[u8]) -> Option<usize> {
        number(&self.all, order)
    }

    /// The order with this number.
    pub(crate) fn order(&self, number: usize) -> &[u8] {
        &self.all[number]
    }

    /// Returns, for each order of the pieces on `own`, the order after the one on `from` moves to
    /// `to`.
    #[inline(always)]
    pub(crate) fn after(&self, own: Bitboard, from: Bitboard, to: Bitboard) -> &[u8; F] {
        let below = |set: Bitboard, of: Bitboard| set.rank_of(of) as usize & (MOST_PIECES - 1);
        &self.after[below(own, from)][below(own - from, to)]
    }
}

/// Returns all orders of `pieces` pieces, sorted.
pub(crate) fn all(pieces: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for piece in 0..pieces as u8 {
        let with = |order: &Vec<u8>, at: usize| [&order[..at], &[piece], &order[at..]].concat();
        let longer = |order: &Vec<u8>| (0..=order.len()).map(|at| with(order, at)).collect();
        all = all.iter().flat_map::<Vec<_>, _>(longer).collect();
    }
    all.sort_unstable();
    all
}

/// The number of an order among all of them.
pub(crate) fn number(all: &[Vec<u8>], order: &[u8]) -> Option<usize> {
    all.binary_search_by(|other| other.as_slice().cmp(order)).ok()
}
