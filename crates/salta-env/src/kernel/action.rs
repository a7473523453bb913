//! Reads and writes the action indices of a block's games (rules 8.1 to 8.3).

use salta_core::legal::MoveRules;
use salta_core::{Action, Bitboard};

use super::block::{BLOCK, Block, Chosen};

const SQUARES: u64 = salta_core::SQUARES as u64;
const END_TURN: u64 = Action::END_TURN.index() as u64;

/// Decodes the action index of each game into squares and directions. Flags the games whose action
/// is illegal and returns whether there are any.
#[inline(always)]
pub(super) fn read(
    m: MoveRules,
    block: &Block,
    chosen: &mut Chosen,
    actions: &[u16; BLOCK],
) -> bool {
    let [o0, o1, o2, o3] = &block.origins;
    let mut any = 0;
    for lane in 0..BLOCK {
        let action = u64::from(actions[lane]);
        let (past0, past1, past2) =
            (action >= SQUARES, action >= 2 * SQUARES, action >= 3 * SQUARES);
        let direction = u64::from(past0) + u64::from(past1) + u64::from(past2);
        let square = action.wrapping_sub(SQUARES * direction) & 63;
        let bit = Bitboard::bit_of(square);
        let seen = if block.black(lane) == 0 { bit } else { Bitboard::rotated_bit(bit) };
        let from = Bitboard::at_bit(seen);

        let forward = if past0 { o1[lane] } else { o0[lane] };
        let back = if past2 { o3[lane] } else { o2[lane] };
        let origins = if past1 { back } else { forward };
        let ends = m.chain & (action == END_TURN);
        let legal = (!ends & (action < END_TURN) & origins.intersects(from))
            | (ends & (block.end_turn[lane] != 0));
        let flagged = if legal { 0 } else { u64::MAX };
        any |= flagged;

        chosen.from[lane] = if ends { Bitboard::EMPTY } else { from };
        chosen.direction[lane] = direction;
        chosen.flagged[lane] = flagged;
    }
    any != 0
}

/// Writes the index of each game's action.
#[inline(always)]
pub(super) fn write(m: MoveRules, block: &Block, chosen: &Chosen, actions: &mut [u16; BLOCK]) {
    for (lane, action) in actions.iter_mut().enumerate() {
        let from = chosen.from[lane];
        let bit = from.lowest_bit() as u64;
        let seen = if block.black(lane) == 0 { bit } else { Bitboard::rotated_bit(bit) };
        let square = Bitboard::index_of(seen & 63);
        let index = (SQUARES * chosen.direction[lane]).wrapping_add(square);
        let ends = m.chain && from.is_empty();
        *action = if ends { END_TURN as u16 } else { index as u16 };
    }
}
