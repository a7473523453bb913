//! An estimate of what an ablation costs.

use std::sync::atomic::AtomicBool;

use salta_run::{Plan, RunConfig, RunError, plan};
use serde::Serialize;

use super::arms::Ablation;

/// The cost of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmCost {
    /// The arm.
    pub arm: String,
    /// Number of its runs.
    pub runs: usize,
    /// Generations of each.
    pub generations: u32,
    /// Games of self-play in all of them.
    pub games: u64,
    /// Compute of a run relative to the base's, estimated from the configs.
    pub compute: f64,
    /// Hours of these threads for its runs, at most.
    pub run_hours: f64,
    /// Games of its matches.
    pub match_games: u64,
    /// Hours of these threads for its matches, at most.
    pub match_hours: f64,
}

/// Estimates the cost of each arm from `seconds` seconds of measurement on `threads` threads.
///
/// # Errors
/// If it is stopped, or an arm cannot be run.
pub fn ablation_costs(
    ablation: &Ablation,
    seconds: f64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<ArmCost>, RunError> {
    let base = ablation.arms[Ablation::BASE].expected_compute()?;
    let mut costs = Vec::new();
    for (number, arm) in ablation.arms.iter().enumerate() {
        let measured = plan(&RunConfig { threads, ..arm.runs[0].clone() }, seconds, stop)?;
        costs.push(cost(ablation, number, arm.expected_compute()? / base, &measured));
    }
    Ok(costs)
}

/// Returns the cost of arm `number`, given the measurements of one of its runs.
fn cost(ablation: &Ablation, number: usize, compute: f64, measured: &Plan) -> ArmCost {
    let (arm, seeds) = (&ablation.arms[number], ablation.config.seeds.len());
    let run = &arm.runs[0];
    let games: u64 = (1..=run.generations).map(|g| u64::from(run.games_of(g))).sum();
    let matches = (1..=seeds).flat_map(|seeds| ablation.matches_with(seeds));
    let own = matches.filter(|of| of.run.arm == number).count() as u64;
    let match_games = 2 * own * u64::from(ablation.config.play.pairs);
    let plies = f64::from(ablation.config.play.most_plies(&ablation.rules));
    let evaluated = match_games as f64 * plies * ablation.simulations();
    ArmCost {
        arm: arm.name.clone(),
        runs: seeds,
        generations: run.generations,
        games: games * seeds as u64,
        compute,
        run_hours: (measured.selfplay() + measured.learning() + measured.evaluation())
            * seeds as f64
            / 3600.0,
        match_games,
        match_hours: evaluated / measured.positions_per_second / 3600.0,
    }
}

#[cfg(test)]
mod tests {
    use salta_players::Limit;

    use super::super::arms::tests::{number, quickstart};
    use super::*;

    #[test]
    fn hours_by_hand() {
        let mut ablation = quickstart();
        let number = number(&ablation, "simulations-32");
        assert_eq!(ablation.arms[number].runs[0].generations, 20);
        // 20 generations of 40 games of 100 decisions, 32 simulations each.
        let measured = Plan {
            threads: 1,
            weights: 1,
            flops: 1,
            positions: 800.0 * 100.0 * 32.0,
            positions_per_second: 1000.0,
            steps: 1600,
            seconds_per_step: 0.25,
            evaluation_positions: 0.0,
            tournament_positions: 1e9,
        };
        let cost = cost(&ablation, number, 1.0, &measured);
        assert_eq!((cost.runs, cost.generations, cost.games), (5, 20, 5 * 800));
        // Five seeds of 2560 s of self-play and 400 s of learning.
        assert!((cost.run_hours - 5.0 * 2960.0 / 3600.0).abs() < 1e-9, "{cost:?}");
        // 25 matches against the base and 10 against the panel, of 40 games of 240 plies, with 32
        // simulations.
        assert_eq!(cost.match_games, 35 * 40);
        assert!(
            (cost.match_hours - 1400.0 * 240.0 * 32.0 / 1000.0 / 3600.0).abs() < 1e-9,
            "{cost:?}"
        );
        // Twice the simulations.
        ablation.config.play.limit = Some(Limit::Nodes(64));
        let limited = super::cost(&ablation, number, 1.0, &measured);
        assert!((limited.match_hours / cost.match_hours - 2.0).abs() < 1e-9, "{limited:?}");
    }
}
