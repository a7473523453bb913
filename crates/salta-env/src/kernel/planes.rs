//! Observations as bit planes: what a network needs to know of a game in twelve words.

use super::block::{BLOCK, Block};
use super::legal::Mechanics;

/// Words of an observation: own and enemy squares, four planes of the pieces' indices, squares
/// landed on, the hopping piece, and the origins of the legal actions in each direction.
pub const PLANES: usize = 12;

/// The observations of a block, plane by plane.
pub(crate) type Planes = [[u64; BLOCK]; PLANES];

const ROWS: u64 = 0b11111;

/// A set of squares as 50 bits without gaps, turned for Black: bit s is square s of the mover.
#[inline(always)]
const fn dense(set: u64, black: u64) -> u64 {
    let turned = set.reverse_bits() >> 9;
    let set = if black == 0 { set } else { turned };
    // Row r lies behind (r + 1) / 2 ghost bits.
    set & ROWS
        | (set & (ROWS << 6 | ROWS << 11)) >> 1
        | (set & (ROWS << 17 | ROWS << 22)) >> 2
        | (set & (ROWS << 28 | ROWS << 33)) >> 3
        | (set & (ROWS << 39 | ROWS << 44)) >> 4
        | (set & (ROWS << 50)) >> 5
}

/// Writes the observations of a block, plane by plane.
#[inline(always)]
pub(super) fn planes<const M: u8>(block: &Block, out: &mut Planes) {
    let [own, enemy, p0, p1, p2, p3, landed, hopper, o0, o1, o2, o3] = out;
    for lane in 0..BLOCK {
        let black = block.black(lane);
        let [w, b] = [block.taken[0][lane], block.taken[1][lane]];
        own[lane] = dense(if black == 0 { w } else { b }, black);
        enemy[lane] = dense(if black == 0 { b } else { w }, black);
        p0[lane] = dense(block.planes[0][lane], black);
        p1[lane] = dense(block.planes[1][lane], black);
        p2[lane] = dense(block.planes[2][lane], black);
        p3[lane] = dense(block.planes[3][lane], black);
        o0[lane] = dense(block.origins[0][lane], black);
        o1[lane] = dense(block.origins[1][lane], black);
        o2[lane] = dense(block.origins[2][lane], black);
        o3[lane] = dense(block.origins[3][lane], black);
        landed[lane] = if Mechanics::chain(M) { dense(block.landed[lane], black) } else { 0 };
        hopper[lane] = if Mechanics::chain(M) { dense(block.hopper[lane], black) } else { 0 };
    }
}
