//! Plays the chosen action in every game of a block and finds the legal actions that follow.

use salta_core::legal::{ByDirection, Forward, Hopper, MoveRules, Mover};
use salta_core::{Bitboard, Side};

use super::block::{BLOCK, Block, Chosen};

/// The conditions on which a game is flagged as possibly over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// Plies at which a game is truncated or reaches its limit.
    pub(crate) plies: u64,
    /// All goal squares of each side: a side can be home only if it occupies no other.
    pub(crate) goals: [Bitboard; 2],
}

/// Plays the chosen actions and finds the new legal actions by rules 3.1 to 3.4. Flags the games
/// that may be over or for whose mask rule 3.5 has to be tested move by move, and returns whether
/// there are any.
#[inline(always)]
pub(super) fn advance(m: MoveRules, block: &mut Block, chosen: &mut Chosen, ends: &Ends) -> bool {
    for lane in 0..BLOCK {
        displace(m, block, chosen, lane);
    }
    refresh(m, block, chosen, ends)
}

/// The forward directions of the side to move, of Black if `black` is all ones, of White if it is
/// 0. Selects between two constants, so that a loop over games has no branch.
#[inline(always)]
const fn forward(black: u64) -> Forward {
    if black == 0 { Forward::of(Side::White) } else { Forward::of(Side::Black) }
}

#[inline(always)]
fn displace(m: MoveRules, block: &mut Block, chosen: &Chosen, lane: usize) {
    let black = block.black(lane);
    let [white_squares, black_squares] = [block.occupied[0][lane], block.occupied[1][lane]];
    let (from, direction) = (chosen.from[lane], chosen.direction[lane]);
    let forward = forward(black);
    let next = forward.step(from, direction);
    let stepped = !next.intersects(white_squares | black_squares);
    let to = if stepped { next } else { forward.step(next, direction) };

    let both = from | to;
    block.occupied[0][lane] = white_squares ^ both.masked(!black);
    block.occupied[1][lane] = black_squares ^ both.masked(black);
    for plane in &mut block.planes {
        plane[lane] ^= if plane[lane].intersects(from) { both } else { Bitboard::EMPTY };
    }
    if m.chain {
        let hops = if stepped { 0 } else { u64::MAX };
        block.hopper[lane] = to.masked(hops);
        block.landed[lane] = (block.landed[lane] | both).masked(hops);
        block.plies[lane] += !hops & 1;
    } else {
        block.plies[lane] += 1;
    }
}

/// The legal actions of one game by rules 3.1 to 3.4, as origins by the mover's directions, and all
/// ones if the turn may be ended; whether the game is over is not tested.
#[inline(always)]
fn lane_actions(m: MoveRules, block: &Block, lane: usize, mover: Mover) -> (ByDirection, u64) {
    let between = mover.actions_ignoring_blockade(m);
    if !m.chain {
        return (between, 0);
    }
    let hopper = Hopper { mover, at: block.hopper[lane], landed: block.landed[lane] };
    let [h0, h1, h2, h3] = hopper.hops(m);
    let hopping = if hopper.at.is_empty() { 0 } else { u64::MAX };
    let select = |a: Bitboard, b: Bitboard| a.masked(!hopping) | b.masked(hopping);
    let [b0, b1, b2, b3] = between;
    ([select(b0, h0), select(b1, h1), select(b2, h2), select(b3, h3)], hopping)
}

/// Finds the legal actions of every game and flags games as [`advance`] does.
#[inline(always)]
pub(super) fn refresh(m: MoveRules, block: &mut Block, chosen: &mut Chosen, ends: &Ends) -> bool {
    let no_blockade = if m.no_blockade { u64::MAX } else { 0 };
    let mut any = 0;
    for lane in 0..BLOCK {
        let black = block.black(lane);
        let [w, b] = [block.occupied[0][lane], block.occupied[1][lane]];
        let own = w.masked(!black) | b.masked(black);
        let mover = Mover { own, enemy: w ^ b ^ own, forward: forward(black) };
        let ([m0, m1, m2, m3], end_turn) = lane_actions(m, block, lane, mover);
        block.origins[0][lane] = m0;
        block.origins[1][lane] = m1;
        block.origins[2][lane] = m2;
        block.origins[3][lane] = m3;
        if m.chain {
            block.end_turn[lane] = end_turn;
        }
        let none = (m0 | m1 | m2 | m3).is_empty() & (end_turn == 0);
        let home = (w - ends.goals[0]).is_empty() | (b - ends.goals[1]).is_empty();
        let late = block.plies[lane] >= ends.plies;
        let blockade = if mover.blockade_possible(m) { no_blockade } else { 0 };
        let flagged = if none | home | late { u64::MAX } else { blockade };
        chosen.flagged[lane] = flagged;
        any |= flagged;
    }
    any != 0
}
