//! Rule variants compared.
//!
//! In dependency order:
//! - [`classes`]: records that are one game, each claim played through
//! - `judge`: whose search may judge positions
//! - `skill`, `config`, `openings`: a ladder and a study as a user writes them, and openings that all
//!   its variants share
//! - `trace`: what is counted in one game
//! - `estimate`, `measures`, `compare`, `space`: means with intervals, what they are of, differences
//!   corrected for their number, and how many positions there are
//! - `plan`, `cell`, `findings`, [`report`]: a study ready, its games counted, what it found, and
//!   the files that say so
//! - `study`, `cost`: the study done, and what it will cost
//! - `family`: many records of the rules solved
//! - `regret`: what a player's moves cost against perfect play
//! - `ablation`: arms of a training config compared over seeds
//! - [`review`]: a recorded game reviewed on all cores, its tables and its page

mod classes;
pub use classes::{Class, Member, Relabelling, classes};

mod judge;
pub use judge::Judge;

mod config;
mod openings;
mod skill;
pub use config::{Games, StudyConfig, StudyPlayer};
pub use openings::{common_openings, openings_of_all, sharing};
pub use skill::{Rung, Skill};

mod trace;
pub use trace::Trace;

mod compare;
mod estimate;
mod measures;
mod space;
pub use compare::{Difference, LEVEL};
pub use estimate::{Estimate, Kind, Value, estimate};
pub use measures::{MEASURES, Measure, measure};
pub use space::{Space, space};

mod cell;
mod findings;
mod plan;
pub mod report;
pub use findings::{Doubling, Findings, Row, SKILL, Studied, Worth};
pub use plan::Plan;

mod cost;
mod study;
pub use cost::{Cost, costs};
pub use study::run_study;

mod family;
pub use family::{Member as FamilyMember, family, family_table, solve_family};

mod regret;
pub use regret::{Regret, RegretConfig, regret, regret_table};

mod ablation;
pub use ablation::{
    Ablation, AblationConfig, AblationFindings, AblationVerdict, Arm, ArmConfig, ArmCost,
    ArmFinding, Budget, Parallel, Played, ablate, ablation_costs, ablation_findings,
    ablation_notes, effects_table, methods_row, write_ablation,
};

mod review;
pub use review::{obeyed_table, plies_table, review, review_page, sides_table};
