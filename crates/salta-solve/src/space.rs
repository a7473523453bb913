//! Placements as numbers, without gaps.
//!
//! A *placement* puts all pieces of both sides on squares. The possible turns depend only on the
//! squares, never on which piece stands where, so the placements that occupy the same squares form
//! one *block*, numbered by [`Space::block`] and solved together. Within a block a placement is
//! numbered by the *order* of each side: which piece stands on its first square, which on its
//! second, and so on.

use salta_core::{Bitboard, Bitboards, Board, Piece, Position, Rules, Side, Variant};

/// Maximum number of pieces per side; with more, there are more placements than memory holds.
pub(crate) const MOST_PIECES: usize = 4;

/// Squares and pieces of a variant, and the numbering of its placements.
pub(crate) struct Space {
    board: Board,
    pieces: Vec<Piece>,
    /// By bit index of a square: the number of squares of the board before it.
    before: [u8; 64],
    /// By n, then k: the number of ways to choose k of n squares.
    choose: Vec<[usize; MOST_PIECES + 1]>,
    /// Sets of White's squares, as bits over the numbered squares of the board.
    white: Vec<u64>,
    /// Sets of Black's squares, as bits over the squares that White leaves free.
    black: Vec<u64>,
    /// By number: the index of the piece on each square of a side.
    pub(crate) orders: Vec<Vec<u8>>,
}

/// Number of placements: n · (n − 1) · … for n squares and the pieces of both sides.
pub(crate) fn placements(rules: &Rules) -> f64 {
    let squares = rules.board.squares().len();
    let pieces = 2 * rules.pieces().count() as u32;
    (0..pieces).map(|taken| f64::from(squares - taken)).product()
}

impl Space {
    /// The space of a variant with 2 to [`MOST_PIECES`] pieces a side.
    pub(crate) fn new(rules: &Rules) -> Space {
        let (board, pieces) = (rules.board, rules.pieces().collect::<Vec<_>>());
        let squares = board.squares().len() as usize;
        let mut before = [0; 64];
        for (number, square) in (0..).zip(board.squares().singles()) {
            before[square.lowest_bit()] = number;
        }
        let mut choose = vec![[1, 0, 0, 0, 0]];
        for n in 0..squares {
            let mut row = choose[n];
            (1..row.len()).for_each(|k| row[k] += choose[n][k - 1]);
            choose.push(row);
        }
        let white = subsets(squares, pieces.len());
        let black = subsets(squares - pieces.len(), pieces.len());
        let orders = permutations(pieces.len());
        Space { board, pieces, before, choose, white, black, orders }
    }

    /// Number of sets of squares that a side can occupy. Blocks are numbered by White's set, then
    /// by Black's.
    pub(crate) fn sets(&self) -> usize {
        self.white.len()
    }

    /// Number of blocks that share White's squares.
    pub(crate) fn blocks_of_a_set(&self) -> usize {
        self.black.len()
    }

    pub(crate) fn blocks(&self) -> usize {
        self.white.len() * self.black.len()
    }

    pub(crate) fn set(&self, number: usize) -> Bitboard {
        spread(self.white[number], self.board.squares())
    }

    /// Returns the set of Black's squares with this number, given White's squares.
    pub(crate) fn set_beside(&self, number: usize, white: Bitboard) -> Bitboard {
        spread(self.black[number], self.board.squares() - white)
    }

    /// The squares of White and Black in a block.
    pub(crate) fn occupied(&self, block: usize) -> [Bitboard; 2] {
        let white = self.set(block / self.black.len());
        [white, self.set_beside(block % self.black.len(), white)]
    }

    /// The number of a set of squares.
    #[inline(always)]
    pub(crate) fn set_number(&self, set: Bitboard) -> usize {
        self.number(set, Bitboard::EMPTY)
    }

    /// The number of the block with these squares of White and Black.
    #[inline(always)]
    pub(crate) fn block(&self, [white, black]: [Bitboard; 2]) -> usize {
        self.number(white, Bitboard::EMPTY) * self.black.len() + self.number(black, white)
    }

