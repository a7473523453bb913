//! Parallel self-play with rayon: plays many games at once, evaluates their leaves in batches,
//! returns game records.
//!
//! The unit of work is a *group*: a fixed set of games, played on one thread, that forms its own
//! batches. Groups are independent of each other, so the same seed gives the same games with any
//! number of threads, and an interrupted group is simply played again.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use salta_core::Variant;
//! use salta_env::Uniform;
//! use salta_selfplay::{Group, SelfPlayConfig, play_group};
//!
//! let rules = salta_core::rules::parse("base = \"buettgenbach-1899\"\nmove_limit = 4")?;
//! let mut config = SelfPlayConfig::default();
//! config.search.simulations = 4;
//! let group = Group { seed: 1, generation: 1, games: 0..3 };
//! let stop = AtomicBool::new(false);
//! let games =
//!     play_group(&Arc::new(Variant::new(rules)), &config, &group, &mut Uniform, &stop, &|_| {})?;
//! assert_eq!(games.len(), 3);
//! assert_eq!(games[0].outcome.plies, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod game;
mod generation;
mod group;
mod group_in_play;
mod play_group;
mod played;
mod playout_cap;
mod root_targets;

pub use config::SelfPlayConfig;
pub use generation::{groups, play_groups};
pub use group::Group;
pub use group_in_play::GroupInPlay;
pub use play_group::{GroupError, play_group};
pub use played::{Played, TimeSpent};
pub use playout_cap::{MAX_RECORDED_SIMULATIONS, PlayoutCap};
