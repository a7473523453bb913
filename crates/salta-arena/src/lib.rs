//! Tournaments: matches in colour-swapped pairs, stored while they are played, and their results.
//!
//! In dependency order:
//! - `config`, `adjudication`: how a match is played, and when a game ends early
//! - `opening`, `book`, `openings`: a single opening, those of a book file, and those of a match
//! - `score`, `game`, `live_game`, `clock`: the score of a game, stored and running games, the time
//!   used
//! - `group`: pairs played in parallel
//! - `result`, `progress`, `entrant`, `watch`: results, sequential tests, the players, and observers
//! - `replay`, `match_files`, `matches`: matches on the current rayon pool, with their files, which
//!   are checked by replaying the games
//! - `tournament`, `summary`: who plays whom, and the results
//! - `results`, `same_games`, `identities`, `rate`: one pool of ratings over results from any
//!   number of files
//! - [`report`]: results as tables and pages
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use salta_arena::{Entrant, MatchConfig, Matches, openings};
//! use salta_core::Variant;
//! use salta_players::{Greedy, Random};
//! use salta_stats::Verdict;
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let config = MatchConfig { pairs: 8, ..MatchConfig::default() };
//! let (openings, stop) = (openings(&variant, &config)?, AtomicBool::new(false));
//! let greedy = Entrant {
//!     name: "greedy",
//!     identity: "greedy@1",
//!     reproducible: true,
//!     turn_cost: 1.0,
//!     make: Box::new(|| Ok(Box::new(Greedy))),
//! };
//! let random = Entrant {
//!     name: "random",
//!     identity: "random@1",
//!     make: Box::new(|| Ok(Box::new(Random))),
//!     ..greedy
//! };
//! let matches =
//!     Matches { variant: &variant, config: &config, openings: &openings, watch: &(), stop: &stop };
//! // `Some(directory)` stores the games there and resumes a match that was interrupted.
//! let played = &matches.play(&[[&greedy, &random]], None)?[0];
//! assert_eq!(played.games.len(), 16);
//! assert_eq!(played.statistics().verdict(), Verdict::Better);
//! # Ok::<(), salta_arena::MatchError>(())
//! ```

mod adjudication;
mod config;
mod error;
pub use adjudication::{Adjudication, Lead};
pub use config::{MAX_OPENING_PLIES, MatchConfig};
pub use error::MatchError;

mod book;
mod opening;
mod openings;
pub use book::parse_book;
pub use opening::Opening;
pub use openings::openings;

mod clock;
mod game;
mod game_numbers;
mod group;
mod identities;
mod live_game;
mod score;
pub use clock::TimeUsed;
pub use game::{GameResult, pairs_of};
pub use game_numbers::{GAME_NUMBERS, GameNumber};
pub use score::final_margin;

mod progress;
mod result;
pub use result::MatchResult;

mod entrant;
mod match_files;
mod matches;
mod replay;
mod watch;
pub use entrant::{Entrant, short_identity};
pub use match_files::{KeptMatch, read_matches};
pub use matches::Matches;
pub use watch::Watch;

mod rate;
mod results;
mod same_games;
mod summary;
mod tournament;
pub use rate::{RatedGroup, RatedPlayer, RatedPool, rate_results};
pub use summary::{MatchSummary, Standing, TournamentSummary};
pub use tournament::{Format, NamedPlayer, TournamentConfig, is_showable};

pub mod report;
