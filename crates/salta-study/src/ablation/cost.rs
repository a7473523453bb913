//! What an ablation will take.

use std::sync::atomic::AtomicBool;

use salta_run::{RunError, plan};
use serde::Serialize;

use super::arms::Ablation;

/// The cost of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmCost {
    /// The arm.
    pub arm: String,
    /// Its runs.
    pub runs: usize,
    /// Generations of each.
    pub generations: u32,
    /// Games of self-play in all of them.
    pub games: u64,
    /// Compute of a run by the base's, from its config.
    pub compute: f64,
    /// Hours of this machine for its runs, at most.
    pub run_hours: f64,
    /// Games of its matches.
    pub match_games: u64,
    /// Hours of this machine for them, at most.
    pub match_hours: f64,
}

/// Measures `seconds` for each arm, on all cores.
///
/// # Errors
/// If it is stopped, or an arm cannot be run.
pub fn ablation_costs(
    ablation: &Ablation,
    seconds: f64,
    stop: &AtomicBool,
) -> Result<Vec<ArmCost>, RunError> {
    let seeds = ablation.config.seeds.len();
    let matches: Vec<_> = (1..=seeds).flat_map(|seeds| ablation.matches_with(seeds)).collect();
    let base = ablation.arms[Ablation::BASE].expected_compute()?;
    let mut costs = Vec::new();
    for (number, arm) in ablation.arms.iter().enumerate() {
        let run = &arm.runs[0];
        let measured = plan(run, seconds, stop)?;
        let games: u64 = (1..=run.generations).map(|g| u64::from(run.games_of(g))).sum();
        let own = matches.iter().filter(|of| of.run.arm == number).count() as u64;
        let match_games = 2 * own * u64::from(ablation.config.play.pairs);
        let plies = measured.positions / f64::from(run.selfplay.search.simulations) / games as f64;
        let evaluated = match_games as f64 * plies * f64::from(ablation.search.simulations());
        costs.push(ArmCost {
            arm: arm.name.clone(),
            runs: seeds,
            generations: run.generations,
            games: games * seeds as u64,
            compute: arm.expected_compute()? / base,
            run_hours: (measured.selfplay() + measured.learning()) * seeds as f64 / 3600.0,
            match_games,
            match_hours: evaluated / measured.positions_per_second / 3600.0,
        });
    }
    Ok(costs)
}
