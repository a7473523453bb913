//! Counts the positions of value 0 in which a side can force a draw; in the others play never ends.

use rayon::prelude::*;
use salta_core::Side;

use crate::dirty::Dirty;
use crate::induction::{Block, Induction};

/// Replaces the plies of a position of value 0 in which a draw can be forced.
const DRAWN: u16 = 1;

impl<const F: usize> Induction<'_, F> {
    /// Returns the number of solved positions of value 0 in which either side can force a finished
    /// game with margin 0 against all moves of the opponent that keep the value; `None` if it is
    /// stopped, or `watch`, which gets the number of blocks that changed, returns false. Overwrites
    /// values and plies.
    pub(crate) fn count_draws(&mut self, watch: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        // A win is worth 2, and a forced draw 1 for the side that tries to force it.
        self.replace_values(|value| 2 * value.signum());
        for side in Side::BOTH {
            self.replace_values(|value| if value.abs() == 2 { value } else { 0 });
            let mut dirty = self.end_in_draws(side);
            loop {
                let changed = self.sweep(&mut dirty, DRAWN)?;
                if changed == 0 {
                    break;
                }
                if !watch(changed) {
                    return None;
                }
            }
        }
        let of_block = |(values, plies): (&Block<i8, F>, &Block<u16, F>)| {
            let both = values.as_flattened().iter().zip(plies.as_flattened());
            both.filter(|(value, plies)| value.abs() < 2 && **plies == DRAWN).count() as u64
        };
        let of_side = |(values, plies): (&Vec<_>, &Vec<_>)| -> u64 {
            values.par_iter().zip(plies).map(of_block).sum()
        };
        Some(self.values.iter().zip(&self.plies).map(of_side).sum())
    }

    fn replace_values(&mut self, value: impl Fn(i8) -> i8 + Sync) {
        for blocks in &mut self.values {
            let values = blocks.par_iter_mut().flat_map_iter(|block| block.as_flattened_mut());
            values.for_each(|old| *old = value(*old));
        }
    }

    /// Sets the value of every drawn final position to 1 for `drawer`, and returns the blocks from
    /// which a turn may lead there.
    fn end_in_draws(&mut self, drawer: Side) -> [Dirty; 2] {
        let dirty = Side::BOTH.map(|_| Dirty::none(self.space.blocks()));
        for side in Side::BOTH {
            let one = if side == drawer { 1 } else { -1 };
            let i = side.index();
            let mut values = std::mem::take(&mut self.values[i]);
            let mut plies = std::mem::take(&mut self.plies[i]);
            let blocks = values.par_iter_mut().zip(&mut plies).enumerate();
            blocks.for_each(|(block, (values, plies))| {
                let occupied = self.space.occupied(block);
                let over = self.over(side, occupied);
                let mut any = false;
                for (at, value) in values.as_flattened_mut().iter_mut().enumerate() {
                    if *value == 0 && over(at % F, at / F) {
                        (*value, plies[at / F][at % F], any) = (one, DRAWN, true);
                    }
                }
                if any {
                    self.mark_origins(side, occupied, &dirty[side.other().index()]);
                }
            });
            (self.values[i], self.plies[i]) = (values, plies);
        }
        dirty
    }
}
