//! Estimates the cost of a training config: a short measurement on this machine, then extrapolated.

use std::iter::Sum;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use salta_core::Rules;
use salta_net::{Learner, Network, POLICY, TrainBatch};
use salta_players::{Limit, PlayerSpec};
use salta_record::GameRecord;
use salta_selfplay::{Group, GroupError, Played, SelfPlayConfig, groups, play_groups};
use serde::Serialize;

use crate::config::{EvaluatorKind, FinalTournament, RunConfig};
use crate::error::RunError;
use crate::generation::Generation;
use crate::run_dir::check_feasible;
use crate::threads::pool;

/// The estimated cost of a config.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plan {
    /// Number of threads used in the measurement.
    pub threads: usize,
    /// Number of weights of the network.
    pub weights: usize,
    /// Floating-point operations of one evaluation: two for each multiplication and its addition.
    pub flops: usize,
    /// Positions that the searches of self-play visit, including cached ones, if every game lasts
    /// to its limit: an upper bound, except that with `playout_cap` the decisions searched in full
    /// are its mean share, and that a turn can be several hops, each of which is a decision.
    pub positions: f64,
    /// Positions per second, measured with the untrained network under the rules of the last
    /// generation.
    pub positions_per_second: f64,
    /// Total learning steps; with a `replay_ratio`, an upper bound like the positions.
    pub steps: u64,
    /// Measured seconds per step.
    pub seconds_per_step: f64,
    /// Positions that searches visit to measure regret, at most; 0 if it is not measured.
    pub evaluation_positions: f64,
    /// Positions evaluated by networks in the final tournament, at most.
    pub tournament_positions: f64,
}

impl Plan {
    /// Seconds of self-play, at most.
    pub fn selfplay(&self) -> f64 {
        self.positions / self.positions_per_second
    }

    /// Seconds of learning.
    pub fn learning(&self) -> f64 {
        self.steps as f64 * self.seconds_per_step
    }

    /// Seconds of measuring regret, at most.
    pub fn evaluation(&self) -> f64 {
        self.evaluation_positions / self.positions_per_second
    }

    /// Seconds of the final tournament, at most; opponents without a network are not counted.
    pub fn tournament(&self) -> f64 {
        self.tournament_positions / self.positions_per_second
    }

    /// Seconds in all, at most.
    pub fn total(&self) -> f64 {
        self.selfplay() + self.learning() + self.evaluation() + self.tournament()
    }
}

/// Estimates the cost of a config; measures self-play and learning, each for half of `seconds`.
///
/// # Errors
/// If the variant is unknown, its games might never end, or `stop` was set.
pub fn plan(config: &RunConfig, seconds: f64, stop: &AtomicBool) -> Result<Plan, RunError> {
    if config.evaluator == EvaluatorKind::Onnx {
        let what =
            "the speed of another program's learner cannot be measured (`evaluator` is onnx)";
        return Err(RunError::Other(what.into()));
    }
    let rules = config.all_rules()?;
    check_feasible(config, &rules)?;
    let pool = pool(config.threads)?;
    let half = Duration::from_secs_f64(seconds / 2.0);
    let positions_per_second = pool.install(|| selfplay_rate(config, &rules[0], half, stop))?;
    let seconds_per_step = pool.install(|| step_time(config, half, stop))?;
    if stop.load(Ordering::Relaxed) {
        return Err(RunError::Stopped);
    }
    let network = Network::new(&config.network, config.seed).expect("the config was checked");
    let GenerationWork { positions, steps } = work_at_most(config)?.sum();
    Ok(Plan {
        threads: pool.current_num_threads(),
        weights: network.weights(),
        flops: 2 * network.multiply_adds(),
        positions,
        positions_per_second,
        steps,
        seconds_per_step,
        evaluation_positions: (1..=config.generations)
            .map(|generation| config.regret_positions_of(&rules[0], generation))
            .sum(),
        tournament_positions: tournament_positions(config, &rules[0]),
    })
}

