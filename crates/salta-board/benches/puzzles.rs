//! Mines puzzles from self-play, for `cargo xtask puzzles`: `puzzles FIRST-GAME COUNT` prints one
//! line of JSON for each puzzle, and finds at most one per game.

use std::io::{self, Write};

use rand::RngExt;
use salta_analysis::{Candidate, Classical, Engine, EveryTurn, decided};
use salta_core::{Position, Variant};
use salta_env::generator;
use salta_opponents::alphabeta2::Limit;
use serde_json::json;

/// Random plies before the players search.
const OPENING: usize = 8;
/// The players' search of each turn, and how often they play a random turn instead.
const PLAY: Limit = Limit::nodes(400);
const BLUNDERS: f64 = 0.1;
/// The first search of a position, which `tests/puzzles.rs` repeats, and the deep one that has to
/// agree with it.
const LOOK: Limit = Limit { depth: 6, nodes: 20_000 };
const PROOF: Limit = Limit { depth: 20, nodes: 1_500_000 };
/// Smallest difference between the best turn and the second, in hundredths of a point.
const GAP: i32 = 150;
/// Maximum number of plies of a solution, and of positions of a game that are searched deeply.
const LINE: usize = 5;
const TRIES: usize = 4;

fn main() {
    // Cargo adds --bench.
    let words = std::env::args().skip(1).filter(|word| word != "--bench");
    let arguments: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
    let [first, count] = arguments[..] else { panic!("usage: puzzles FIRST-GAME COUNT") };
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let found = (first..).filter_map(|game| puzzle(&variant, game));
    for line in found.take(count as usize) {
        println!("{line}");
        io::stdout().flush().expect("somebody reads");
    }
}

/// The positions of a game, after the opening, that have at least three legal turns.
fn game(variant: &Variant, number: u64) -> Vec<Position> {
    let mut random = generator(number, "puzzles", 0);
    let mut engine = Classical::new(variant, PLAY);
    let (mut position, mut positions) = (variant.start(), Vec::new());
    for ply in 0.. {
        let moves = variant.moves(&position);
        if moves.is_empty() {
            break;
        }
        let at_random = ply < OPENING || random.random_bool(BLUNDERS);
        let chosen = if at_random {
            moves[random.random_range(0..moves.len())]
        } else {
            engine.settle(&position, &mut || false).unwrap().expect("not stopped").best()
        };
        if ply >= OPENING && moves.len() >= 3 {
            positions.push(position);
        }
        variant.apply_move(&mut position, chosen);
    }
    positions
}

fn puzzle(variant: &Variant, number: u64) -> Option<serde_json::Value> {
    let positions = game(variant, number);
    // Every third position first, so that all parts of the game are tried.
    let looked_at = (0..3).flat_map(|part| positions.iter().skip(part).step_by(3));
    let promising = looked_at.filter(|position| {
        let best = clear_best(variant, position, LOOK);
        let naive = Classical::new(variant, Limit::depth(1)).settle(position, &mut || false);
        best.is_some_and(|(best, _)| best[0].mv != naive.unwrap().expect("not stopped").best())
    });
    let mut tried = promising.take(TRIES);
    tried.find_map(|position| {
        let first = clear_best(variant, position, LOOK)?.0[0].mv;
        let (candidates, depth) = clear_best(variant, position, PROOF)?;
        let (best, second) = (&candidates[0], &candidates[1]);
        (best.mv == first).then(|| {
            let after =
                |candidate: &Candidate| decided(variant, &variant.after(position, candidate.mv));
            let proven = candidates.iter().all(|candidate| after(candidate).is_some());
            let line = best.line.iter().take(LINE).map(|mv| variant.move_text(*mv));
            json!({
                "game": number,
                "position": variant.position_line(position),
                "line": line.collect::<Vec<_>>(),
                "turns": candidates.len(),
                "margin": best.margin,
                "second": second.margin,
                "proof": if proven { "solo".into() } else { format!("search to depth {depth}") },
                "difficulty": difficulty(variant, position, first),
            })
        })
    })
}

/// All turns, best first, and the depth, if the best one leads the second by at least [`GAP`].
fn clear_best(variant: &Variant, at: &Position, limit: Limit) -> Option<(Vec<Candidate>, u32)> {
    let found = EveryTurn::new(variant, None, limit).settle(at, &mut || false).unwrap()?;
    let gap = (found.candidates[0].margin.0 - found.candidates[1].margin.0).abs();
    (gap >= GAP).then_some((found.candidates, found.depth))
}

/// The depth from which on the search prefers this turn; 0 if in the end it does not.
fn difficulty(variant: &Variant, position: &Position, turn: salta_core::Move) -> u32 {
    let mut engine = EveryTurn::new(variant, None, LOOK);
    engine.begin(position);
    let mut from = 0;
    while let Some(opinion) = engine.think(&mut || false).unwrap() {
        if opinion.best() != turn {
            from = 0;
        } else if from == 0 {
            from = opinion.depth;
        }
    }
    from
}
