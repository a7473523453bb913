//! PUCT against mctx's `muzero_policy` and against the same rule written down naively.

use crate::mctx_game::{HashTree, evaluate, root};
use crate::toy::{Evaluation, RandomTree, feed, guess, know_nothing, rng, run};
use salta_search::{FirstPlay, Game, Method, Player, PuctConfig, Report, Search, SearchConfig};
use serde::Deserialize;

/// A search by `mctx.muzero_policy`. Vectors run over the root's legal actions.
#[derive(Deserialize)]
struct Golden {
    seed: u32,
    kind: u32,
    depth: u32,
    simulations: u32,
    c_init: f32,
    c_base: f32,
    fraction: f32,
    noise: Vec<f32>,
    visits: Vec<u32>,
    policy: Vec<f32>,
    q: Vec<f32>,
}

#[derive(Deserialize)]
struct File {
    searches: Vec<Golden>,
}

fn puct(simulations: u32, puct: PuctConfig) -> SearchConfig {
    SearchConfig { method: Method::Puct, simulations, puct, ..SearchConfig::default() }
}

fn quiet() -> PuctConfig {
    PuctConfig { dirichlet_fraction: 0.0, ..PuctConfig::default() }
}

/// mctx breaks ties by chance, with a term of at most 1e-7; there are none in these trees.
#[test]
fn puct_searches_as_mctx_does() {
    let file: File = serde_json::from_str(include_str!("../golden/puct.json")).unwrap();
    assert!(file.searches.len() > 100);
    for one in file.searches {
        let tree = HashTree { kind: one.kind, depth: one.depth };
        let knobs = PuctConfig {
            c_init: one.c_init,
            c_base: one.c_base,
            first_play: FirstPlay::Loss,
            dirichlet_fraction: one.fraction,
            ..PuctConfig::default()
        };
        let config = puct(one.simulations, knobs);
        let mut search = Search::new(&tree, root(one.seed), config, &mut rng(0)).unwrap();
        search.set_root_noise(&one.noise);
        feed(&tree, &mut search, evaluate);
        assert_agrees(&search.report().unwrap(), &one);
    }
}

fn assert_agrees(report: &Report, one: &Golden) {
    assert_eq!(report.visits, one.visits, "tree {}", one.seed);
    let most = report.visits.iter().max();
    let chosen = report.actions.iter().position(|action| *action == report.chosen).unwrap();
    assert_eq!(Some(&report.visits[chosen]), most, "tree {}", one.seed);
    for i in 0..one.visits.len() {
        let (policy, q) = (report.policy[i], report.q[i].0);
        assert!((policy - one.policy[i]).abs() < 1e-5, "tree {}: {policy}", one.seed);
        assert!(one.visits[i] == 0 || (q - one.q[i]).abs() < 1e-5, "tree {}: {q}", one.seed);
    }
}

/// A node with one number of each kind for every action, in f64, as its own mover sees them.
struct Plain {
    player: Player,
    value: f64,
    actions: Vec<u16>,
    prior: Vec<f64>,
    visits: Vec<f64>,
    sums: Vec<f64>,
    children: Vec<Option<Plain>>,
}

impl Plain {
    fn new<G: Game>(
        game: &G,
        state: &G::State,
        evaluate: &impl Fn(&G::State) -> Evaluation,
    ) -> Self {
        let over = game.terminal(state);
        let player = if over.is_some() { Player::P0 } else { game.player(state) };
        let mut actions = Vec::new();
        if over.is_none() {
            game.legal_actions(state, &mut actions);
        }
        let (logits, value) = evaluate(state);
        let weights: Vec<f64> =
            actions.iter().map(|a| f64::from(logits[*a as usize]).exp()).collect();
        let total: f64 = weights.iter().sum();
        Self {
            player,
            value: f64::from(over.unwrap_or(value).for_mover(player).0),
            prior: weights.iter().map(|w| w / total).collect(),
            visits: vec![0.0; actions.len()],
            sums: vec![0.0; actions.len()],
            children: actions.iter().map(|_| None).collect(),
            actions,
        }
    }

