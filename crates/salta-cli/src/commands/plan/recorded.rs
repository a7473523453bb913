//! What recorded experiments of about the same cost reached.

use salta_run::Plan;
use serde::Deserialize;

const COSTS: &str = include_str!("../../../../../data/costs.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Costs {
    experiment: Vec<Experiment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Experiment {
    name: String,
    config: String,
    /// The run's metrics; a test compares them with `positions`.
    #[cfg_attr(not(test), expect(dead_code))]
    metrics: String,
    /// Leaves of the self-play searches, including those whose evaluations were cached.
    positions: f64,
    /// The number of leaves if every game had lasted to its limit and every decision had been
    /// searched in full.
    bound: f64,
    /// Weights of the network.
    weights: f64,
    reached: Vec<Reached>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reached {
    opponent: String,
    simulations: u32,
    /// In %, with its 95 % interval.
    score: [f64; 3],
}

fn experiments() -> Vec<Experiment> {
    let costs: Costs = toml::from_str(COSTS).expect("the built-in costs are checked by a test");
    costs.experiment
}

/// Positions times weights: the cost of self-play, independent of the machine.
fn work(positions: f64, weights: f64) -> f64 {
    positions * weights
}

/// The experiment whose cost is nearest.
///
/// # Panics
/// If none is recorded, which a test rules out.
fn nearest(plan: &Plan) -> Experiment {
    let own = work(plan.positions, plan.weights as f64);
    let distance = |e: &Experiment| (own / work(e.bound, e.weights)).ln().abs();
    let nearest = experiments().into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.expect("an experiment is recorded")
}

/// Returns the share of its bound that the self-play of the nearest experiment reached, and its
/// name. The share is below 1 because games end early and forced moves are not searched.
pub(super) fn usual_share(plan: &Plan) -> (f64, String) {
    let nearest = nearest(plan);
    (nearest.positions / nearest.bound, nearest.name)
}

/// A sentence or two on the experiment whose cost is nearest.
pub(super) fn expectation(plan: &Plan) -> String {
    let nearest = nearest(plan);
    let times = work(plan.positions, plan.weights as f64) / work(nearest.bound, nearest.weights);
    let reached: Vec<String> = nearest.reached.iter().map(reached).collect();
    let caution = if (0.4..2.5).contains(&times) {
        "so expect a similar result, within the spread between seeds"
    } else {
        "too different for a prediction"
    };
    format!(
        "Nearest recorded: {} ({}), whose self-play cost {}; it scores {}: {caution}.",
        nearest.name,
        nearest.config,
        relation(times),
        reached.join(" and "),
    )
}

fn relation(times: f64) -> String {
    let (factor, relative) = match times {
        t if t > 1.15 => (t, "less"),
        t if t < 0.87 => (1.0 / t, "more"),
        _ => return "as much".into(),
    };
    let digits = usize::from(factor < 9.95);
    format!("{factor:.digits$} times {relative}")
}

fn reached(of: &Reached) -> String {
    let [score, lo, hi] = of.score;
    let (opponent, simulations) = (&of.opponent, of.simulations);
    format!("{score:.1} % [{lo:.1}, {hi:.1}] against {opponent} with {simulations} simulations")
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_run::{GenerationWork, RunConfig, work_at_most};
    use std::path::Path;

    fn plan(positions: f64, weights: usize) -> Plan {
        Plan { positions, weights, ..Plan::default() }
    }

    fn leaves(metrics: &Path) -> f64 {
        let text = std::fs::read_to_string(metrics).unwrap();
        let lines = text.lines().map(serde_json::from_str::<serde_json::Value>);
        lines.map(|line| line.unwrap()["time"]["leaves"].as_f64().unwrap()).sum()
    }

    #[test]
    fn every_experiment_is_there_and_has_a_cost() {
        for experiment in experiments() {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
            for path in [&experiment.name, &experiment.config, &experiment.metrics] {
                assert!(Path::new(root).join(path).exists(), "{path}");
            }
            let config = RunConfig::load(&Path::new(root).join(&experiment.config), &[]).unwrap();
            let work: GenerationWork = work_at_most(&config).unwrap().sum();
            assert_eq!(work.positions, experiment.bound, "{}", experiment.name);
            let network = salta_net::Network::new(&config.network, 0).unwrap();
            assert_eq!(network.weights() as f64, experiment.weights, "{}", experiment.name);
            let metrics = Path::new(root).join(&experiment.metrics);
            assert_eq!(leaves(&metrics), experiment.positions, "{}", experiment.name);
            assert!(experiment.positions <= experiment.bound, "{}", experiment.name);
            let page = Path::new(root).join(&experiment.name).join("README.md");
            let page = std::fs::read_to_string(page).unwrap();
            for Reached { opponent, score: [score, lo, hi], .. } in &experiment.reached {
                let cell = format!("{score:.1} [{lo:.1}, {hi:.1}]");
                assert!(page.contains(opponent) && page.contains(&cell), "{opponent}: {cell}");
            }
        }
    }

    #[test]
    fn an_experiment_of_the_same_cost_is_what_to_expect() {
        let known = &experiments()[0];
        let text = expectation(&plan(known.bound, known.weights as usize));
        assert!(
            text.contains("cost as much") && text.contains("expect a similar result"),
            "{text}"
        );
        let text = expectation(&plan(1e15, known.weights as usize));
        assert!(text.contains("too different"), "{text}");
        let said = [4.0, 0.5, 1.0, 1234.0, 0.001].map(relation);
        let expected =
            ["4.0 times less", "2.0 times more", "as much", "1234 times less", "1000 times more"];
        assert_eq!(said, expected);
    }
}
