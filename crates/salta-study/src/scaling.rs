//! Scaling: regret on a solved board, or the score against fixed players, over training compute,
//! network size and simulations.
//!
//! In dependency order:
//! - `config`: the config that a user writes
//! - `measure`: how networks are measured
//! - `points`: the runs, resumed if interrupted, and the measurements of their networks
//! - `cost`: an estimate of what they cost
//! - `fits`: power laws with intervals over seeds
//! - `report`: the files that show them

mod config;
mod cost;
mod fits;
mod measure;
mod points;
mod report;

pub use config::{ScalingConfig, SizeConfig};
pub use cost::{SizeCost, scaling_costs};
pub use fits::{ScalingFit, scaling_fits};
pub use points::{ScalingPoint, scaling_points};
pub use report::{missing_runs, scaling_table, write_scaling};
