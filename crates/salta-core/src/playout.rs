//! Playouts: uniformly random actions from a position.

use std::hint::select_unpredictable as select;

use crate::bitboard::Bitboard;
use crate::each_kind;
use crate::isa::{Isa, PickSquare, Task};
use crate::legal::{Forward, MoveRules, Mover, reversed_for};
use crate::position::Position;
use crate::side::Side;
use crate::turns::Turn;
use crate::variant::Variant;

impl Variant {
    /// Plays uniformly random legal actions until the game is over or, between turns, `plies` is
    /// reached; returns the number of actions. `draw` returns 32 random bits. Each action takes one
    /// draw, with a bias below 2⁻²⁴ (Lemire 2019, without the rejection).
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("checkerboard").unwrap();
    /// let (mut position, mut seed) = (variant.start(), 1_u32);
    /// let draw = || {
    ///     seed ^= seed << 13;
    ///     seed ^= seed >> 17;
    ///     seed ^= seed << 5;
    ///     seed
    /// };
    /// let actions = variant.playout(&mut position, 100, draw);
    /// assert_eq!((actions, position.plies()), (100, 100));
    /// ```
    pub fn playout(
        &self,
        position: &mut Position,
        plies: u32,
        mut draw: impl FnMut() -> u32,
    ) -> u64 {
        self.playout_on(Isa::best(), position, plies, &mut draw)
    }

    fn playout_on<D: FnMut() -> u32>(
        &self,
        isa: Isa,
        position: &mut Position,
        plies: u32,
        draw: &mut D,
    ) -> u64 {
        type Run<'a, D> = fn(Playout<'a, D>, Isa) -> u64;
        let run: [Run<'_, D>; MoveRules::KINDS] =
            each_kind!(KIND => |playout, isa| isa.run(Compiled::<'_, D, KIND>(playout)));
        run[self.move_rules.kind()](Playout { variant: self, position, plies, draw }, isa)
    }
}

struct Playout<'a, D> {
    variant: &'a Variant,
    position: &'a mut Position,
    plies: u32,
    draw: &'a mut D,
}

/// A playout compiled for one kind of rules.
struct Compiled<'a, D, const KIND: usize>(Playout<'a, D>);

impl<D: FnMut() -> u32, const KIND: usize> Task for Compiled<'_, D, KIND> {
    type Output = u64;

    #[inline(always)]
    fn run(self, pick: impl PickSquare) -> u64 {
        let Playout { variant, position, plies, draw } = self.0;
        let m = variant.move_rules.of_kind::<KIND>();
        let (mut now, mut actions) = (*position, 0);
        while !now.hopper.is_empty() || now.plies < plies && !variant.is_decided(&now) {
            let next = match now.to_move {
                Side::White => step(variant, m, Side::White, &now, draw(), pick),
                Side::Black => step(variant, m, Side::Black, &now, draw(), pick),
            };
            let Some(next) = next else { break };
            now = next;
            actions += 1;
        }
        *position = now;
        actions
    }
}

/// The position after a random action, or `None` if no action is legal.
#[inline(always)]
fn step(
    variant: &Variant,
    m: MoveRules,
    side: Side,
    position: &Position,
    draw: u32,
    pick: impl PickSquare,
) -> Option<Position> {
    if m.chain && !position.hopper.is_empty() {
        return Some(hop(variant, position, draw));
    }
    let origins = Mover::new(position.occupied, side).actions(m);
    let [o0, o1, o2, o3] = reversed_for(side, origins);
    let upto0 = u64::from(o0.len());
    let upto1 = upto0 + u64::from(o1.len());
    let upto2 = upto1 + u64::from(o2.len());
    let count = upto2 + u64::from(o3.len());
    let drawn = (u64::from(draw) * count) >> 32;
    // The drawn direction is unpredictable, so nothing branches on it.
    let (past0, past1, past2) = (drawn >= upto0, drawn >= upto1, drawn >= upto2);
    let set = select(past1, select(past2, o3, o2), select(past0, o1, o0));
    let before = select(past1, select(past2, upto2, upto1), select(past0, upto0, 0));
    let [r0, r1, r2, r3] = Forward::of(Side::White).rotations();
    let [past0, past1, past2] = [past0, past1, past2].map(u64::from);
    let rotation = r0 + past0 * (r1 - r0) + past1 * (r2 - r1) + past2 * (r3 - r2);
    if count == 0 {
        return None;
    }
    let from = pick.pick(set, drawn - before);
    let next = from.rotate_left(rotation);
    if !position.all_occupied().intersects(next) {
        return Some(variant.after_turn(position, side, Turn { from, to: next }));
    }
    let to = next.rotate_left(rotation);
    Some(if m.chain {
        variant.hopped(position, side, Turn { from, to })
    } else {
        variant.after_turn(position, side, Turn { from, to })
    })
}

/// Plays one action within a turn: another hop, or the end of the turn.
#[inline(never)]
fn hop(variant: &Variant, position: &Position, draw: u32) -> Position {
    let (side, mask) = (position.to_move, variant.legal_within_turn(position));
    let drawn = (u64::from(draw) * u64::from(mask.len())) >> 32;
    let action = mask.nth(side, drawn as u32).expect("a turn can always be ended");
    let Some((square, direction)) = action.origin(side) else {
        let mut next = *position;
        next.end_turn();
        return next;
    };
    let from = Bitboard::of(square);
    variant.hopped(position, side, Turn { from, to: from.shift(direction).shift(direction) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, ActionMask};
    use crate::direction::Direction;
    use crate::rules::NAMED;

    /// Marsaglia's xorshift (2003).
    fn drawing(mut state: u32) -> impl FnMut() -> u32 {
        move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        }
    }

    /// The action at index `rank`, ordered by White's directions and squares; within a turn by the
    /// mover's.
    fn ranked(position: &Position, mask: &ActionMask, rank: usize) -> Action {
        let side = position.to_move();
        if position.hopper().is_some() {
            return mask.nth(side, rank as u32).unwrap();
        }
        let origins = Direction::ALL.into_iter().flat_map(|direction| {
            mask.origins[direction.index()].iter().map(move |from| (from, direction))
        });
        let (from, direction) = origins.collect::<Vec<_>>()[rank];
        Action::of(side, from, direction)
    }

    #[test]
    fn playouts_follow_the_rules() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            for (seed, isa) in (1..20).flat_map(|seed| Isa::available().map(move |isa| (seed, isa)))
            {
                let mut fast = variant.start();
                let actions = variant.playout_on(isa, &mut fast, 300, &mut drawing(seed));
                let (mut slow, mut draw) = (variant.start(), drawing(seed));
                for _ in 0..actions {
                    let mask = variant.legal(&slow);
                    let rank = (u64::from(draw()) * u64::from(mask.len())) >> 32;
                    let action = ranked(&slow, &mask, rank as usize);
                    variant.play_action(&mut slow, action).unwrap();
                }
                assert_eq!(fast, slow, "{name} {isa:?}");
                assert!(variant.is_over(&fast) || fast.plies() == 300);
            }
        }
    }
}
