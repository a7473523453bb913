//! Which players can be compared by their results.

/// Maximum number of players that are rated together.
pub const MAX_PLAYERS: usize = 128;

/// Reachability along "scored against": differences of ratings are finite exactly between players
/// that reach each other (Ford 1957, "Solution of a ranking problem from binary comparisons", Am.
/// Math. Monthly 64:28–33).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Bit j of row i: i reaches j.
    reach: Vec<u128>,
}

impl Order {
    /// `scored`: whether i scored any points against j.
    pub(crate) fn new(players: usize, scored: impl Fn(usize, usize) -> bool) -> Order {
        assert!(players <= MAX_PLAYERS, "at most {MAX_PLAYERS} players are rated together");
        let row = |i: usize| {
            let bits = (0..players).filter(|j| *j == i || scored(i, *j));
            bits.fold(0, |row, j| row | 1 << j)
        };
        let mut reach: Vec<u128> = (0..players).map(row).collect();
        for via in 0..players {
            let further = reach[via];
            reach.iter_mut().filter(|row| **row >> via & 1 == 1).for_each(|row| *row |= further);
        }
        Order { reach }
    }

    /// Whether a chain of "scored against" leads from i to j.
    pub(crate) fn reaches(&self, i: usize, j: usize) -> bool {
        self.reach[i] >> j & 1 == 1
    }

    /// Returns the sets of connected players; each is sorted, and they are ordered by their first
    /// players.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let sets = (0..self.reach.len()).map(|i| self.connected(i));
        sets.enumerate().filter(|(i, set)| set[0] == *i).map(|(_, set)| set).collect()
    }

    /// The players connected to `i`, itself included, sorted.
    pub(crate) fn connected(&self, i: usize) -> Vec<usize> {
        let connected = |j: &usize| self.reaches(i, *j) && self.reaches(*j, i);
        (0..self.reach.len()).filter(connected).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_scored_against_each_other_is_connected() {
        // 0 and 1 took points from each other, 2 only lost, 3 never played.
        let scored = [(0, 1), (1, 0), (1, 2)];
        let order = Order::new(4, |i, j| scored.contains(&(i, j)));
        assert_eq!(order.components(), [vec![0, 1], vec![2], vec![3]]);
        let ring = Order::new(5, |i, j| j == (i + 1) % 5);
        assert_eq!(ring.components(), [vec![0, 1, 2, 3, 4]]);
    }
}
