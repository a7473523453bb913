//! Players: the trait, its implementations, and external programs as players.
//!
//! In dependency order:
//! - `forfeit`: games lost by a fault
//! - `limit`: limits of the search per turn
//! - `info`: what a player reports about a search
//! - `player`: the trait, which chooses whole turns in many games at once
//! - `random`, `greedy`, `searcher` (`alphabeta@1` to `@3`, `uct`): the fixed opponents, versioned
//! - `perfect`: a table of solved positions
//! - `search_player`: tree search over an evaluator
//! - [`protocol`]: the text protocol's messages
//! - [`program`]: external programs as players
//! - [`check`]: whether a program follows the protocol
//! - `search_options`: settings of a network's search within a player's name
//! - `network_source`: networks by name
//! - `spec`: players by name
//! - `trained`: how a checkpoint's player searches
//! - [`serve`]: players as engines that speak the protocol
//!
//! ```
//! use salta_core::Variant;
//! use salta_env::generator;
//! use salta_players::{PlayerSpec, Turn};
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let mut player = "greedy".parse::<PlayerSpec>()?.opponent().unwrap();
//! assert_eq!(player.name(), "greedy@1");
//!
//! let (position, mut generator) = (variant.start(), generator(1, "example", 0));
//! player.new_games(1);
//! let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut generator };
//! let moves = player.choose(&variant, &mut [turn])?;
//! assert!(variant.moves(&position).contains(&moves[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod forfeit;
mod info;
mod limit;
mod player;
pub use forfeit::{Fault, Faults, Forfeit, Forfeited};
pub use info::Info;
pub use limit::{Limit, MAX_DEPTH, MAX_DEPTH_2, MAX_NODES, MAX_SIMULATIONS, MAX_THREADS};
pub use player::{Answer, MakeError, MakePlayer, Player, PlayerError, Turn};

mod greedy;
mod pace;
mod perfect;
mod random;
mod search_player;
mod searcher;
pub use greedy::Greedy;
pub use perfect::Perfect;
pub use random::{Random, pick};
pub use search_player::{MAX_BATCH, SearchPlayer, SearchSettings};
pub use searcher::Searcher;

pub mod check;
pub mod program;
pub mod protocol;

mod network_source;
mod search_options;
mod spec;
mod spec_error;
mod trained;
pub use network_source::NetworkSource;
pub use search_options::SearchOptions;
pub use spec::{PlayerSpec, Reach};
pub use spec_error::{FORMS, SpecError};
pub use trained::Trained;

pub mod serve;
