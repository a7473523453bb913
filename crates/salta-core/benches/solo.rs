//! The time of the exact count on random positions and on last positions of games; what it proves is
//! in `solo_sets`.

use divan::Bencher;
use salta_core::solo::{Journey, solve};
use salta_core::{Board, Position, Side, Square, Variant};

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

/// A piece on the square with index `at`.
fn journey(at: u8, goal: u8) -> Journey {
    Journey { at: Square::new(at), goal: Square::new(goal) }
}

/// Each piece up to three random steps from home.
fn near_end(random: &mut Random) -> Vec<Journey> {
    let mut pieces: Vec<Journey> = (35..50).map(|s| journey(s, s)).collect();
    for i in random.shuffled(0..15) {
        for _ in 0..random.below(4) {
            let at = pieces[i as usize].at;
            let (row, column) = (at.row() as i8, at.column() as i8);
            let step = [(1, 1), (1, -1), (-1, 1), (-1, -1)][random.below(4)];
            let (row, column) = (row + step.0, column + step.1);
            if !(0..10).contains(&row) || !(0..10).contains(&column) {
                continue;
            }
            let to = Square::at(row as u8, column as u8 / 2);
            if pieces.iter().all(|piece| piece.at != to) {
                pieces[i as usize].at = to;
            }
        }
    }
    pieces
}

/// Fifteen pieces anywhere on `squares`.
fn scattered(random: &mut Random, squares: std::ops::Range<u8>) -> Vec<Journey> {
    let at = random.shuffled(squares);
    at.into_iter().zip(35..50).map(|(at, goal)| journey(at, goal)).collect()
}

fn positions(set: &str) -> Vec<Vec<Journey>> {
    let mut random = Random(1);
    let position = |_| match set {
        "near-ends" => near_end(&mut random),
        "mid-games" => scattered(&mut random, 25..50),
        _ => scattered(&mut random, 0..50),
    };
    (0..POSITIONS).map(position).collect()
}

/// One position after the other, with the budget of a search leaf.
#[divan::bench(args = SETS)]
fn leaf(bencher: Bencher, set: &str) {
    let positions = positions(set);
    let mut next = 0;
    bencher.bench_local(|| {
        next += 1;
        solve(Board::FULL, &positions[next % POSITIONS], 300).solo
    });
}

/// The last positions of games (`data/ends`).
fn ends(variant: &Variant, set: &str) -> Vec<Position> {
    let path = format!("{}/../../data/ends/{set}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let position = |line| variant.parse_position(line).expect("a position line");
    text.lines().map(position).collect()
}

/// One side after the other, with nodes for some ten milliseconds.
#[divan::bench(args = ENDS)]
fn last_positions(bencher: Bencher, set: &str) {
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    let positions = ends(&variant, set);
    let mut next = 0;
    bencher.bench_local(|| {
        next += 1;
        let position = &positions[next / 2 % positions.len()];
        variant.solve(position, Side::BOTH[next % 2], 5_000)
    });
}

fn main() {
    if !std::env::args().any(|argument| argument == "--test") {
        // The tables of pairs are computed once per process.
        solve(Board::FULL, &positions(SETS[0])[0], 1);
    }
    divan::main();
}
