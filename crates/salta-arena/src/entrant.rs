//! A player in a tournament, by name and identity; created anew for every group of games.

use salta_players::{Limit, MakePlayer};

use crate::config::MatchConfig;

/// A player of a tournament.
pub struct Entrant<'a> {
    /// Its name in tables and files.
    pub name: &'a str,
    /// Its identity, independent of its name: stored games are reused only for players with the
    /// same identity.
    pub identity: &'a str,
    /// Whether the same game so far and the same random numbers always give the same turn.
    pub reproducible: bool,
    /// Approximate cost of a turn in microseconds of one core, to estimate the time left.
    pub turn_cost: f64,
    /// Creates the player.
    pub make: Box<MakePlayer<'a>>,
}

impl Entrant<'_> {
    /// Whether a reproducible player plays itself without a time limit.
    pub(crate) fn is_self_play([a, b]: [&Entrant<'_>; 2], config: &MatchConfig) -> bool {
        let untimed = config.limit.is_none_or(Limit::is_reproducible);
        a.identity == b.identity && a.reproducible && b.reproducible && untimed
    }

    /// Returns a rough measure of the work of a match: pairs times the turn costs of both players.
    pub fn work([a, b]: [&Entrant<'_>; 2], config: &MatchConfig) -> f64 {
        f64::from(config.pairs) * (a.turn_cost + b.turn_cost)
    }
}

/// Short for the identity of a player, in tables: the first 16 digits of its BLAKE3 hash.
pub fn short_identity(identity: &str) -> String {
    blake3::hash(identity.as_bytes()).to_hex()[..16].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn self_play_is_of_one_reproducible_player_without_a_time_limit() {
        let is = |identities: [&str; 2], reproducible, limit| {
            let entrant = |identity| Entrant {
                name: "any",
                identity,
                reproducible,
                turn_cost: 1.0,
                make: Box::new(|| unreachable!("nobody plays")),
            };
            let [a, b] = identities.map(entrant);
            Entrant::is_self_play([&a, &b], &MatchConfig { limit, ..MatchConfig::default() })
        };
        assert!(is(["a", "a"], true, None));
        assert!(is(["a", "a"], true, Some(Limit::Nodes(5))));
        assert!(!is(["a", "a"], true, Some(Limit::TimeMs(5))));
        assert!(!is(["a", "a"], false, None));
        assert!(!is(["a", "b"], true, None));
    }
}
