//! Players over any evaluator, and matches between them with ratings and intervals.
//!
//! In dependency order:
//! - `player`: the contract, whole turns in many games at once
//! - `random`, `greedy`, `alphabeta`: the fixed opponents, versioned
//! - `search_player`: Gumbel search over an evaluator
//! - `spec`: players by name
//! - `config`, `openings`: how a match is played, and from where
//! - `score`, `game`: what a game is worth, and how it is kept
//! - `group`, `runner`: matches on the current rayon pool
//! - [`statistics`]: scores, Elo and points with 95 % intervals over pairs
//! - [`report`]: results as rows of text
//! - `pairings`: who plays whom in a tournament
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use salta_arena::{Greedy, MatchConfig, Random, play_match, statistics::Verdict};
//! use salta_core::Variant;
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let config = MatchConfig { pairs: 8, ..MatchConfig::default() };
//! let played = play_match(
//!     &variant,
//!     &config,
//!     &|| Ok(Box::new(Greedy)),
//!     &|| Ok(Box::new(Random)),
//!     &|done| assert!(done.games.len() <= 32),
//!     &AtomicBool::new(false),
//! )?;
//! assert_eq!(played.games.len(), 16);
//! assert_eq!(played.statistics().verdict(), Verdict::Better);
//! # Ok::<(), salta_arena::MatchError>(())
//! ```

mod player;
pub use player::{Player, PlayerError, Turn};

mod alphabeta;
mod greedy;
mod random;
mod search_player;
pub use alphabeta::AlphaBeta;
pub use greedy::Greedy;
pub use random::Random;
pub use search_player::{MAX_BATCH, SearchPlayer, SearchSettings};

mod spec;
pub use spec::{DEFAULT_SIMULATIONS, MAX_DEPTH, MAX_SIMULATIONS, PlayerSpec, SpecError};

mod config;
mod error;
mod openings;
pub use config::{MatchConfig, MatchConfigError};
pub use error::{MakeError, MatchError};
pub use openings::{Opening, openings};

mod game;
mod group;
mod runner;
mod score;
pub use game::{Ending, GameId, GameResult};
pub use runner::{GroupDone, MakePlayer, MatchResult, play_match};
pub use score::{Outcome, final_margin};

pub mod report;
pub mod statistics;
pub use report::MatchSummary;
pub use statistics::Statistics;

mod pairings;
pub use pairings::{Pairings, TournamentConfig, TournamentError};
