//! Plays the chosen action in every game of a block and finds the legal actions that follow.

use salta_core::bitboard::BOARD;

use super::block::{BLOCK, Block, Turn};
use super::legal::{Forward, Lane, Mechanics};

/// When a game needs a closer look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// Plies at which it is cut off or at its limit.
    pub(crate) plies: u64,
    /// The squares of all goals of each side: a side is home at most when it stands on no other.
    pub(crate) goals: [u64; 2],
    /// All ones if the rules forbid shutting the opponent in.
    pub(crate) keep_open: u64,
}

/// Plays `turn`, finds the new legal actions by rules 1 to 4, flags the games that may be over or
/// whose mask needs rule 5 move by move, and says whether there is one.
#[inline(always)]
pub(super) fn advance<const M: u8>(block: &mut Block, turn: &mut Turn, ends: &Ends) -> bool {
    for lane in 0..BLOCK {
        displace::<M>(block, turn, lane);
    }
    refresh::<M>(block, turn, ends)
}

#[inline(always)]
fn displace<const M: u8>(block: &mut Block, turn: &Turn, lane: usize) {
    let black = block.black(lane);
    let [white_squares, black_squares] = [block.taken[0][lane], block.taken[1][lane]];
    let empty = BOARD & !(white_squares | black_squares);
    let (from, direction) = (turn.from[lane], turn.direction[lane]);
    let forward = Forward::of(black);
    let next = forward.step(from, direction);
    let stepped = next & empty != 0;
    let to = if stepped { next } else { forward.step(next, direction) };

    let both = from | to;
    block.taken[0][lane] = white_squares ^ both & !black;
    block.taken[1][lane] = black_squares ^ both & black;
    for plane in &mut block.planes {
        plane[lane] ^= if plane[lane] & from != 0 { both } else { 0 };
    }
    if Mechanics::chain(M) {
        let hops = if stepped || from == 0 { 0 } else { u64::MAX };
        block.hopper[lane] = to & hops;
        block.landed[lane] = (block.landed[lane] | both) & hops;
        block.plies[lane] += !hops & 1;
    } else {
        block.plies[lane] += 1;
    }
}

/// Finds the legal actions of every game and flags as [`advance`] does.
#[inline(always)]
pub(super) fn refresh<const M: u8>(block: &mut Block, turn: &mut Turn, ends: &Ends) -> bool {
    let mut any = 0;
    for lane in 0..BLOCK {
        let black = block.black(lane);
        let [w, b] = [block.taken[0][lane], block.taken[1][lane]];
        let own = w & !black | b & black;
        let legal = Lane {
            own,
            enemy: w ^ b ^ own,
            forward: Forward::of(black),
            hopper: if Mechanics::chain(M) { block.hopper[lane] } else { 0 },
            landed: if Mechanics::chain(M) { block.landed[lane] } else { 0 },
        }
        .legal::<M>();

        let [m0, m1, m2, m3] = legal.origins;
        block.origins[0][lane] = m0;
        block.origins[1][lane] = m1;
        block.origins[2][lane] = m2;
        block.origins[3][lane] = m3;
        if Mechanics::chain(M) {
            block.end_turn[lane] = legal.end_turn;
        }
        let none = m0 | m1 | m2 | m3 | legal.end_turn == 0;
        let home = (w & !ends.goals[0] == 0) | (b & !ends.goals[1] == 0);
        let late = block.plies[lane] >= ends.plies;
        let look = if none | home | late { u64::MAX } else { legal.tight & ends.keep_open };
        turn.look[lane] = look;
        any |= look;
    }
    any != 0
}
