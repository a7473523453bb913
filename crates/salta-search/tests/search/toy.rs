//! Games small enough to solve, and a solver.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use salta_search::sequential_halving::schedule;
use salta_search::{Game, GumbelConfig, P0Value, Player, Policy, Report, Search, SearchConfig};

#[path = "../../src/doc/matches.rs"]
mod matches;
pub(crate) use matches::Matches;

/// A random tree: one to five actions with gaps between them, a random player to move (so chains
/// of one player's moves are common), random utilities at `depth` and sometimes before.
pub(crate) struct RandomTree {
    pub(crate) seed: u64,
    pub(crate) depth: u32,
}

/// The path so far, hashed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) hash: u64,
    pub(crate) ply: u32,
}

pub(crate) const ACTIONS: usize = 16;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl RandomTree {
    pub(crate) fn root(&self) -> Place {
        Place { hash: mix(self.seed + 1), ply: 0 }
    }
}

impl Game for RandomTree {
    type State = Place;

    fn player(&self, place: &Place) -> Player {
        if place.hash & 1 == 0 { Player::P0 } else { Player::P1 }
    }

    fn legal_actions(&self, place: &Place, out: &mut Vec<u16>) {
        let count = 1 + (place.hash >> 1) % 5;
        out.extend((0..count as u16).map(|i| 3 * i + (place.hash >> 8) as u16 % 3));
    }

    fn apply(&self, place: &mut Place, action: u16) {
        let hash = mix(place.hash ^ (u64::from(action) + 1) << 20);
        *place = Place { hash, ply: place.ply + 1 };
    }

    fn terminal(&self, place: &Place) -> Option<P0Value> {
        let over = place.ply == self.depth || place.ply > 1 && place.hash >> 16 & 7 == 0;
        over.then(|| P0Value((place.hash >> 32 & 7) as f32 / 3.5 - 1.0))
    }
}

/// The game's value for player 0 under best play, by exhaustion.
pub(crate) fn minimax<G: Game>(game: &G, state: &G::State) -> f32 {
    if let Some(utility) = game.terminal(state) {
        return utility.0;
    }
    let sign = game.player(state).sign();
    let values = action_values(game, state).into_iter().map(|(_, value)| value * sign);
    values.fold(f32::NEG_INFINITY, f32::max) * sign
}

/// Each legal action's value for player 0 under best play.
pub(crate) fn action_values<G: Game>(game: &G, state: &G::State) -> Vec<(u16, f32)> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    let value = |action| {
        let mut next = state.clone();
        game.apply(&mut next, action);
        (action, minimax(game, &next))
    };
    actions.into_iter().map(value).collect()
}

/// Policy logits, shape `[ACTIONS]`, and a value.
pub(crate) type Evaluation = (Vec<f32>, P0Value);

/// Uniform logits and a value of 0.
pub(crate) fn know_nothing<S>(_: &S) -> Evaluation {
    (vec![0.0; ACTIONS], P0Value(0.0))
}

/// Random evaluations, the same each time at the same place.
pub(crate) fn guess(place: &Place) -> Evaluation {
    guess_at(place.hash)
}

/// A random evaluation derived from a hash.
pub(crate) fn guess_at(hash: u64) -> Evaluation {
    let noise = |i: u64| (mix(hash ^ i << 40) >> 40) as f32 / (1 << 23) as f32 - 1.0;
    ((0..ACTIONS as u64).map(|i| 2.0 * noise(i)).collect(), P0Value(0.5 * noise(99)))
}

pub(crate) fn config(simulations: u32, gumbel_scale: f32) -> SearchConfig {
    let gumbel = GumbelConfig { gumbel_scale, ..GumbelConfig::default() };
    SearchConfig { simulations, gumbel, ..SearchConfig::default() }
}

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The visits of `actions` actions in a search that begins with none and considers all of them,
/// ascending.
pub(crate) fn scheduled(actions: usize, simulations: u32) -> Vec<u32> {
    let mut visits = vec![0; actions];
    for wanted in schedule(actions as u32, simulations) {
        *visits.iter_mut().find(|visits| **visits == wanted).unwrap() += 1;
    }
    visits.sort_unstable();
    visits
}

/// Evaluates a search's leaves until its budget is spent; returns the number of evaluations.
pub(crate) fn feed<G: Game>(
    game: &G,
    search: &mut Search<G, impl Policy>,
    mut evaluate: impl FnMut(&G::State) -> Evaluation,
) -> u32 {
    let mut evaluations = 0;
    while let Some((logits, value)) = search.gather(game).map(&mut evaluate) {
        search.absorb(&logits, value).unwrap();
        evaluations += 1;
    }
    evaluations
}

pub(crate) fn run<G: Game>(
    game: &G,
    root: G::State,
    config: SearchConfig,
    seed: u64,
    evaluate: impl Fn(&G::State) -> Evaluation,
) -> Report {
    let mut search = Search::new(game, root, config, &mut rng(seed)).unwrap();
    feed(game, &mut search, evaluate);
    search.report().unwrap()
}