    /// The number of a set among those of its size that avoid `other` squares.
    #[inline(always)]
    fn number(&self, set: Bitboard, other: Bitboard) -> usize {
        let mut number = 0;
        for (i, square) in set.singles().enumerate() {
            let skipped = other.rank_of(square) as usize;
            let n = usize::from(self.before[square.lowest_bit()]) - skipped;
            number += self.choose[n][i + 1];
        }
        number
    }

    /// The number of the order of a side's pieces; `None` if one is missing.
    pub(crate) fn order(&self, position: &Position, side: Side) -> Option<usize> {
        self.order_of(position.pieces(side).map(|(piece, _)| piece))
    }

    /// The number of this order; `None` if a piece is missing.
    pub(crate) fn order_of(&self, pieces: impl Iterator<Item = Piece>) -> Option<usize> {
        let index = |piece| self.pieces.iter().position(|other| *other == piece).map(|i| i as u8);
        self.orders.binary_search(&pieces.map(index).collect::<Option<Vec<u8>>>()?).ok()
    }

    /// The pieces on a side's squares in the order with this number.
    pub(crate) fn in_order(&self, number: usize) -> impl Iterator<Item = Piece> {
        self.orders[number].iter().map(|index| self.pieces[usize::from(*index)])
    }

    /// The position of a block with these orders of White and Black, after `plies` plies.
    pub(crate) fn position(
        &self,
        variant: &Variant,
        block: usize,
        orders: [usize; 2],
        plies: u32,
    ) -> Position {
        let mut words = Bitboards { plies, ..Bitboards::default() };
        for ((side, set), order) in Side::BOTH.into_iter().zip(self.occupied(block)).zip(orders) {
            for (square, piece) in set.iter().zip(self.in_order(order)) {
                words.put(side, piece, square);
            }
        }
        variant.position_from(&words)
    }
}

/// Returns the sets of `k` of the numbers below `n` as bits, in ascending order, which is that of
/// [`Space::set_number`].
fn subsets(n: usize, k: usize) -> Vec<u64> {
    let mut sets = Vec::new();
    let mut set = (1u64 << k) - 1;
    while set < 1 << n {
        sets.push(set);
        // The next larger word with the same number of bits set (Gosper's hack).
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        set = ripple | (((set ^ ripple) >> 2) / low);
    }
    sets
}

/// Returns all orders of the numbers below `n`, sorted.
fn permutations(n: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for number in 0..n as u8 {
        let with = |order: &Vec<u8>, at: usize| [&order[..at], &[number], &order[at..]].concat();
        let longer = |order: &Vec<u8>| (0..=order.len()).map(|at| with(order, at)).collect();
        all = all.iter().flat_map::<Vec<_>, _>(longer).collect();
    }
    all.sort_unstable();
    all
}

/// The squares with these numbers among `squares`.
fn spread(numbers: u64, squares: Bitboard) -> Bitboard {
    let chosen = squares.singles().enumerate().filter(|(n, _)| numbers >> n & 1 == 1);
    chosen.fold(Bitboard::EMPTY, |set, (_, square)| set | square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::parse;

    #[test]
    fn every_block_has_its_number() {
        for (fields, blocks) in [
            ("board = \"4x4\"\nranks = 1", 28 * 15),
            ("board = \"6x6\"\nranks = 1", 816 * 455),
            ("board = \"8x4\"\nranks = 2", 1820 * 495),
            ("board = \"4x4\"\nranks = 2", 70),
        ] {
            let rules = parse(&format!("base = \"checkerboard\"\n{fields}\n")).unwrap();
            let space = Space::new(&rules);
            assert_eq!(space.blocks(), blocks);
            for block in (0..blocks).step_by(1 + blocks / 5000) {
                let occupied = space.occupied(block);
                assert!(!occupied[0].intersects(occupied[1]));
                assert_eq!(space.block(occupied), block);
            }
        }
    }
}
