//! A player in a tournament, by name and identity; created anew for every group of games.

use salta_players::MakePlayer;

use crate::config::MatchConfig;

/// A player of a tournament.
pub struct Entrant<'a> {
    /// Its name in tables and files.
    pub name: &'a str,
    /// Its identity, independent of its name: stored games are reused only for players with the
    /// same identity.
    pub identity: &'a str,
    /// Whether it plays alike whenever position, time and random numbers are alike.
    pub reproducible: bool,
    /// Approximate cost of a turn in microseconds of one core, to estimate the time left.
    pub turn_cost: f64,
    /// Creates the player.
    pub make: Box<MakePlayer<'a>>,
}

impl Entrant<'_> {
    /// Whether the second player is the first, as [`Fixture::same`](crate::Fixture::same) asks.
    pub fn same([a, b]: [&Entrant<'_>; 2], config: &MatchConfig) -> bool {
        let timed = config.limit.is_some_and(|limit| limit.time().is_some());
        a.identity == b.identity && a.reproducible && b.reproducible && !timed
    }

    /// Returns a rough measure of the work of a match: pairs times the turn costs of both players.
    pub fn work([a, b]: [&Entrant<'_>; 2], config: &MatchConfig) -> f64 {
        f64::from(config.pairs) * (a.turn_cost + b.turn_cost)
    }
}
