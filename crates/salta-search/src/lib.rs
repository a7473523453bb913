//! MCTS, Gumbel or PUCT, over a small [`Game`] trait. It owns no threads, network or clock.
//!
//! A [`Search`] hands out leaves and takes their evaluations, so that its caller decides on
//! batches, threads and networks. The method is Danihelka et al. 2022, "Policy improvement by
//! planning with Gumbel" (<https://openreview.net/forum?id=bERaNdoegnO>).
//!
//! - [`Game`]: the trait to implement; [`P0Value`] and [`MoverValue`]: values typed by perspective
//! - [`Search`]: one search; [`Report`]: its result
//! - [`SearchConfig`]: its settings; [`Gumbel`] and [`Puct`]: the algorithms, each a [`Policy`],
//!   which is also the trait for custom ones. The training target, a distribution over actions, is
//!   [`Report::policy`].
//!
//! Tests compare both policies with [mctx](https://github.com/google-deepmind/mctx), visit for
//! visit, through golden files.
//!
//! ```
//! use rand::{SeedableRng, rngs::SmallRng};
//! use salta_search::{Game, P0Value, Player, Search, SearchConfig};
//!
//! /// Take one to three matches; whoever takes the last one wins.
//! struct Matches;
//! impl Game for Matches {
//!     type State = (u16, Player); // matches left, who is to move
//!     fn player(&self, s: &Self::State) -> Player { s.1 }
//!     fn legal_actions(&self, s: &Self::State, out: &mut Vec<u16>) { out.extend(1..=s.0.min(3)) }
//!     fn apply(&self, s: &mut Self::State, take: u16) { *s = (s.0 - take, s.1.other()) }
//!     fn terminal(&self, s: &Self::State) -> Option<P0Value> {
//!         (s.0 == 0).then(|| P0Value(s.1.other().sign()))
//!     }
//! }
//!
//! let config = SearchConfig { simulations: 200, ..SearchConfig::default() };
//! let mut generator = SmallRng::seed_from_u64(1);
//! let mut search = Search::new(&Matches, (7, Player::P0), config, &mut generator)?;
//! while let Some(_state) = search.gather(&Matches) {
//!     search.absorb(&[0.0; 4], P0Value(0.0))?; // a network that knows nothing
//! }
//! let report = search.report()?;
//! assert_eq!(report.chosen, 3); // leaves four
//! assert!(report.search_value_for_mover().0 > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod value;
pub use value::{MoverValue, P0Value, Player};

mod game;
pub use game::Game;

pub mod math;
pub mod qtransform;
pub mod sequential_halving;

mod config;
mod error;
pub use config::{Method, SearchConfig};
pub use error::{AbsorbError, ConfigError, ReportError};

mod node;
mod reroot;
mod transposition;
mod tree;

mod method;
mod policy;
pub use method::*;
pub use node::NodeView;
pub use policy::Policy;

mod report;
mod search;
mod value_shares;
pub use report::Report;
pub use search::Search;

mod temperature;
pub use temperature::{decayed_temperature, sample_action};
