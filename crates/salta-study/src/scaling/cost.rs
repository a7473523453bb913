//! An estimate of what a scaling study costs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use salta_run::{Plan, RunConfig, RunError, plan};
use serde::Serialize;

use super::config::ScalingConfig;
use super::points::{Planned, check_schedule, planned};

/// The cost of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeCost {
    /// The size's name.
    pub size: String,
    /// Number of weights of its networks.
    pub weights: u64,
    /// Number of its runs.
    pub runs: usize,
    /// Games of self-play in all of them.
    pub games: u64,
    /// Hours of these threads for its runs, at most.
    pub run_hours: f64,
    /// Hours of these threads for measuring its networks, at most; the players of the panel and the
    /// solution of the board are not counted.
    pub measuring_hours: f64,
}

/// Estimates the cost of each size from `seconds` seconds of measurement on `threads` threads.
///
/// # Errors
/// If it is stopped, or a run of [`scaling_points`](super::scaling_points) would be refused.
pub fn scaling_costs(
    config: &ScalingConfig,
    seconds: f64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<SizeCost>, RunError> {
    let (planned, _) = planned(config, Path::new(""))?;
    let first = planned.iter().take(config.sizes.len());
    let measured = |run: &Planned| {
        check_schedule(&run.config)?;
        let measured = plan(&RunConfig { threads, ..run.config.clone() }, seconds, stop)?;
        cost(run, config, &measured)
    };
    first.map(measured).collect()
}

fn cost(run: &Planned, config: &ScalingConfig, measured: &Plan) -> Result<SizeCost, RunError> {
    let seeds = config.seeds.len();
    let games: u64 = (1..=run.config.generations).map(|g| u64::from(run.config.games_of(g))).sum();
    let networks = (seeds * config.generations.len()) as f64;
    let evaluated = networks * run.measuring(config)?.iter().sum::<f64>() * 1e6 / run.multiply_adds;
    let seconds = measured.selfplay() + measured.learning() + measured.evaluation();
    Ok(SizeCost {
        size: run.size.clone(),
        weights: run.weights,
        runs: seeds,
        games: games * seeds as u64,
        run_hours: seconds * seeds as f64 / 3600.0,
        measuring_hours: evaluated / measured.positions_per_second / 3600.0,
    })
}

#[cfg(test)]
mod tests {
    use salta_run::load_toml;

    use super::*;

    #[test]
    fn hours_by_hand() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let base = root.join("configs/train/quickstart.toml");
        let sets = [
            format!("base={:?}", base.to_str().unwrap()),
            "generations=[10,20]".into(),
            "seeds=[1,2,3]".into(),
            "simulations=[8,32]".into(),
            "panel=[\"random@1\",\"greedy@1\"]".into(),
            "match.pairs=5".into(),
            "size=[{name=\"only\",set={}}]".into(),
        ];
        let config: ScalingConfig =
            load_toml(&root.join("configs/scaling/10x10.toml"), &sets).unwrap();
        let (planned, _) = planned(&config, Path::new("")).unwrap();
        let measured = Plan {
            positions: 40_000.0,
            positions_per_second: 1000.0,
            steps: 100,
            seconds_per_step: 0.5,
            ..Plan::default()
        };
        let cost = cost(&planned[0], &config, &measured).unwrap();
        assert_eq!((cost.runs, cost.games), (3, 3 * 20 * 160));
        assert!((cost.run_hours - 3.0 * (40.0 + 50.0) / 3600.0).abs() < 1e-9, "{cost:?}");
        // Two networks of each seed make 120 decisions in each of 20 games.
        let decisions = 3.0 * 2.0 * 20.0 * 120.0;
        let seconds = decisions * (8.0 + 32.0) / 1000.0;
        assert!((cost.measuring_hours - seconds / 3600.0).abs() < 1e-9, "{cost:?}");
    }
}
