//! The classical opponents: nodes of `alphabeta@2` and simulations of `uct@1` per second.

use divan::{Bencher, counter::ItemsCount};
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::{Position, Variant};
use salta_opponents::alphabeta2::{Limit, Searcher, Settings};
use salta_opponents::uct::{UctSettings, best_move};

fn main() {
    divan::main();
}

const NODES: u64 = 100_000;
const SIMULATIONS: u32 = 10_000;

/// Positions from games of the two players: opening, middle, end.
const LINES: [&str; 3] = [
    "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0",
    "e1Lb1/j2OM/HFIAk/Dhd2/i1mag/G4/1c1N1/Kn1CJ/l1o2/1Bf1E w 80",
    "1LINO/FG1MJ/1AC2/1HB2/D2E1/1K1d1/jh1b1/elckg/1ioa1/1nf1m w 180",
];

fn position(variant: &Variant, line: usize) -> Position {
    variant.parse_position(LINES[line]).expect("a position line")
}

#[divan::bench(args = [0, 1, 2])]
fn alphabeta2(bencher: Bencher, line: usize) {
    let variant = Variant::named("buettgenbach-1899").expect("built in");
    let position = position(&variant, line);
    let mut searcher = Searcher::new(variant, Settings::ALPHABETA_2);
    let mut rng = SmallRng::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(NODES))
        .bench_local(|| searcher.search(&position, Limit::nodes(NODES), &mut rng, &mut || false));
}

#[divan::bench(args = [0, 1, 2])]
fn uct(bencher: Bencher, line: usize) {
    let variant = Variant::named("buettgenbach-1899").expect("built in");
    let position = position(&variant, line);
    let mut rng = SmallRng::seed_from_u64(1);
    let settings = &UctSettings::UCT_1;
    bencher.counter(ItemsCount::new(SIMULATIONS)).bench_local(|| {
        best_move(&variant, &position, settings, SIMULATIONS, &mut rng, &mut || false)
    });
}
