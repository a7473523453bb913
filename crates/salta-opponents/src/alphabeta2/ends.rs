//! The value of a finished game: its exact points near the root, its points by distance elsewhere.

use salta_core::rules::Points;
use salta_core::{NodeBudget, Side, Variant, distance_margin};

use super::node::Node;

/// The value of a win where only wins count, less one for each ply played, so that of two wins the
/// earlier is better.
pub(crate) const WIN: i32 = 1_000_000;
/// Largest number of plies subtracted from the value of a win.
const LATE: u32 = 100_000;
/// Base-2 logarithm of the number of arrangements whose counts are cached.
const BITS: u32 = 14;
/// Node budget of the exact count, for each side; where it runs out, the lower bound is taken.
const BUDGET: NodeBudget = NodeBudget(500);
/// Turns from the root up to which ends are counted exactly; farther ones count by distance. Near
/// the root few arrangements differ, which bounds the work. Where only wins count, distance may
/// name the wrong winner of a game that ends by the limit.
const EXACT_PLIES: usize = 2;

/// A cache of exact counts of steps, keyed by the arrangement of the side counted.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    /// Arrangements and their steps, one per slot; newer ones replace older ones.
    known: Vec<(u64, u32)>,
}

impl Ends {
    pub(crate) fn new() -> Ends {
        Ends { known: vec![(0, 0); 1 << BITS] }
    }

    /// Returns the value in hundredths of a point for the side that would be to move, `ply` turns
    /// from the root.
    pub(crate) fn value(&mut self, variant: &Variant, node: &Node, ply: usize) -> i32 {
        let points = variant.rules().points;
        let margin = match points {
            Points::Solo | Points::Win if ply <= EXACT_PLIES => self.margin(variant, node),
            _ => distance_margin(&node.position),
        };
        let white = match points {
            Points::Win => margin.signum() * (WIN - node.position.plies().min(LATE) as i32),
            Points::Solo | Points::Distance => 100 * margin,
        };
        if node.position.to_move() == Side::White { white } else { -white }
    }

    fn margin(&mut self, variant: &Variant, node: &Node) -> i32 {
        let [white, black] = Side::BOTH.map(|side| self.steps(variant, node, side) as i32);
        black - white
    }

    /// Returns the side's exact count, or its lower bound if the budget does not suffice.
    fn steps(&mut self, variant: &Variant, node: &Node, side: Side) -> u32 {
        if node.position.is_home(side) {
            return 0;
        }
        let key = node.side_keys[side.index()];
        let slot = key as usize & (self.known.len() - 1);
        if self.known[slot].0 != key {
            let remaining = variant.remaining(&node.position, side, BUDGET);
            self.known[slot] = (key, remaining.solo.lo);
        }
        self.known[slot].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta2::weights::{SquareValues, Weights};
    use salta_core::Margin;

    const LINE: &str = "ML1NJ/1GHIO/1K2E/1CFD1/BA3/2ba1/1cohk/ed1fl/ji1g1/2m1n w 240";

    fn value(rules: &str, line: &str) -> i32 {
        let variant = Variant::new(salta_core::rules::parse(rules).unwrap());
        let values = SquareValues::new(&variant, &Weights::ALPHABETA_2);
        let position = variant.parse_position(line).unwrap();
        let node = Node::new(&variant, &values, &position);
        let mut ends = Ends::new();
        let first = ends.value(&variant, &node, 2);
        assert_eq!(ends.value(&variant, &node, 1), first, "remembered");
        let far = ends.value(&variant, &node, 3);
        let distance = distance_margin(&position);
        assert!(far.abs() == 100 * distance.abs() || far.abs() > WIN / 2);
        first
    }

    #[test]
    fn exact_points_where_the_budget_suffices() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let line = "5/5/5/5/AB3/5/5/5/1ba2/5 w 240";
        let position = variant.parse_position(line).unwrap();
        let Margin::Exact(margin) = variant.margin(&position, 10_000) else { panic!("easy") };
        let base = "base = \"buettgenbach-1899\"";
        assert_eq!(value(base, line), 100 * margin);
    }

    #[test]
    fn every_kind_of_points() {
        let by = |points| format!("base = \"buettgenbach-1899\"\npoints = \"{points}\"");
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let distance = distance_margin(&variant.parse_position(LINE).unwrap());
        assert_eq!(value(&by("distance"), LINE), 100 * distance);
        let solo = value(&by("solo"), LINE);
        assert_eq!(value(&by("win"), LINE), solo.signum() * (WIN - 240));
    }

    #[test]
    fn a_side_at_home_wins_what_the_other_needs() {
        let line = "5/5/A4/5/5/5/5/5/5/a4 b 1";
        let needed = value("base = \"checkerboard\"", line);
        assert_eq!(needed, -800, "from a1 to i3");
    }
}
