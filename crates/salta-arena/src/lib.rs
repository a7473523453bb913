//! Players over any evaluator, and matches between them with ratings and intervals.
//!
//! In dependency order:
//! - `forfeit`: games lost without being played to their end
//! - `limit`: what a turn may cost
//! - `insight`: what a player can tell of its search
//! - `player`: the contract, whole turns in many games at once
//! - `random`, `greedy`, `alphabeta`, `alphabeta2`, `uct`: the fixed opponents, versioned
//! - `search_player`: Gumbel search over an evaluator
//! - [`hub`]: the text protocol's messages
//! - [`program`]: programs outside as players
//! - [`check`]: whether a program keeps to the protocol
//! - [`serve`]: players as programs that speak the protocol
//! - `spec`: players by name
//! - `config`, `adjudication`: how a match is played, and when a game is broken off
//! - `openings`, `book`: from where
//! - `score`, `game`, `clock`: what a game is worth, how it is kept, what time it took
//! - `group`: pairs side by side
//! - [`statistics`]: scores, Elo and points with 95 % intervals over pairs; the sequential test
//! - `runner`, `journal`, `progress`, `result`: matches on the current rayon pool, kept by groups
//! - [`ratings`]: Bradley–Terry over a whole pool, with intervals by bootstrap
//! - `pairings`, `tournament`, `summary`: who plays whom, and what it came to
//! - [`report`]: results as rows of text
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use salta_arena::{Greedy, GroupDone, MatchConfig, Random, play_match, statistics::Verdict};
//! use salta_core::Variant;
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

mod forfeit;
mod insight;
mod limit;
mod player;
pub use forfeit::{Fault, Faults, Forfeit, Forfeited};
pub use insight::Insight;
pub use limit::{Limit, LimitError};
pub use player::{Answer, Player, PlayerError, Turn};

mod alphabeta;
mod alphabeta2;
mod greedy;
mod pace;
mod random;
mod search_player;
mod uct;
pub use alphabeta::AlphaBeta;
pub use alphabeta2::AlphaBeta2;
pub use greedy::Greedy;
pub use random::Random;
pub use search_player::{MAX_BATCH, SearchPlayer, SearchSettings};
pub use uct::Uct;

pub mod check;
pub mod hub;
pub mod program;
pub mod serve;

mod spec;
pub use spec::{
    DEFAULT_SIMULATIONS, MAX_DEPTH, MAX_DEPTH_2, MAX_NODES, MAX_SIMULATIONS, PlayerSpec, Reach,
    SpecError,
};

mod adjudication;
mod config;
mod error;
pub use adjudication::{Adjudication, Lead, NoReach};
pub use config::{MatchConfig, MatchConfigError};
pub use error::{MakeError, MatchError};

mod book;
mod openings;
pub use book::{BookError, BookFault, parse_book};
pub use openings::{Opening, openings};

mod clock;
mod game;
mod group;
mod score;
pub use clock::TimeUsed;
pub use game::{GameId, GameResult};
pub use salta_core::Ending;
pub use score::{Outcome, final_margin};

pub mod statistics;
pub use statistics::Statistics;

mod journal;
mod progress;
mod result;
mod runner;
pub use journal::{GroupDone, Journal, JournalError};
pub use result::{GroupRecord, MatchResult};
pub use runner::{Arena, Fixture, MakePlayer, play_match};

pub mod ratings;

mod pairings;
mod summary;
mod tournament;
pub use pairings::Format;
pub use summary::{MatchSummary, Standing, TournamentSummary};
pub use tournament::{NamedPlayer, TournamentConfig, TournamentError};

pub mod report;
