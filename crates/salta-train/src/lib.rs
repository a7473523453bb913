//! The replay window and the learning steps: takes game records, trains the learner.
//!
//! - [`Sample`]: one decision of a recorded game with its targets
//! - [`LaterTargets`]: targets for auxiliary heads from the rest of the game after a decision
//! - [`Window`]: the replay window, the newest samples up to a maximum size
//! - [`batch_of`]: samples as the arrays that the learner takes
//! - [`train_steps`]: learning steps on random batches from the window
//!
//! ```
//! use std::sync::Arc;
//! use salta_core::Variant;
//! use salta_train::{TrainConfig, Window};
//!
//! let variant = Arc::new(Variant::named("buettgenbach-1899").unwrap());
//! let mut window = Window::new(&TrainConfig::default(), 0);
//! window.push_games(&variant, &[])?; // the games of a shard
//! assert_eq!(window.len(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod later;
mod sample;
mod steps;
mod surprise;
mod td;
mod window;

pub use config::TrainConfig;
pub use later::LaterTargets;
pub use sample::{ReplayError, Sample, is_sample, samples_of};
pub use steps::{TrainError, train_steps};
pub use window::{Window, batch_of, sample_bytes};
