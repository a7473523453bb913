//! The fixed opponents: searches without a network of self-play, each published under a version.
//!
//! - [`alphabeta`]: `alphabeta@1`, plain alpha-beta by distance
//! - [`alphabeta2`]: `alphabeta@2`, principal variation search with the usual classical techniques
//! - [`alphabeta3`]: `alphabeta@3`, a selective search with an efficiently updatable network
//! - [`MarginSearcher`]: either of the last two
//! - [`uct`]: `uct@1`, Monte-Carlo tree search with short playouts
//!
//! A published player never changes how it plays, so that ratings stay comparable;
//! `tests/published.rs` pins the moves. Players are pure functions of position and generator,
//! without files, clocks or threads, unless [`alphabeta3::Settings::with_threads`] asks for
//! several.
//!
//! ```
//! use rand::{SeedableRng, rngs::SmallRng};
//! use salta_core::Variant;
//! use salta_opponents::alphabeta2::{Limit, Searcher};
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let mut searcher = Searcher::new(variant.clone());
//! let mut rng = SmallRng::seed_from_u64(1);
//! let found = searcher.search(&variant.start(), Limit::depth(3), &mut rng, &mut || false);
//! assert!(variant.moves(&variant.start()).contains(&found.best));
//! assert_eq!(found.principal_variation[0], found.best);
//! ```

pub mod alphabeta;
pub mod alphabeta2;
pub mod alphabeta3;
mod margins;
mod order;
mod pvs;
pub mod uct;

pub use margins::{MarginSearcher, with_points};
