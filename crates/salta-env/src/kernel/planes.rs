//! Observations as bit planes: a game's pieces, chain and legal actions in twelve words, for
//! callers that compute their own features. Goals, rules and plies are not included. The input of
//! the toolkit's networks is written by `encoder.rs`.

use salta_core::legal::MoveRules;
use salta_core::{Bitboard, Position, Variant};

use super::block::{BLOCK, Block};

/// Words of an observation: own and enemy squares, four planes of the pieces' indices, squares
/// landed on, the hopping piece, and the origins of the legal actions in each direction.
pub const PLANES: usize = 12;

/// The observations of a block, plane by plane.
pub(crate) type Planes = [[u64; BLOCK]; PLANES];

/// A set as 50 bits without gaps, rotated for Black: bit s is square s as the mover sees it.
#[inline(always)]
const fn dense(set: Bitboard, black: u64) -> u64 {
    let rotated = set.rotated();
    let seen = if black == 0 { set } else { rotated };
    seen.dense()
}

/// Writes the observations of a block, plane by plane.
#[inline(always)]
pub(super) fn planes(m: MoveRules, block: &Block, out: &mut Planes) {
    let [own, enemy, p0, p1, p2, p3, landed, hopper, o0, o1, o2, o3] = out;
    for lane in 0..BLOCK {
        let black = block.black(lane);
        let [w, b] = [block.occupied[0][lane], block.occupied[1][lane]];
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
        landed[lane] = if m.chain { dense(block.landed[lane], black) } else { 0 };
        hopper[lane] = if m.chain { dense(block.hopper[lane], black) } else { 0 };
    }
}

/// The observation of one position as bit planes, as [`BatchEnv::observe_planes`] writes it.
///
/// [`BatchEnv::observe_planes`]: crate::BatchEnv::observe_planes
pub fn position_planes(variant: &Variant, position: &Position) -> [u64; PLANES] {
    let (mover, words) = (position.to_move(), position.bitboards());
    let seen = |set: Bitboard| dense(set, mover.index() as u64);
    let [p0, p1, p2, p3] = words.planes.map(seen);
    let [o0, o1, o2, o3] = variant.legal(position).mover_words(mover);
    let (own, enemy) = (seen(position.occupied(mover)), seen(position.occupied(mover.other())));
    [own, enemy, p0, p1, p2, p3, seen(words.landed), seen(words.hopper), o0, o1, o2, o3]
}