/// The work of one generation, at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerationWork {
    /// Positions that the searches of self-play visit, as in [`Plan::positions`].
    pub positions: f64,
    /// Learning steps, if every ply of the games is a sample.
    pub steps: u64,
}

impl Sum for GenerationWork {
    fn sum<I: Iterator<Item = GenerationWork>>(all: I) -> GenerationWork {
        all.fold(GenerationWork { positions: 0.0, steps: 0 }, |sum, of| GenerationWork {
            positions: sum.positions + of.positions,
            steps: sum.steps + of.steps,
        })
    }
}

/// Returns the work of each generation of a config, from the first; needs no measurement.
///
/// # Errors
/// If the variant is unknown.
pub fn work_at_most(config: &RunConfig) -> Result<impl Iterator<Item = GenerationWork>, RunError> {
    let rules = config.all_rules()?;
    Ok((1..=config.generations).map(move |generation| {
        let samples = config.plies_of_all(&rules, generation);
        GenerationWork {
            positions: config.positions_of(&rules, generation),
            steps: config.train.steps_after(samples as u64).into(),
        }
    }))
}

/// Every game has the run's network on one side, and may have a network on the other.
fn tournament_positions(config: &RunConfig, rules: &Rules) -> f64 {
    let FinalTournament { simulations, generations, opponents, play } = &config.tournament;
    let limit = match play.limit {
        Some(Limit::Nodes(nodes)) => Some(nodes as f64),
        _ => None,
    };
    let of = |simulations: u32| limit.unwrap_or(simulations.into()) * f64::from(simulations > 0);
    let others: f64 = opponents.iter().map(|player| of(simulations_of(player))).sum();
    let matches = 2 * generations.len() + opponents.len();
    let of_pair = matches as f64 * of(*simulations) + others;
    // Unlike self-play, by the rules without the changes of a stage, and with a cap of its own.
    // Each side has half of the plies of two games.
    of_pair * f64::from(play.pairs) * f64::from(play.most_plies(rules))
}

/// Simulations per decision of a player; 0 if it has no network.
fn simulations_of(player: &PlayerSpec) -> u32 {
    match player {
        PlayerSpec::Network { search, .. } => search.simulations(),
        _ => 0,
    }
}

