//! Leaves per second on Salta with a uniform evaluator, and rounds of 256 games in which one leaf
//! of each is gathered and absorbed.

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use rand::{SeedableRng, rngs::SmallRng};
use salta_core::{ACTIONS, Position, Variant};
use salta_game::{SaltaGame, Utility};
use salta_search::{Method, P0Value, Search, SearchConfig};

fn main() {
    divan::main();
}

fn salta() -> SaltaGame {
    let variant = Variant::named("buettgenbach-1899").expect("a named variant");
    SaltaGame::new(Arc::new(variant), Utility::default(), 200)
}

/// The start, and a middle-game position with many jumps.
fn salta_roots(game: &SaltaGame) -> [Position; 2] {
    let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
    let middle = game.variant().parse_position(line).expect("a position");
    [game.variant().start(), middle]
}

fn bench_salta(bencher: Bencher, config: SearchConfig) {
    let game = salta();
    let roots = salta_roots(&game);
    let mut generator = SmallRng::seed_from_u64(1);
    let mut search = Search::new(&game, roots[0], config, &mut generator).expect("a valid config");
    let logits = [0.0; ACTIONS];
    bencher.counter(ItemsCount::new(2 * (config.simulations + 1))).bench_local(|| {
        for root in roots {
            search.reset(&game, root, config, &mut generator).expect("a valid config");
            while search.gather(&game).is_some() {
                search.absorb(&logits, P0Value(0.0)).expect("a finite evaluation");
            }
            divan::black_box(search.report().expect("an evaluated root"));
        }
    });
}

#[divan::bench(args = [16, 64, 256, 1024])]
fn leaves_salta(bencher: Bencher, simulations: u32) {
    bench_salta(bencher, SearchConfig { simulations, ..SearchConfig::default() });
}

#[divan::bench(args = [64, 1024])]
fn leaves_salta_puct(bencher: Bencher, simulations: u32) {
    let method = Method::Puct;
    bench_salta(bencher, SearchConfig { simulations, method, ..SearchConfig::default() });
}

#[divan::bench(args = [64, 1024])]
fn leaves_salta_sharing(bencher: Bencher, simulations: u32) {
    let share_evaluations = true;
    bench_salta(
        bencher,
        SearchConfig { simulations, share_evaluations, ..SearchConfig::default() },
    );
}

/// 256 searches side by side, staggered so that they are at different simulations.
struct Batch {
    game: SaltaGame,
    searches: Vec<Search<SaltaGame>>,
    config: SearchConfig,
    generator: SmallRng,
    leaves: Vec<Position>,
    /// Shape [256, 201].
    logits: Vec<f32>,
}

impl Batch {
    const SIZE: usize = 256;

    fn new(simulations: u32) -> Self {
        let (game, mut generator) = (salta(), SmallRng::seed_from_u64(1));
        let config = SearchConfig { simulations, ..SearchConfig::default() };
        let roots = salta_roots(&game).into_iter().cycle().take(Self::SIZE);
        let new = |root| Search::new(&game, root, config, &mut generator).expect("a valid config");
        let searches = roots.map(new).collect();
        let logits = vec![0.0; Self::SIZE * ACTIONS];
        let mut batch = Self { game, searches, config, generator, leaves: Vec::new(), logits };
        for i in 0..Self::SIZE {
            for _ in 0..i as u32 % simulations {
                batch.gather(i);
                batch.absorb(i);
            }
        }
        batch
    }

    /// Gathers the next leaf of a search; a search that is done is restarted first.
    fn gather(&mut self, i: usize) {
        let search = &mut self.searches[i];
        if search.gather(&self.game).is_none() {
            divan::black_box(search.report().expect("an evaluated root"));
            let root = *search.root();
            search.reset(&self.game, root, self.config, &mut self.generator).expect("as before");
        }
        self.leaves.push(*search.gather(&self.game).expect("a new search waits for its root"));
    }

    fn absorb(&mut self, i: usize) {
        let logits = &self.logits[i * ACTIONS..][..ACTIONS];
        self.searches[i].absorb(logits, P0Value(0.0)).expect("a finite evaluation");
    }

    fn round(&mut self) {
        self.leaves.clear();
        (0..Self::SIZE).for_each(|i| self.gather(i));
        divan::black_box(&self.leaves);
        (0..Self::SIZE).for_each(|i| self.absorb(i));
    }
}

#[divan::bench(args = [16, 64, 256])]
fn round_of_256(bencher: Bencher, simulations: u32) {
    let mut batch = Batch::new(simulations);
    bencher.counter(ItemsCount::new(Batch::SIZE)).bench_local(|| batch.round());
}
