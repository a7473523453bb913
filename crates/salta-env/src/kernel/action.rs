//! Action numbers of a block's games, read and written (rules 8.1 to 8.3).

use salta_core::legal::MoveRules;
use salta_core::{Action, Bitboard};

use super::block::{BLOCK, Block, Chosen};

const SQUARES: u64 = 50;
const LAST_BIT: u64 = 54;
const END_TURN: u64 = Action::END_TURN.index() as u64;

/// `n` / 10 for `n` below 100, by a product, since vectors do not divide.
const fn tenth(n: u64) -> u64 {
    (n * 205) >> 11
}

/// `n` / 11 for `n` below 70.
const fn eleventh(n: u64) -> u64 {
    (n * 94) >> 10
}

/// Reads one action number a game as squares and directions. Flags the games whose action is not
/// legal and returns whether there is one.
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
        let (past0, past1, past2) = (action >= 50, action >= 100, action >= 150);
        let direction = u64::from(past0) + u64::from(past1) + u64::from(past2);
        let square = action.wrapping_sub(SQUARES * direction) & 63;
        let bit = square + tenth(square + 5);
        let seen = if block.black(lane) == 0 { bit } else { LAST_BIT.wrapping_sub(bit) };
        let from = Bitboard::from_bits(1 << (seen & 63));

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

/// Writes the number of each game's action.
#[inline(always)]
pub(super) fn write(m: MoveRules, block: &Block, chosen: &Chosen, actions: &mut [u16; BLOCK]) {
    for (lane, action) in actions.iter_mut().enumerate() {
        let from = chosen.from[lane];
        let bit = from.lowest_bit() as u64;
        let seen = if block.black(lane) == 0 { bit } else { LAST_BIT.wrapping_sub(bit) };
        let square = seen & 63;
        let square = square.wrapping_sub(eleventh(square + 5));
        let number = (SQUARES * chosen.direction[lane]).wrapping_add(square);
        let ends = m.chain && from.is_empty();
        *action = if ends { END_TURN as u16 } else { number as u16 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_divide() {
        assert!((0..100).all(|n| tenth(n) == n / 10));
        assert!((0..70).all(|n| eleventh(n) == n / 11));
    }
}
