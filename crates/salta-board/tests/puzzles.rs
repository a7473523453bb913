//! The puzzles and exercises of the board: each has one best turn, by a clear margin.

use std::collections::HashSet;

use salta_analysis::{Classical, Engine, EveryTurn};
use salta_core::Variant;
use salta_opponents::alphabeta2::Limit;
use serde_json::Value;

/// The first search in `benches/puzzles.rs`.
const LOOK: Limit = Limit { depth: 6, nodes: 20_000 };
/// Smallest difference in points between the best turn and the second.
const GAP: f64 = 1.5;

fn tasks(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

struct Checked {
    turns: usize,
    /// The turns that look best to alpha-beta at depth 1 and within the limit.
    naive: String,
    best: String,
    /// Points after the best turn and after the second.
    margins: [f64; 2],
}

/// Searches a task's position and plays its line.
fn check(task: &Value, limit: Limit) -> Checked {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let mut position = variant.parse_position(task["position"].as_str().unwrap()).unwrap();
    let naive = Classical::new(&variant, Limit::depth(1)).settle(&position, &mut || false);
    let naive = variant.move_text(naive.unwrap().unwrap().best());
    let found =
        EveryTurn::new(&variant, None, limit).settle(&position, &mut || false).unwrap().unwrap();
    let margins = [0, 1].map(|i| found.candidates[i].margin.to_string().parse().unwrap());
    assert!(f64::abs(margins[0] - margins[1]) >= GAP, "{task}: {margins:?}");
    for mv in task["line"].as_array().unwrap() {
        let mv = variant.parse_move(mv.as_str().unwrap()).unwrap();
        variant.play(&mut position, mv).unwrap_or_else(|_| panic!("{task}: {mv}"));
    }
    Checked { turns: found.candidates.len(), naive, best: variant.move_text(found.best()), margins }
}

#[test]
fn every_puzzle_has_one_best_turn_that_a_first_look_misses() {
    let puzzles = tasks(include_str!("../../../data/puzzles.ndjson"));
    assert!(puzzles.len() >= 60, "{}", puzzles.len());
    let games: HashSet<u64> = puzzles.iter().map(|task| task["game"].as_u64().unwrap()).collect();
    assert_eq!(games.len(), puzzles.len(), "more than one of a game");
    for task in &puzzles {
        let Checked { turns, naive, best, .. } = check(task, LOOK);
        assert!(turns >= 3 && turns == task["turns"], "{task}");
        assert_eq!(best, task["line"][0], "{task}");
        assert_ne!(naive, best, "{task}");
    }
}

#[test]
fn every_puzzle_is_proven_as_deep_as_it_says() {
    for task in tasks(include_str!("../../../data/puzzles.ndjson")) {
        let proof = task["proof"].as_str().unwrap();
        let depth = proof.strip_prefix("search to depth ").unwrap().parse().unwrap();
        let Checked { best, margins, .. } = check(&task, Limit::depth(depth));
        assert_eq!(best, task["line"][0], "{task}");
        assert_eq!(margins.map(Value::from), ["margin", "second"].map(|key| task[key].clone()));
    }
}

#[test]
fn every_exercise_has_one_best_turn() {
    let exercises = tasks(include_str!("../../../data/exercises.ndjson"));
    assert_eq!(exercises.len(), 10);
    for task in &exercises {
        assert_eq!(check(task, Limit::depth(12)).best, task["line"][0], "{task}");
    }
}
