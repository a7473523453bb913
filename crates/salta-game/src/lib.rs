//! Salta as a [`Game`](salta_search::Game) of the search.
//!
//! - [`SaltaGame`]: a variant to search in; [`SaltaGame::absorb`] passes an evaluation to the
//!   search
//! - [`Utility`]: the value of a result: winning, points, or a mix
//! - [`turn_between`], [`turns`], [`actions_of`]: the turns that actions make up, and back
//! - [`PastPositions`]: the positions of a game, to recognise repetitions
//! - `race`: positions decided before the game ends
//! - `counts`: a cache of exact counts
//!
//! ```
//! use std::sync::Arc;
//! use rand::{SeedableRng, rngs::SmallRng};
//! use salta_core::Variant;
//! use salta_env::{Evaluator, Uniform};
//! use salta_game::{SaltaGame, Utility};
//! use salta_search::{Search, SearchConfig};
//!
//! let variant = Arc::new(Variant::named("buettgenbach-1899").unwrap());
//! let game = SaltaGame::new(Arc::clone(&variant), Utility::default(), 200);
//! let config = SearchConfig { simulations: 32, ..SearchConfig::default() };
//! let mut rng = SmallRng::seed_from_u64(1);
//! let mut search = Search::new(&game, variant.start(), config, &mut rng)?;
//! while let Some(leaf) = search.gather(&game).copied() {
//!     let evaluations = Uniform.evaluate(&variant, &[leaf]); // a network comes here
//!     game.absorb(&mut search, &evaluations, 0)?;
//! }
//! let report = search.report()?;
//! assert_eq!(report.visits.iter().sum::<u32>(), 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod past_positions;
mod race;
mod salta_game;
mod turn;
mod utility;
pub use past_positions::PastPositions;
pub use salta_game::SaltaGame;
pub use turn::{actions_of, turn_between, turns};
pub use utility::Utility;
