//! Keys of positions (Zobrist 1970): the XOR of random words, one for each piece on its square.

use salta_core::{PIECES, Piece, SQUARES, Side, Square};

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// SplitMix64 (Steele, Lea and Flood 2014): the output for a state.
const fn mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A word for each side, piece and square.
static WORDS: [[[u64; SQUARES]; PIECES]; 2] = {
    let mut words = [[[0; SQUARES]; PIECES]; 2];
    let mut number = 0;
    while number < 2 * PIECES * SQUARES {
        let (side, rest) = (number / (PIECES * SQUARES), number % (PIECES * SQUARES));
        words[side][rest / SQUARES][rest % SQUARES] = mix(GOLDEN.wrapping_mul(number as u64 + 1));
        number += 1;
    }
    words
};

/// The word of a piece on a square.
#[inline(always)]
pub(super) fn word(side: Side, piece: Piece, square: Square) -> u64 {
    WORDS[side.index()][piece.index()][square.index()]
}

/// The word of a ply count. It is part of a position's key, since the end of the game depends on
/// it; it also distinguishes the side to move.
#[inline(always)]
pub(super) const fn ply_word(plies: u32) -> u64 {
    mix(!(plies as u64).wrapping_mul(GOLDEN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_words_are_alike() {
        let pieces = WORDS.iter().flatten().flatten().copied();
        let all: HashSet<u64> = pieces.chain((0..1000).map(ply_word)).collect();
        assert_eq!(all.len(), 2 * PIECES * SQUARES + 1000);
    }
}
