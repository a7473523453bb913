//! Who plays whom.

use serde::{Deserialize, Serialize};

/// Who plays whom in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player against every other, once.
    #[default]
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
    /// Two players against each other.
    Match,
    /// Every player against its neighbours in the list; with a `reach` of 2, also against next
    /// neighbours. Suits a ladder of players in order of strength.
    Neighbours,
}

impl Format {
    /// Returns the matches among `players` players as pairs of their numbers, the lower number as
    /// A. `reach` is how far apart neighbours may be.
    ///
    /// ```
    /// use salta_arena::Format;
    ///
    /// assert_eq!(Format::RoundRobin.matches(3, 1), [(0, 1), (0, 2), (1, 2)]);
    /// assert_eq!(Format::Gauntlet.matches(3, 1), [(0, 1), (0, 2)]);
    /// assert_eq!(Format::Neighbours.matches(4, 2), [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
    /// ```
    pub fn matches(self, players: usize, reach: usize) -> Vec<(usize, usize)> {
        let (firsts, reach) = match self {
            Format::RoundRobin => (players, players),
            Format::Gauntlet | Format::Match => (players.min(1), players),
            Format::Neighbours => (players, reach),
        };
        let met = |a: usize| a + 1..players.min(a.saturating_add(reach).saturating_add(1));
        (0..firsts).flat_map(|a| met(a).map(move |b| (a, b))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_once() {
        for players in 0..8 {
            let matches = Format::RoundRobin.matches(players, 1);
            assert_eq!(matches.len(), players * players.saturating_sub(1) / 2);
            assert!(matches.iter().all(|(a, b)| a < b));
            assert_eq!(Format::Gauntlet.matches(players, 1).len(), players.saturating_sub(1));
        }
        assert_eq!(Format::Match.matches(2, 1), [(0, 1)]);
    }

    #[test]
    fn neighbours_are_within_reach() {
        let matches = Format::Neighbours.matches(8, 2);
        assert_eq!(matches.len(), 7 + 6);
        assert!(matches.iter().all(|(a, b)| (1..=2).contains(&(b - a))));
        assert_eq!(Format::Neighbours.matches(5, usize::MAX), Format::RoundRobin.matches(5, 1));
    }
}
