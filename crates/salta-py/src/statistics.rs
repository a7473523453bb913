//! Statistics of matches: Elo, intervals, SPRT and ratings.

use pyo3::prelude::*;
use salta_stats::{MAX_PLAYERS, Outcome, Pair, PairScore, Pool, RatingSettings, Sprt, Statistics};
use serde_json::json;

use crate::error::refused;
use crate::input::{integer, integers};
use crate::json::to_python;

/// The Elo difference of an expected score from 0 to 1.
#[pyfunction]
pub(crate) fn elo(score: f64) -> PyResult<f64> {
    match score {
        0.0..=1.0 => Ok(salta_stats::elo(score)),
        _ => Err(refused(format!("a score is from 0 to 1, not {score}"))),
    }
}

/// The expected score of an Elo difference.
#[pyfunction]
pub(crate) fn expected_score(elo: f64) -> f64 {
    salta_stats::expected_score(elo)
}

/// Statistics of a match for player A from colour-swapped pairs of games: A's two margins in
/// points, White's game first. Intervals are 95 %, over pairs; `verdict` is `better`, `worse` or
/// `undecided`.
#[pyfunction]
pub(crate) fn match_statistics(
    py: Python<'_>,
    #[pyo3(from_py_with = integers)] pairs: Vec<(i32, i32)>,
) -> PyResult<Bound<'_, PyAny>> {
    let pairs: Vec<Pair> = pairs.into_iter().map(|(first, second)| pair(first, second)).collect();
    let found = Statistics::of_pairs(&pairs);
    let verdict = found.verdict().name();
    let mut record = serde_json::to_value(&found).map_err(refused)?;
    record["verdict"] = json!(verdict);
    to_python(py, &record)
}

fn pair(first: i32, second: i32) -> Pair {
    let outcome = |margin: i32| match margin.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    };
    Pair { outcomes: [outcome(first), outcome(second)], points: [(first, first), (second, second)] }
}

/// Where a sequential test of A's Elo (`elo0` against `elo1`) stands after pairs counted by A's
/// score: 0, ½, 1, 1½, 2.
#[pyfunction]
#[pyo3(signature = (pentanomial, elo0, elo1, alpha = 0.05, beta = 0.05))]
pub(crate) fn sprt<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = integers)] pentanomial: [u32; 5],
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let test = Sprt { elo0, elo1, alpha, beta };
    test.validate().map_err(refused)?;
    to_python(py, &test.state(&pentanomial))
}

/// Limit on the number of an opening: numbers start at 0, and memory grows with the largest.
const MAX_OPENINGS: usize = 1 << 20;

/// Limit on the number of bootstrap replicates, as in `salta rate`.
const MAX_REPLICATES: u32 = 1_000_000;

/// Ratings of players with bootstrap intervals, from pairs `(opening, a, b, halves)`: the players'
/// numbers and A's score over both games in halves of a point, 0 to 4. Pairs of one opening are
/// resampled together. Ctrl-C does not end the calculation.
#[pyfunction]
#[pyo3(signature = (players, pairs, *, anchor = None, replicates = 1000, seed = 0))]
pub(crate) fn ratings<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = integer)] players: usize,
    #[pyo3(from_py_with = integers)] pairs: Vec<(usize, usize, usize, u32)>,
    #[pyo3(from_py_with = integer)] anchor: Option<usize>,
    #[pyo3(from_py_with = integer)] replicates: u32,
    #[pyo3(from_py_with = integer)] seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=MAX_REPLICATES).contains(&replicates) {
        return Err(refused(format!("replicates is from 1 to {MAX_REPLICATES}, not {replicates}")));
    }
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(refused(format!(
            "1 to {MAX_PLAYERS} players are rated together, not {players}"
        )));
    }
    let known = |player: usize| player < players;
    if anchor.is_some_and(|anchor| !known(anchor)) {
        return Err(refused(format!("anchor: players are 0 to {}", players - 1)));
    }
    let mut pool = Pool::new(players);
    for (opening, a, b, halves) in pairs {
        if !known(a) || !known(b) || a == b || halves > 4 {
            return Err(refused(format!(
                "pair ({opening}, {a}, {b}, {halves}): two players below {players}, 0 to 4 halves"
            )));
        }
        if opening >= MAX_OPENINGS {
            return Err(refused(format!("opening {opening}: openings are below {MAX_OPENINGS}")));
        }
        pool.add(opening, PairScore { a, b, halves });
    }
    let settings = RatingSettings { anchor, replicates, seed };
    // Threads of its own: a forked process has none of those that exist already.
    let threads = salta_run::pool(0).map_err(refused)?;
    let found = py.detach(|| threads.install(|| pool.rate(&settings, salta_env::generator)));
    let record = json!({
        "anchor": found.anchor,
        "elo": found.elo,
        "superiority": found.superiority,
    });
    to_python(py, &record)
}
