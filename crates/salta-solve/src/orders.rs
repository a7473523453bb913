//! How a turn changes the order in which a side's pieces stand on its squares.

use salta_core::Bitboard;

use crate::space::{MOST_PIECES, Space};

/// The number of the order after a turn, by the place of the moved piece among its side's squares
/// before and after it, and by the number of the order before it.
pub(crate) struct Orders<const F: usize>([[[u8; F]; MOST_PIECES]; MOST_PIECES]);

impl<const F: usize> Orders<F> {
    /// The orders of a space's pieces.
    ///
    /// # Panics
    /// If their number is not `F`.
    pub(crate) fn new(space: &Space) -> Orders<F> {
        let (all, pieces) = (&space.orders, space.orders[0].len());
        assert_eq!(all.len(), F, "orders of {pieces} pieces");
        let mut after = [[[0; F]; MOST_PIECES]; MOST_PIECES];
        for (from, to) in (0..pieces).flat_map(|from| (0..pieces).map(move |to| (from, to))) {
            for (order, next) in all.iter().zip(&mut after[from][to]) {
                let mut moved = order.clone();
                let piece = moved.remove(from);
                moved.insert(to, piece);
                *next = all.binary_search(&moved).expect("a permutation") as u8;
            }
        }
        Orders(after)
    }

    /// Returns, for each order of the pieces on `own`, the order after the one on `from` moves to
    /// `to`.
    #[inline(always)]
    pub(crate) fn after(&self, own: Bitboard, from: Bitboard, to: Bitboard) -> &[u8; F] {
        let below = |set: Bitboard, of: Bitboard| set.rank_of(of) as usize & (MOST_PIECES - 1);
        &self.0[below(own, from)][below(own - from, to)]
    }
}
