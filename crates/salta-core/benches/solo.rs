//! The solo solver on three sets of positions: share proven within a million nodes, and time.

use std::time::Instant;

use divan::Bencher;
use salta_core::solo::{Man, Solo, solo, solve};
use salta_core::{Side, Square, Variant};

const POSITIONS: usize = 100;
const ENDS: [&str; 3] = ["alphabeta2", "checkpoint", "random"];
const SETS: [&str; 3] = ["near-ends", "mid-games", "scatter"];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn shuffled(&mut self, squares: std::ops::Range<u8>) -> Vec<u8> {
        let mut all: Vec<u8> = squares.collect();
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
        all
    }
}

/// Each man up to three random steps from home.
fn near_end(random: &mut Random) -> Vec<Man> {
    let mut men: Vec<Man> = (35..50).map(|s| Man { at: s, goal: s }).collect();
    for i in random.shuffled(0..15) {
        for _ in 0..random.below(4) {
            let (row, column) = place(men[i as usize].at);
            let step = [(1, 1), (1, -1), (-1, 1), (-1, -1)][random.below(4)];
            let (row, column) = (row + step.0, column + step.1);
            let to = (row * 5 + column / 2) as u8;
            let inside = (0..10).contains(&row) && (0..10).contains(&column);
            if inside && men.iter().all(|man| man.at != to) {
                men[i as usize].at = to;
            }
        }
    }
    men
}

fn place(square: u8) -> (i32, i32) {
    let row = i32::from(square / 5);
    (row, i32::from(square % 5) * 2 + row % 2)
}

/// Fifteen men anywhere on `squares`.
fn scattered(random: &mut Random, squares: std::ops::Range<u8>) -> Vec<Man> {
    let at = random.shuffled(squares);
    at.into_iter().zip(35..50).map(|(at, goal)| Man { at, goal }).collect()
}

fn positions(set: &str) -> Vec<Vec<Man>> {
    let mut random = Random(1);
    let position = |_| match set {
        "near-ends" => near_end(&mut random),
        "mid-games" => scattered(&mut random, 25..50),
        _ => scattered(&mut random, 0..50),
    };
    (0..POSITIONS).map(position).collect()
}

fn report(set: &str, budget: u64) {
    let mut nodes = Vec::new();
    let mut micros = Vec::new();
    let mut proven = 0;
    for men in positions(set) {
        let start = Instant::now();
        let found = solve(&men, budget);
        micros.push(start.elapsed().as_micros() as u64);
        nodes.push(found.nodes);
        proven += usize::from(matches!(found.solo, Solo::Proven(_)));
    }
    nodes.sort_unstable();
    micros.sort_unstable();
    let share = 100 * proven / POSITIONS;
    let (median, last) = (POSITIONS / 2, POSITIONS * 99 / 100);
    println!(
        "{set}, budget {budget}: {share} % proven; nodes median {}, 99 % {}; µs median {}, 99 % {}",
        nodes[median], nodes[last], micros[median], micros[last]
    );
}

/// One position after the other, with the budget of a search leaf.
#[divan::bench(args = SETS)]
fn leaf(bencher: Bencher, set: &str) {
    let positions = positions(set);
    let mut next = 0;
    bencher.bench_local(|| {
        next += 1;
        solo(&positions[next % POSITIONS], 300)
    });
}

/// Both sides of the last positions of games (`data/ends`).
fn ends(set: &str) -> Vec<Vec<Man>> {
    let path = format!("{}/../../data/ends/{set}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let sides = |line| {
        let position = variant.parse_position(line).expect("a position line");
        Side::BOTH.map(|side| {
            let man = |(piece, at): (_, Square)| Man {
                at: at.index() as u8,
                goal: variant.goal(side, piece).index() as u8,
            };
            position.pieces(side).map(man).collect()
        })
    };
    text.lines().flat_map(sides).collect()
}

/// One side after the other, with nodes for some ten milliseconds.
#[divan::bench(args = ENDS)]
fn last_positions(bencher: Bencher, set: &str) {
    let sides = ends(set);
    let mut next = 0;
    bencher.bench_local(|| {
        next += 1;
        solo(&sides[next % sides.len()], 5_000)
    });
}

fn main() {
    if !std::env::args().any(|argument| argument == "--test") {
        // The tables of pairs are computed once per process.
        solo(&positions(SETS[0])[0], 1);
        for set in SETS {
            report(set, 300);
            report(set, 1_000_000);
        }
    }
    divan::main();
}
