//! `salta bench`: the speed of `alphabeta@3`, and a signature of how it plays.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use salta_core::{Position, Variant};
use salta_env::generator;
use salta_nnue::Network;
use salta_opponents::alphabeta2::Limit;
use salta_opponents::alphabeta3::{Searcher, Settings};
use salta_run::players::load_nnue;
use serde::Serialize;

use crate::args::OPTIMISED;
use crate::error::Error;
use crate::output;

/// Number of positions, taken from one game of random turns.
const POSITIONS: usize = 16;
/// Number of plies between two of these positions.
const APART: u32 = 14;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Depth of each search
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Another built-in network, or one that `salta train-eval` wrote
    #[arg(long, value_name = "NAME|FILE")]
    net: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    evaluations: u64,
    seconds: f64,
    nodes_per_second: f64,
    evaluations_per_second: f64,
    /// A hash of the best turns and their values, which shows whether the search still plays the
    /// same.
    signature: String,
}

/// Searches fixed positions on one thread.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let network = match &args.net {
        Some(path) => Arc::new(load_nnue(path)?.0),
        None => Network::shipped(),
    };
    let report = measure(network, args.depth);
    output::shown(args.json, &report, || {
        let note = if OPTIMISED { "" } else { " (not an optimised build)" };
        let Report { nodes, evaluations, seconds, signature, .. } = &report;
        format!(
            "{POSITIONS} positions to depth {}: {nodes} nodes, {evaluations} evaluations in \
             {seconds:.2} s{note}\n{:.0} nodes/s, {:.0} evaluations/s, on one thread\n\
             signature {signature}\n",
            args.depth, report.nodes_per_second, report.evaluations_per_second,
        )
    })
}

fn measure(network: Arc<Network>, depth: u32) -> Report {
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let mut searcher = Searcher::new(variant.clone(), network, Settings::ALPHABETA_3);
    let (mut nodes, mut evaluations, mut play) = (0, 0, String::new());
    let positions = positions(&variant);
    let begun = Instant::now();
    for position in &positions {
        let mut rng = generator(1, "bench", 0);
        let found = searcher.search(position, Limit::depth(depth), &mut rng, &mut || false);
        nodes += found.nodes;
        evaluations += searcher.evaluations();
        play += &format!("{} {}\n", found.best, found.value);
    }
    let seconds = begun.elapsed().as_secs_f64();
    Report {
        nodes,
        evaluations,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        evaluations_per_second: evaluations as f64 / seconds,
        signature: blake3::hash(play.as_bytes()).to_hex()[..16].into(),
    }
}

/// Positions of one game, in which each turn is the better of two random ones: the one that leaves
/// the shorter distance.
fn positions(variant: &Variant) -> Vec<Position> {
    let (mut rng, mut position, mut found) =
        (generator(1, "bench-game", 0), variant.start(), vec![]);
    while found.len() < POSITIONS {
        if position.plies() % APART == 0 {
            found.push(position);
        }
        let side = position.to_move();
        let moves = variant.moves(&position);
        let mut draw = || salta_players::pick(&moves, &mut rng);
        let (first, second) = (draw(), draw());
        let left = |mv| variant.after(&position, mv).distance(side);
        let mv = if left(second) < left(first) { second } else { first };
        variant.apply_move(&mut position, mv);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_published_player() {
        let network = Network::shipped();
        let report = measure(Arc::clone(&network), 4);
        assert_eq!(report.signature, SIGNATURE);
        assert_eq!(measure(network, 4).nodes, report.nodes);
        assert_ne!(measure(Network::zero().into(), 4).signature, SIGNATURE);
    }

    /// Signature of the searches to depth 4.
    const SIGNATURE: &str = "2c385740a05da0b8";
}