    fn select(&self, knobs: &PuctConfig) -> usize {
        let n = 1.0 + self.visits.iter().sum::<f64>();
        let mean = (self.value + self.sums.iter().sum::<f64>()) / n;
        let seen: f64 =
            (0..self.prior.len()).filter(|i| self.visits[*i] > 0.0).map(|i| self.prior[i]).sum();
        let first = match knobs.first_play {
            FirstPlay::Loss => -1.0,
            FirstPlay::Parent => mean - f64::from(knobs.first_play_reduction) * seen.sqrt(),
        };
        let base = f64::from(knobs.c_base);
        let c = f64::from(knobs.c_init) + ((1.0 + n + base) / base).ln();
        let score = |i: usize| {
            let q = if self.visits[i] > 0.0 { self.sums[i] / self.visits[i] } else { first };
            (q + 1.0) / 2.0 + c * self.prior[i] * n.sqrt() / (1.0 + self.visits[i])
        };
        (0..self.prior.len()).rev().max_by(|a, b| score(*a).total_cmp(&score(*b))).unwrap()
    }

    fn simulate<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        knobs: &PuctConfig,
        evaluate: &impl Fn(&G::State) -> Evaluation,
    ) -> f64 {
        if self.actions.is_empty() {
            return self.value;
        }
        let i = self.select(knobs);
        let mut next = state.clone();
        game.apply(&mut next, self.actions[i]);
        let value = match &mut self.children[i] {
            Some(child) => child.simulate(game, &next, knobs, evaluate),
            slot => slot.insert(Self::new(game, &next, evaluate)).value,
        };
        let same = self.children[i].as_ref().unwrap().player == self.player;
        let value = if same { value } else { -value };
        self.visits[i] += 1.0;
        self.sums[i] += value;
        value
    }
}

#[test]
fn visit_for_visit() {
    for seed in 0..150 {
        let tree = RandomTree { seed, depth: 9 };
        for first_play in [FirstPlay::Loss, FirstPlay::Parent] {
            let knobs = PuctConfig { first_play, c_base: 100.0, ..quiet() };
            let mut plain = Plain::new(&tree, &tree.root(), &guess);
            for _ in 0..5 + 2 * seed {
                plain.simulate(&tree, &tree.root(), &knobs, &guess);
            }
            let report = run(&tree, tree.root(), puct(5 + 2 * seed as u32, knobs), 0, guess);
            let visits: Vec<f64> = report.visits.iter().map(|n| f64::from(*n)).collect();
            assert_eq!(visits, plain.visits, "tree {seed}, {first_play:?}");
        }
    }
}

#[test]
fn without_a_visit_the_prior_is_the_policy() {
    let tree = RandomTree { seed: 3, depth: 5 };
    let report = run(&tree, tree.root(), puct(0, quiet()), 0, guess);
    assert_eq!(report.policy, report.prior);
    let best = (0..report.prior.len()).max_by(|a, b| report.prior[*a].total_cmp(&report.prior[*b]));
    assert_eq!(report.chosen, report.actions[best.unwrap()]);
}

#[test]
fn noise_changes_what_is_visited_but_not_the_reported_prior() {
    let tree = RandomTree { seed: 2, depth: 9 };
    let with = |fraction, seed| {
        let knobs = PuctConfig { dirichlet_fraction: fraction, ..PuctConfig::default() };
        run(&tree, tree.root(), puct(60, knobs), seed, know_nothing)
    };
    assert_eq!(with(0.0, 1), with(0.0, 2));
    assert_eq!(with(0.5, 1), with(0.5, 1));
    assert!((2..20).any(|seed| with(0.5, seed).visits != with(0.5, 1).visits));
    assert_eq!(with(0.5, 1).prior, with(0.0, 1).prior);
}
