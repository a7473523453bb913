//! The number of positions: exact counts, which are the same under every rule record.

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use salta_core::Variant;
use serde::Serialize;

/// Counts of placements of all pieces, as decimal numbers; in brackets those of the full board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Space {
    /// Ways to set different pieces on the squares (50!/20!).
    pub placements: String,
    /// The same if the pieces of one side are indistinguishable (50!/(20!·15!·15!)).
    pub occupancies: String,
    /// Placements with the side to move.
    pub positions: String,
}

/// Returns the counts. Every record fills the first and the last ranks, captures nothing and moves
/// one piece per turn, so all records with this board and as many ranks share this space; how much
/// of it play can reach is not known.
pub(crate) fn space(variant: &Variant) -> Space {
    let (squares, pieces) = (variant.board().squares().len() as usize, variant.pieces().count());
    let product = |factors: RangeInclusive<usize>| factors.map(BigUint::from).product::<BigUint>();
    let placements = product(squares - 2 * pieces + 1..=squares);
    Space {
        occupancies: (&placements / product(1..=pieces).pow(2)).to_string(),
        positions: (&placements * 2_u32).to_string(),
        placements: placements.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board() {
        let found = space(&Variant::named("walker").unwrap());
        // 50!/20! = 1.25 × 10⁴⁶; C(50,15)·C(35,15) = 2250829575120 · 3247943160.
        assert!(found.placements.starts_with("12501") && found.placements.len() == 47, "{found:?}");
        let occupancies = 2_250_829_575_120u128 * 3_247_943_160;
        assert_eq!(found.occupancies, occupancies.to_string());
        assert!(found.positions.starts_with("25002"));
    }
}
