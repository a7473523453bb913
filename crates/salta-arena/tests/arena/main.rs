//! Matches, search players and intervals, as a program above this crate uses them.

mod common;
mod coverage;
mod matches;
mod opponents;
mod search_players;
