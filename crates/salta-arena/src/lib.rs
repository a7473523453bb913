//! Tournaments: matches in colour-swapped pairs, stored while they are played, and their results.
//!
//! In dependency order:
//! - `config`, `adjudication`: how a match is played, and when a game ends early
//! - `opening`, `book`, `openings`: a single opening, those of a book file, and those of a match
//! - `score`, `game`, `live_game`, `clock`: the score of a game, stored and running games, the time
//!   used
//! - `group`: pairs played in parallel
//! - `result`, `journal`, `progress`, `runner`: matches on the current rayon pool, stored by group
//! - `entrant`, `watch`: the players, and observers of progress
//! - `replay`, `match_files`, `kept`, `matches`: matches with their files, which are checked by
//!   replaying the games
//! - `pairings`, `tournament`, `summary`: who plays whom, and the results
//! - `results`, `rate`: one pool of ratings over results from any number of files
//! - [`report`]: results as tables and pages
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use salta_arena::{GroupDone, MatchConfig, play_match};
//! use salta_core::Variant;
//! use salta_players::{Greedy, Random};
//! use salta_stats::Verdict;
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let config = MatchConfig { pairs: 8, ..MatchConfig::default() };
//! let played = play_match(
//!     &variant,
//!     &config,
//!     &|| Ok(Box::new(Greedy)),
//!     &|| Ok(Box::new(Random)),
//!     &|done: &GroupDone<'_>| assert!(done.record.games.len() <= 32),
//!     &AtomicBool::new(false),
//! )?;
//! assert_eq!(played.games.len(), 16);
//! assert_eq!(played.statistics().verdict(), Verdict::Better);
//! # Ok::<(), salta_arena::MatchError>(())
//! ```

mod adjudication;
mod config;
mod error;
pub use adjudication::{Adjudication, Lead};
pub use config::MatchConfig;
pub use error::{JournalError, MatchError};

mod book;
mod opening;
mod openings;
pub use book::parse_book;
pub use opening::Opening;
pub use openings::openings;

mod clock;
mod game;
mod game_id;
mod game_numbers;
mod group;
mod live_game;
mod score;
pub use clock::TimeUsed;
pub use game::{GameResult, pairs_of};
pub use game_id::GameId;
pub use game_numbers::{GAME_NUMBERS, GameNumber};
pub use score::final_margin;

mod journal;
mod progress;
mod result;
mod runner;
pub use journal::{GroupDone, Journal};
pub use result::{GroupRecord, MatchResult};
pub use runner::{Arena, Fixture, play_match};

mod entrant;
mod kept;
mod match_files;
mod matches;
mod replay;
mod watch;
pub use entrant::Entrant;
pub use match_files::{KeptMatch, read_matches};
pub use matches::Matches;
pub use watch::Watch;

mod pairings;
mod rate;
mod results;
mod summary;
mod tournament;
pub use pairings::Format;
pub use rate::{RatedGroup, RatedPlayer, RatedPool, rate_results};
pub use summary::{MatchSummary, Standing, TournamentSummary};
pub use tournament::{NamedPlayer, TournamentConfig};

pub mod report;