/// Positions per second that the searches of self-play visit, including cached ones, measured on
/// the current pool for about the given time.
fn selfplay_rate(
    config: &RunConfig,
    rules: &Rules,
    time: Duration,
    stop: &AtomicBool,
) -> Result<f64, RunError> {
    let generation = Generation::new(config, std::slice::from_ref(rules), config.generations);
    let settings = SelfPlayConfig { root_targets: false, ..generation.settings.clone() };
    let network = Network::new(&config.network, config.seed).expect("the config was checked");
    let evaluator = generation.evaluator(&network)?;
    // More groups than can be played in the time, which ends them.
    let most = 1000 * u64::from(settings.games_per_group);
    let groups = groups(&settings, config.seed, config.generations, 0..most);
    let (leaves, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let begun = Instant::now();
    let progress = |played: Played| {
        leaves.fetch_add(played.leaves, Ordering::Relaxed);
        if begun.elapsed() >= time || stop.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
    };
    let forget = |_: &Group, _: Vec<GameRecord>| Ok::<(), GroupError>(());
    let (variant, evaluators) = (|group: &Group| generation.variant(group), || evaluator.clone());
    match play_groups(&variant, &settings, &groups, &evaluators, &enough, &progress, &forget) {
        // Time is up.
        Ok(()) | Err(GroupError::Stopped) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(leaves.into_inner() as f64 / begun.elapsed().as_secs_f64())
}

/// Seconds of a learning step on the current pool. The content of the samples does not affect it.
fn step_time(config: &RunConfig, time: Duration, stop: &AtomicBool) -> Result<f64, RunError> {
    let size = config.train.batch as usize;
    let mut batch = TrainBatch::zeros(size, config.network.features);
    batch.legal.fill(true);
    (0..size).for_each(|sample| batch.policy[sample * POLICY + sample % POLICY] = 1.0);
    let learner = Learner::new(&config.network, &config.learner, config.seed)?;
    let mut learner = learner.on(config.compute)?;
    let (begun, mut steps) = (Instant::now(), 0);
    while steps == 0 || begun.elapsed() < time && !stop.load(Ordering::Relaxed) {
        learner
            .step(&batch)
            .map_err(|error| RunError::diverged(1, &error.to_string(), &config.learner))?;
        steps += 1;
    }
    Ok(begun.elapsed().as_secs_f64() / f64::from(steps))
}

#[cfg(test)]
mod tests {
    use salta_selfplay::PlayoutCap;

    use super::*;

    #[test]
    fn positions_and_steps_by_hand() {
        let stages = "stage=[{from=1,move_limit=6},{from=3,move_limit=10,games=8,simulations=5}]";
        let sets = ["generations=4", "selfplay.max_plies=16", "train.replay_ratio=0.5", stages];
        let config = RunConfig::tiny(&sets);
        let rules = config.all_rules().unwrap();
        let work = |config: &RunConfig| -> GenerationWork { work_at_most(config).unwrap().sum() };
        // Twice 4 games of 12 plies with 4 simulations, twice 8 of 16 with 5.
        // Half a sample per ply is used, 16 per step: 1.5 steps, rounded to 2, and 4.
        let expected =
            GenerationWork { positions: 2.0 * 192.0 + 2.0 * 640.0, steps: 2 * 2 + 2 * 4 };
        assert_eq!(work(&config), expected);
        // A quarter of the decisions in full, the others with 2 simulations: 2.5 on average, 2.75.
        let mut capped = config.clone();
        capped.selfplay.playout_cap = PlayoutCap { full_share: 0.25, fast_simulations: 2 };
        assert_eq!(work(&capped).positions, 2.0 * 48.0 * 2.5 + 2.0 * 128.0 * 2.75);
        // Two networks against each other and one against `random`, two games of 120 turns each.
        assert_eq!(tournament_positions(&config, &rules[0]), 3.0 * 2.0 * 120.0 * 2.0);
        // In turn with a variant whose games last to the cap.
        let more = ["more_variants=[\"walker\"]", "stage=[]", "selfplay.max_plies=400"];
        let sets = [&sets[..], &more, &["tournament.match.max_plies=50"]].concat();
        let config = RunConfig::tiny(&sets);
        assert_eq!(work(&config).positions, 4.0 * (480.0 + 800.0) * 4.0);
        let rules = config.all_rules().unwrap();
        assert_eq!(tournament_positions(&config, &rules[1]), 3.0 * 2.0 * 25.0 * 2.0);
        let network = "tournament.opponents=[\"checkpoint:two-cores:sims=5\"]";
        let config = RunConfig::tiny(&[&sets[..], &[network]].concat());
        let positions = 2.0 * 25.0 * (3.0 * 2.0 + 5.0);
        assert_eq!(tournament_positions(&config, &rules[1]), positions);
        let plan = Plan {
            positions: 1664.0,
            positions_per_second: 32.0,
            steps: 12,
            seconds_per_step: 0.25,
            evaluation_positions: 64.0,
            tournament_positions: 96.0,
            ..Plan::default()
        };
        let parts = [plan.selfplay(), plan.learning(), plan.evaluation(), plan.tournament()];
        assert_eq!((parts, plan.total()), ([52.0, 3.0, 2.0, 3.0], 60.0));
        // Generations 2 and 3: 20 games of 400 plies, 300 placements, 4 simulations and the policy.
        let evaluate = "evaluate={regret=true,every=2}";
        let config = RunConfig::tiny(&["selfplay.max_plies=400", evaluate]);
        let positions = |g| config.regret_positions_of(&rules[1], g);
        assert_eq!([1, 2, 3].map(positions), [0.0, 41_500.0, 41_500.0]);
    }
}
