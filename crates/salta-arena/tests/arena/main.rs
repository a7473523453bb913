//! Matches, search players and intervals, as a program above this crate uses them.

mod boards;
mod checks;
mod choix;
mod common;
mod coverage;
mod forfeits;
mod matches;
mod opponents;
mod programs;
mod rating_coverage;
mod reports;
mod search_players;
mod simulated;
mod sprt_errors;
mod tournaments;
