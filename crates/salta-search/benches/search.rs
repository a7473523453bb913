//! Leaves per second with a uniform evaluator on a synthetic game: the search alone.

use divan::{Bencher, counter::ItemsCount};
use rand::{SeedableRng, rngs::SmallRng};
use salta_search::{Game, P0Value, Player, Search, SearchConfig};

fn main() {
    divan::main();
}

/// Endless and as wide as a board game (201 actions, 10 to 40 legal); a state of 80 bytes.
struct Wide;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    hash: u64,
    _pad: [u64; 9],
}

impl Game for Wide {
    type State = State;

    fn player(&self, state: &State) -> Player {
        if state.hash >> 63 == 0 { Player::P0 } else { Player::P1 }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<u16>) {
        let (count, offset) = (10 + (state.hash % 31) as u16, (state.hash >> 8) as u16 % 40);
        out.extend((0..count).map(|i| offset + 4 * i));
    }

    fn apply(&self, state: &mut State, action: u16) {
        state.hash = (state.hash ^ u64::from(action)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state.hash ^= state.hash >> 29;
    }

    fn terminal(&self, _: &State) -> Option<P0Value> {
        None
    }
}

/// A value that depends on the state, so that the search is not merely breadth-first.
fn value(state: &State) -> P0Value {
    P0Value((state.hash >> 40) as f32 / (1 << 23) as f32 - 1.0)
}

fn run(search: &mut Search<Wide>, simulations: u32, generator: &mut SmallRng) -> u16 {
    let config = SearchConfig { simulations, ..SearchConfig::default() };
    let root = State { hash: 1, _pad: [0; 9] };
    search.reset(&Wide, root, config, generator).expect("a valid config");
    let logits = [0.0; 201];
    while let Some(value) = search.gather(&Wide).map(value) {
        search.absorb(&logits, value).expect("a finite evaluation");
    }
    search.report().expect("an evaluated root").chosen
}

#[divan::bench(args = [16, 64, 256, 1024])]
fn leaves(bencher: Bencher, simulations: u32) {
    let mut generator = SmallRng::seed_from_u64(1);
    let root = State { hash: 1, _pad: [0; 9] };
    let mut search =
        Search::new(&Wide, root, SearchConfig::default(), &mut generator).expect("a valid config");
    bencher
        .counter(ItemsCount::new(simulations + 1))
        .bench_local(|| run(&mut search, simulations, &mut generator));
}
