//! Matches, search players and intervals, as a dependent crate uses them.

mod boards;
mod common;
mod damage;
mod forfeits;
mod matches;
mod opponents;
mod programs;
mod rated_players;
mod ratings;
mod reports;
mod search_players;
mod tournaments;
