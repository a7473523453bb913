//! Many games at once: batched stepping, legal masks, observations, and the interface between
//! searches and evaluators.
//!
//! ```
//! use std::sync::Arc;
//! use ndarray::Array3;
//! use salta_core::Variant;
//! use salta_env::{BatchEnv, EnvConfig, FEATURES};
//!
//! let variant = Arc::new(Variant::named("checkerboard").unwrap());
//! let mut env = BatchEnv::new(variant, 64, EnvConfig::default(), 7);
//! for _ in 0..100 {
//!     let actions = env.sample_actions();
//!     let step = env.step(&actions)?;
//!     assert_eq!(step.rewards.len(), 64);
//! }
//! let mut observation = Array3::zeros((64, 50, FEATURES));
//! env.observe(observation.view_mut());
//! # Ok::<(), salta_env::StepError>(())
//! ```

mod batch;
mod config;
mod encoder;
mod evaluation_cache;
mod evaluator;
mod games;
mod generator;
mod kernel;
mod precision;
mod snapshot;
mod step;

pub use batch::BatchEnv;
pub use config::EnvConfig;
pub use encoder::{Encoding, FEATURES, UnsupportedBoard};
pub use evaluation_cache::EvaluationCache;
pub use evaluator::{Evaluations, Evaluator, Uniform};
pub use generator::{Generator, generator};
pub use kernel::{PLANES, position_planes};
pub use precision::{Precision, UnknownPrecision};
pub use salta_core::isa::Isa;
pub use snapshot::Snapshot;
pub use step::{FinalState, PlaceError, Step, StepError, Tally};
