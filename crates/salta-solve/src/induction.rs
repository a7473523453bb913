//! Values of all placements, one ply at a time: a block is computed from the blocks that its turns
//! lead to, and only if one of these has changed.
//!
//! Values are stored from the point of view of the side to move, indexed by the opponent's order,
//! then by the mover's.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use salta_core::rules::{Chain, LastMove};
use salta_core::{Bitboard, Position, Side, Variant};

use crate::dirty::Dirty;
use crate::error::SolveError;
use crate::needs::{Needs, home};
use crate::orders::Orders;
use crate::space::Space;

/// One number for each placement of a block.
pub(crate) type Block<T, const F: usize> = [[T; F]; F];

/// Initial values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// The margin where the game is over, otherwise 0: nothing can be forced in 0 plies.
    Ended,
    /// The margin everywhere: the move limit has been reached.
    All,
}

/// New values of a block.
pub(crate) struct Update<const F: usize> {
    /// Number of the block among those that share White's squares.
    block: usize,
    values: Block<i8, F>,
}

/// The updates of all blocks, by White's squares.
pub(crate) type Updates<const F: usize> = Vec<Vec<Update<F>>>;

/// The values of all placements with either side to move.
pub(crate) struct Induction<'a, const F: usize> {
    pub(crate) variant: &'a Variant,
    /// When set, a ply under way is given up.
    stop: &'a AtomicBool,
    pub(crate) space: Space,
    orders: Orders<F>,
    needs: Needs<F>,
    homes: [(Bitboard, usize); 2],
    /// By bit index of a square: a superset of the squares from which a turn may end there.
    origins: Vec<Bitboard>,
    /// By side to move.
    pub(crate) values: [Vec<Block<i8, F>>; 2],
    /// The ply of the last change, by side to move.
    pub(crate) plies: [Vec<Block<u16, F>>; 2],
}

