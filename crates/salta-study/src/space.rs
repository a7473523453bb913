//! How many positions there are: exact counts, which are the same under every rule record.

use salta_core::Variant;
use serde::Serialize;

/// Counts of placements of all pieces, as decimal numbers; in brackets those of the full board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Space {
    /// Ways to set different pieces on the squares (50!/20!).
    pub placements: String,
    /// The same where pieces of one side look alike (50!/(20!·15!·15!)).
    pub occupancies: String,
    /// Placements with the side to move.
    pub positions: String,
}

/// The counts. Every record fills the first and the last ranks, captures nothing and moves one piece
/// a turn, so all records with this board and as many ranks share this space; how much of it play
/// can reach is not known.
pub fn space(variant: &Variant) -> Space {
    let (squares, pieces) = (variant.board().squares().len() as usize, variant.pieces().count());
    let placements = Decimal::one().times(squares - 2 * pieces + 1..=squares);
    Space {
        occupancies: placements.clone().over(1..=pieces).over(1..=pieces).to_string(),
        positions: placements.clone().times(2..=2).to_string(),
        placements: placements.to_string(),
    }
}

/// Decimal digits of a whole number, lowest first.
#[derive(Clone)]
struct Decimal(Vec<u8>);

impl Decimal {
    fn one() -> Decimal {
        Decimal(vec![1])
    }

    fn times(mut self, factors: std::ops::RangeInclusive<usize>) -> Decimal {
        for factor in factors {
            let mut carry = 0;
            for digit in &mut self.0 {
                let product = usize::from(*digit) * factor + carry;
                (*digit, carry) = ((product % 10) as u8, product / 10);
            }
            while carry > 0 {
                self.0.push((carry % 10) as u8);
                carry /= 10;
            }
        }
        self
    }

    /// Divides by each of the numbers, which must leave no remainder.
    fn over(mut self, divisors: std::ops::RangeInclusive<usize>) -> Decimal {
        for divisor in divisors {
            let mut rest = 0;
            for digit in self.0.iter_mut().rev() {
                let value = 10 * rest + usize::from(*digit);
                (*digit, rest) = ((value / divisor) as u8, value % divisor);
            }
            debug_assert!(rest == 0, "{divisor} divides it");
            while self.0.last() == Some(&0) {
                self.0.pop();
            }
        }
        self
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().rev().try_for_each(|digit| write!(f, "{digit}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers() {
        assert_eq!(
            Decimal::one().times(1..=20).to_string(),
            2_432_902_008_176_640_000u64.to_string()
        );
        assert_eq!(
            Decimal::one().times(1..=20).over(1..=17).to_string(),
            (18 * 19 * 20).to_string()
        );
    }

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
