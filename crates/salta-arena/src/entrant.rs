//! Who plays: a player by name and identity, made anew for every group of games.

use salta_players::MakePlayer;

use crate::config::MatchConfig;

/// A player of a tournament.
pub struct Entrant<'a> {
    /// What tables and files call it.
    pub name: &'a str,
    /// What it is, whatever its name: kept games are those of players with this identity.
    pub identity: &'a str,
    /// What a turn costs, in microseconds of one core: the order of magnitude, to tell the time left.
    pub turn_cost: f64,
    /// Makes it.
    pub make: Box<MakePlayer<'a>>,
}

impl Entrant<'_> {
    /// A rough measure of the work of a match, in units of `turn_cost` and pairs.
    pub fn work([a, b]: [&Entrant<'_>; 2], config: &MatchConfig) -> f64 {
        f64::from(config.pairs) * (a.turn_cost + b.turn_cost)
    }
}