impl<'a, const F: usize> Induction<'a, F> {
    /// Values before the first ply.
    ///
    /// # Errors
    /// If a placement is too far from home.
    pub(crate) fn new(
        variant: &'a Variant,
        fill: Fill,
        stop: &'a AtomicBool,
    ) -> Result<Induction<'a, F>, SolveError> {
        let space = Space::new(variant.rules());
        let orders = Orders::new(&space);
        let needs = Needs::new(variant, &space, &orders)?;
        let homes = Side::BOTH.map(|side| home(variant, &space, side));
        let plies = Side::BOTH.map(|_| vec![[[0; F]; F]; space.blocks()]);
        let (origins, values) = (origins(variant), [vec![], vec![]]);
        let mut new =
            Induction { variant, stop, space, orders, needs, homes, origins, values, plies };
        new.values = Side::BOTH.map(|side| {
            let blocks = (0..new.space.blocks()).into_par_iter();
            blocks.map(|block| new.first_values(side, block, fill)).collect()
        });
        Ok(new)
    }

    fn first_values(&self, side: Side, block: usize, fill: Fill) -> Block<i8, F> {
        let occupied = self.space.occupied(block);
        let sets = occupied.map(|set| self.space.set_number(set));
        let margin = |own: usize, enemy: usize| {
            let orders = if side == Side::White { [own, enemy] } else { [enemy, own] };
            self.needs.margin(side, sets, orders)
        };
        let all = fill == Fill::All;
        let over = self.over(side, occupied);
        let value = |own, enemy| if all || over(own, enemy) { margin(own, enemy) } else { 0 };
        std::array::from_fn(|enemy| std::array::from_fn(|own| value(own, enemy)))
    }

    /// Returns a function that says whether the game is over, given the orders of the mover and the
    /// opponent.
    pub(crate) fn over(
        &self,
        side: Side,
        occupied: [Bitboard; 2],
    ) -> impl Fn(usize, usize) -> bool + use<F> {
        let blocked = !self.has_turns(side, occupied);
        let (own_end, enemy_end) = self.ends(side, occupied);
        move |own, enemy| blocked || own_end == Some(own) || enemy_end == Some(enemy)
    }

    fn has_turns(&self, side: Side, occupied: [Bitboard; 2]) -> bool {
        let mut any = false;
        self.variant.each_turn(occupied, side, |_, _| any = true);
        any
    }

    /// Returns, for the mover and for the opponent, the order in which that side stands on its
    /// goals and has so ended the game (rules 4.6 and 4.7).
    #[inline]
    fn ends(&self, mover: Side, occupied: [Bitboard; 2]) -> (Option<usize>, Option<usize>) {
        let rules = self.variant.rules();
        let at_home = |side: Side| {
            let (goals, order) = self.homes[side.index()];
            (occupied[side.index()] == goals).then_some(order)
        };
        // The first mover's finish may be answered, so it does not end the game at once.
        let at_once = mover == rules.first_mover || matches!(rules.last_move, LastMove::Immediate);
        (at_home(mover), at_home(mover.other()).filter(|_| at_once))
    }

    /// Solves the `dirty` blocks of both sides again, replaces `dirty` by the blocks that may
    /// change next, and returns the number of blocks that changed. Values that changed get the ply
    /// `ply`. Returns `None`, with nothing changed, if it is stopped.
    pub(crate) fn sweep(&mut self, dirty: &mut [Dirty; 2], ply: u16) -> Option<usize> {
        let blocks = self.space.blocks();
        let [white, black] = Side::BOTH.map(|side| self.step(side, &dirty[side.index()]));
        let updates = [white?, black?];
        *dirty = Side::BOTH.map(|_| Dirty::none(blocks));
        let apply = |side: Side| {
            self.apply(side, &updates[side.index()], ply, &dirty[side.other().index()])
        };
        Some(Side::BOTH.map(apply).iter().sum())
    }

    /// Returns the new values of the `dirty` blocks that change in the next ply, with `side` to
    /// move; `None` if it is stopped.
    pub(crate) fn step(&self, side: Side, dirty: &Dirty) -> Option<Updates<F>> {
        let blocks = self.space.blocks_of_a_set();
        let of_set = |set: usize| {
            let white = self.space.set(set);
            let first = set * blocks;
            let dirty = (0..blocks).filter(|block| dirty.has(first + block));
            let update = |block: usize| {
                let occupied = [white, self.space.set_beside(block, white)];
                let values = self.solved(side, first + block, occupied)?;
                Some(Update { block, values })
            };
            (!self.stop.load(Ordering::Relaxed)).then(|| dirty.filter_map(update).collect())
        };
        (0..self.space.sets()).into_par_iter().map(of_set).collect()
    }

    /// Computes the values of a block from those that its turns lead to; `None` if nothing changes.
    fn solved(&self, side: Side, block: usize, occupied: [Bitboard; 2]) -> Option<Block<i8, F>> {
        let own = occupied[side.index()];
        let children = &self.values[side.other().index()];
        // By the mover's order, then the opponent's: the least value for the opponent.
        let (mut least, mut any) = ([[i8::MAX; F]; F], false);
        self.variant.each_turn(occupied, side, |from, to| {
            any = true;
            let mut next = occupied;
            next[side.index()] = own ^ from ^ to;
            let child = &children[self.space.block(next)];
            for (least, order) in least.iter_mut().zip(self.orders.after(own, from, to)) {
                for (least, value) in least.iter_mut().zip(&child[usize::from(*order)]) {
                    *least = (*least).min(*value);
                }
            }
        });
        if !any {
            return None;
        }
        let old = &self.values[side.index()][block];
        let mut new: Block<i8, F> =
            std::array::from_fn(|enemy| std::array::from_fn(|own| -least[own][enemy]));
        let (own_end, enemy_end) = self.ends(side, occupied);
        if let Some(enemy) = enemy_end {
            new[enemy] = old[enemy];
        }
        if let Some(own) = own_end {
            new.iter_mut().zip(old).for_each(|(new, old)| new[own] = old[own]);
        }
        (new != *old).then_some(new)
    }

    /// Applies the updates of [`Induction::step`] for `side`, and returns the number of blocks that
    /// changed. Adds to `dirty` the blocks, with the other side to move, from which a turn may lead
    /// to them.
    pub(crate) fn apply(
        &mut self,
        side: Side,
        updates: &Updates<F>,
        ply: u16,
        dirty: &Dirty,
    ) -> usize {
        let (i, blocks) = (side.index(), self.space.blocks_of_a_set());
        let values = self.values[i].par_chunks_mut(blocks);
        let plies = self.plies[i].par_chunks_mut(blocks);
        values.zip(plies).zip(updates).for_each(|((values, plies), updates)| {
            for Update { block, values: new } in updates {
                let (old, plies) = (&mut values[*block], &mut plies[*block]);
                for (plies, (old, new)) in plies
                    .as_flattened_mut()
                    .iter_mut()
                    .zip(old.as_flattened().iter().zip(new.as_flattened()))
                {
                    *plies = if old == new { *plies } else { ply };
                }
                *old = *new;
            }
        });
        let mark = |(set, updates): (usize, &Vec<Update<F>>)| {
            let white = self.space.set(set);
            for update in updates {
                self.mark_origins(side, [white, self.space.set_beside(update.block, white)], dirty);
            }
        };
        updates.par_iter().enumerate().for_each(mark);
        updates.iter().map(Vec::len).sum()
    }

    pub(crate) fn mark_origins(&self, side: Side, occupied: [Bitboard; 2], dirty: &Dirty) {
        let moved = side.other().index();
        let taken = occupied[0] | occupied[1];
        for to in occupied[moved].singles() {
            for from in (self.origins[to.lowest_bit()] - taken).singles() {
                let mut before = occupied;
                before[moved] ^= from | to;
                dirty.add(self.space.block(before));
            }
        }
    }

    /// Returns the value of a position with all pieces, and the ply of its last change.
    pub(crate) fn entry(&self, position: &Position) -> (i8, u16) {
        let order = |side: Side| self.space.order(position, side).expect("all pieces");
        let side = position.to_move();
        let block = self.space.block(Side::BOTH.map(|side| position.occupied(side)));
        let (i, enemy, own) = (side.index(), order(side.other()), order(side));
        (self.values[i][block][enemy][own], self.plies[i][block][enemy][own])
    }

    /// Counts the placements that are over, and those whose value for White is above, below and
    /// equal to 0.
    pub(crate) fn counts(&self, side: Side) -> [u64; 4] {
        let of_block = |block: usize| {
            let occupied = self.space.occupied(block);
            let (own, enemy) = self.ends(side, occupied);
            let ended = match (own, enemy) {
                _ if !self.has_turns(side, occupied) => F * F,
                (None, None) => 0,
                (Some(_), Some(_)) => 2 * F - 1,
                _ => F,
            };
            let mut signs = [0; 3];
            for value in self.values[side.index()][block].as_flattened() {
                signs[usize::from(*value > 0) + 2 * usize::from(*value < 0)] += 1;
            }
            let [zero, ahead, behind] = signs;
            match side {
                Side::White => [ended as u64, ahead, behind, zero],
                Side::Black => [ended as u64, behind, ahead, zero],
            }
        };
        let add = |a: [u64; 4], b: [u64; 4]| std::array::from_fn(|i| a[i] + b[i]);
        (0..self.space.blocks()).into_par_iter().map(of_block).reduce(|| [0; 4], add)
    }

    /// Returns the latest ply of a last change, and the sum of these plies over all positions.
    pub(crate) fn most_and_total_plies(&self) -> (u16, u64) {
        let of_block = |block: &Block<u16, F>| {
            let plies = block.as_flattened();
            (plies.iter().copied().max().unwrap_or(0), plies.iter().map(|n| u64::from(*n)).sum())
        };
        let add = |a: (u16, u64), b: (u16, u64)| (a.0.max(b.0), a.1 + b.1);
        let blocks = self.plies.par_iter().flat_map(|blocks| blocks.par_iter());
        blocks.map(of_block).reduce(|| (0, 0), add)
    }
}

/// Returns, by bit index of a square, the squares from which a step or jumps may lead there; some
/// of these turns may not be legal.
fn origins(variant: &Variant) -> Vec<Bitboard> {
    let squares = variant.board().squares();
    let chain = variant.rules().chain == Chain::MayContinue;
    let near = |to: Bitboard| {
        let once = to.neighbours();
        let row = to.first().row();
        let hops = |square: &salta_core::Square| {
            (square.row() % 2 == row % 2) && (chain || square.distance(to.first()) == 2)
        };
        (once | squares.iter().filter(hops).collect::<Bitboard>()) & (squares - to)
    };
    let mut origins = vec![Bitboard::EMPTY; 64];
    squares.singles().for_each(|to| origins[to.lowest_bit()] = near(to));
    origins
}
