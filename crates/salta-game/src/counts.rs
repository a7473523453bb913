//! A cache of exact counts. Near the end of a game, a search meets the same arrangements of a
//! side's pieces again and again, and the number of moves that the side still needs depends on
//! nothing else.

use std::cell::RefCell;
use std::collections::HashMap;

use salta_core::rules::Points;
use salta_core::{Margin, NodeBudget, Position, Remaining, Side, Variant};

/// Maximum number of arrangements in the cache; when it is full, it is cleared.
const MOST: usize = 1 << 15;

/// Exact counts of arrangements met before, for one variant and one budget.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(RefCell<HashMap<u128, Remaining>>);

impl Counts {
    /// Like [`Variant::margin`], with cached counts.
    pub(crate) fn margin(
        &self,
        variant: &Variant,
        position: &Position,
        budget: NodeBudget,
    ) -> Margin {
        if variant.rules().points == Points::Distance {
            return variant.margin(position, budget);
        }
        variant.margin_of(Side::BOTH.map(|side| self.remaining(variant, position, side, budget)))
    }

    fn remaining(
        &self,
        variant: &Variant,
        position: &Position,
        side: Side,
        budget: NodeBudget,
    ) -> Remaining {
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        let count = || variant.remaining(position, side, budget);
        *known.entry(arrangement(position, side)).or_insert_with(count)
    }
}

/// The key of an arrangement of a side's pieces: the lowest bit is the side, then seven bits per
/// piece.
fn arrangement(position: &Position, side: Side) -> u128 {
    let mut key = side.index() as u128;
    for (piece, square) in position.pieces(side) {
        key |= (square.index() as u128 + 1) << (1 + 7 * piece.index());
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::IndexedRandom;
    use salta_env::generator;

    #[test]
    fn the_same_as_counted_anew() {
        const BUDGET: NodeBudget = NodeBudget(300);
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (counts, mut position) = (Counts::default(), variant.start());
        let mut rng = generator(1, "test", 0);
        while !variant.is_over(&position) {
            let expected = variant.margin(&position, BUDGET);
            for _ in 0..2 {
                assert_eq!(counts.margin(&variant, &position, BUDGET), expected);
            }
            let mv = *variant.moves(&position).choose(&mut rng).unwrap();
            variant.apply_move(&mut position, mv);
        }
        let known = counts.0.borrow().len();
        assert!((150..=241).contains(&known), "one new arrangement a ply, some come back: {known}");
    }

    #[test]
    fn sides_and_pieces_are_distinguished() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let read = |text| variant.parse_position(text).unwrap();
        let keys: Vec<u128> = ["5/5/5/5/a4/5/A4/5/5/5 w 0", "5/5/5/5/b4/5/B4/5/5/5 w 0"]
            .into_iter()
            .flat_map(|text| Side::BOTH.map(|side| arrangement(&read(text), side)))
            .collect();
        assert!((1..keys.len()).all(|at| !keys[..at].contains(&keys[at])), "{keys:?}");
    }
}
