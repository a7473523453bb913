//! Measures each generation's network by more than its losses: regret, on a solved variant.

use std::path::Path;
use std::time::Instant;

use salta_core::{Rules, Variant};
use salta_net::NetEvaluator;
use salta_players::SearchSettings;
use salta_search::{Method, SearchConfig};
use salta_selfplay::SelfPlayConfig;
use salta_solve::{Progress, Table, check};

use crate::config::{EvaluateConfig, RunConfig};
use crate::display::Display;
use crate::error::RunError;
use crate::metrics::{Metrics, RegretMetrics};
use crate::players::PlayerFactory;
use crate::regret::Regrets;
use crate::regret_games::{RegretConfig, check_regret, regret};
use crate::run_dir::RunDir;

/// File name of the table in the run's own directory, used if the config names no table.
const TABLE: &str = "solved.table";

impl EvaluateConfig {
    /// If regret is to be measured, checks that its games end, and that the table exists or that
    /// the variant can be solved.
    pub(crate) fn check(&self, rules: &Rules, max_plies: u32) -> Result<(), RunError> {
        if !self.regret {
            return Ok(());
        }
        check_regret(rules, max_plies)?;
        check_table(&self.table, rules)
    }
}

/// Checks that the table `named` exists or, if that is empty, that the variant can be solved.
///
/// # Errors
/// If the table has other rules or cannot be read, or the variant cannot be solved.
pub fn check_table(named: &str, rules: &Rules) -> Result<(), RunError> {
    match named {
        "" => Ok(check(rules, true)?),
        path => Ok(Table::open_for(Path::new(path), &Variant::new(rules.clone())).map(drop)?),
    }
}

/// Opens the table `named` or, if that is empty, the one in the directory `own`, solving the
/// variant first if that table does not exist.
///
/// # Errors
/// If the table has other rules or cannot be read, or the variant cannot be solved;
/// [`RunError::Stopped`].
pub fn solved_table(
    named: &str,
    own: &Path,
    variant: &Variant,
    display: &Display,
) -> Result<Table, RunError> {
    if !named.is_empty() {
        return Ok(Table::open_for(Path::new(named), variant)?);
    }
    let path = own.join(TABLE);
    if !path.exists() {
        let mut begun = false;
        let mut watch = |_: &Progress| {
            if !std::mem::replace(&mut begun, true) {
                display.line(&format!("solving {variant}, to measure regret"));
            }
            !display.is_stopped()
        };
        salta_solve::solve_until(variant, Some(&path), display.stop(), &mut watch)?;
    }
    Ok(Table::open_solved(&path, variant)?)
}

/// The table that the networks of a run are measured against, solved first if it does not exist;
/// `None` if regret is not measured.
pub(crate) fn regret_table(run: &RunDir, display: &Display) -> Result<Option<Table>, RunError> {
    let EvaluateConfig { regret, table, .. } = &run.config().evaluate;
    if !regret {
        return Ok(None);
    }
    let variant = Variant::new(run.rules().clone());
    solved_table(table, run.root(), &variant, display).map(Some)
}

/// Adds the regret of a generation's network to its metrics, if it is due.
pub(crate) fn measure_regret(
    network: impl FnOnce() -> Result<NetEvaluator, RunError>,
    table: Option<&Table>,
    run: &RunDir,
    metrics: &mut Metrics,
    display: &Display,
) -> Result<(), RunError> {
    let (config, generation, started) = (run.config(), metrics.generation, Instant::now());
    let due = config.measures_regret(generation);
    let Some(table) = table.filter(|_| due) else { return Ok(()) };
    let name = format!("generation {generation}/{}: measuring regret", config.generations);
    display.part(name, 1, config.regret_positions_of(run.rules(), generation));
    let EvaluateConfig { games, placements, .. } = config.evaluate;
    let SelfPlayConfig { opening_plies, max_plies, .. } = config.selfplay;
    let positions = RegretConfig { games, placements, opening_plies, max_plies, seed: config.seed };
    let search = config.selfplay.search.without_noise();
    let search = SearchConfig { simulations: config.simulations_of(generation), ..search };
    let alone = SearchConfig { simulations: 1, method: Method::Gumbel, ..search };
    let network = network()?;
    let of = |search| {
        let settings = as_in_selfplay(config, search);
        let player = PlayerFactory::of_evaluator("network".into(), network.clone(), settings);
        regret(&player, table, &positions, &display.quiet())
    };
    metrics.regret = RegretMetrics::of(&Regrets { search: of(search)?, policy: of(alone)? });
    metrics.time.evaluation = started.elapsed().as_secs_f64();
    display.part_done();
    Ok(())
}

/// How self-play searches, but with the settings `search`.
fn as_in_selfplay(config: &RunConfig, search: SearchConfig) -> SearchSettings {
    let SelfPlayConfig { utility, leaf_exact_nodes, exact_ends, .. } = config.selfplay;
    SearchSettings { search, utility, leaf_exact_nodes, exact_ends, twofold_draws: false }
}

#[cfg(test)]
mod tests {
    use salta_core::NodeBudget;

    use super::*;

    #[test]
    fn regret_counts_leaves_as_self_play_does() {
        let sets = ["selfplay.leaf_exact_nodes=7", "selfplay.exact_ends=true"];
        let config = RunConfig::tiny(&sets);
        let settings = as_in_selfplay(&config, config.selfplay.search.without_noise());
        assert_eq!((settings.leaf_exact_nodes, settings.exact_ends), (NodeBudget(7), true));
    }
}
