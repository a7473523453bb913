//! Statistical comparison of rule variants.
//!
//! In dependency order:
//! - [`classes`]: records that define the same game, verified by playing
//! - `judge`: players that can evaluate positions
//! - `skill`, `config`, `openings`: the configs of a ladder and a study, and openings that all
//!   variants share
//! - `trace`: the counts of one game
//! - `estimate`, `measures`, `compare`, `space`: means with intervals, the measures, differences
//!   with corrected p-values, and the number of positions
//! - `plan`, `cell`, `findings`, [`report`]: a prepared study, the counts of its games, its
//!   findings, and the report files
//! - `study`, `cost`: running a study, and estimating its cost
//! - `family`: solves many rule records
//! - `regret`: tables and a page of the points that a player's moves lose against perfect play
//! - `ablation`: arms of a training config compared over seeds
//! - `scaling`: regret over training compute, size and simulations
//! - [`review`]: a recorded game reviewed on all cores, its tables and its page

mod classes;
pub use classes::{Class, Member, Relabelling, classes};

mod judge;
pub use judge::Judge;

mod config;
mod openings;
mod skill;
pub use config::{Games, StudyConfig, StudyPlayer};
pub use skill::Skill;

mod trace;
pub use trace::Trace;

mod compare;
mod estimate;
mod measures;
mod space;
pub use compare::Difference;
pub use estimate::{Estimate, Kind, Value};
pub use measures::{MEASURES, Measure, measure};
pub use space::Space;

mod cell;
mod findings;
mod plan;
pub mod report;
pub use findings::{Doubling, Findings, Row, Studied, Worth};
pub use plan::Plan;

mod cost;
mod study;
pub use cost::{Cost, costs};
pub use study::run_study;

mod family;
pub use family::{Member as FamilyMember, family, family_table, solve_family, unsolved};

mod regret;
pub use regret::{calibration_table, regret_on_terminal, regret_page, regret_table};

mod ablation;
pub use ablation::{
    Ablation, AblationConfig, AblationFindings, AblationVerdict, Arm, ArmConfig, ArmCost,
    ArmFinding, Budget, OpenItems, Parallel, Played, ablate, ablate_item, ablation_costs,
    ablation_findings, ablation_notes, effects_table, open_items, write_ablation,
};

mod scaling;
pub use scaling::{
    ScalingConfig, ScalingFit, ScalingPoint, SizeConfig, SizeCost, missing_runs, scaling_costs,
    scaling_fits, scaling_points, scaling_table, write_scaling,
};

mod review;
pub use review::{obeyed_table, plies_table, review, review_page, sides_table};
