//! Ablations: arms of a training config, several seeds each, compared over seeds.
//!
//! In dependency order:
//! - `config`, `arms`: the config that a user writes, and the runs that follow from it
//! - `places`: the directories of runs and matches
//! - `runs`, `matches`: one run or match, resumed if it was interrupted
//! - `queue`, `ablate`: all of them, several in parallel
//! - `findings`, `report`: effects over seeds, and the files that show them
//! - `cost`: an estimate of the cost

mod ablate;
mod arms;
mod config;
mod cost;
mod findings;
mod matches;
mod places;
mod queue;
mod report;
mod runs;

pub(crate) use arms::{
    check_board, compute_so_far, load_panel, multiplications, overrides, run_config,
};

pub(crate) use config::{check_play, check_seeds, is_plain};

pub use ablate::{OpenItems, Parallel, ablate, ablate_item, open_items};
pub use arms::{Ablation, Arm};
pub use config::{AblationConfig, ArmConfig, Budget};
pub use cost::{ArmCost, ablation_costs};
pub use findings::{AblationFindings, AblationVerdict, ArmFinding, Played, ablation_findings};
pub(crate) use matches::with_own_openings;
pub(crate) use queue::{counted_work, work_off};
pub use report::{ablation_notes, effects_table, write_ablation};
