//! Comparison with a naive PUCT, since mctx has only one first play value for unvisited actions: in
//! f64, one vector per quantity and node, every formula over all legal actions, values negated
//! wherever the mover changes.

use crate::toy::{Evaluation, RandomTree, config, guess, run};
use salta_search::{FirstPlay, Game, Method, Player, PuctConfig, SearchConfig};

/// A node whose vectors have one number per action, as its own mover sees them.
struct Plain {
    player: Player,
    value: f64,
    /// Empty if the game is over.
    actions: Vec<u16>,
    prior: Vec<f64>,
    visits: Vec<f64>,
    sums: Vec<f64>,
    children: Vec<Option<Plain>>,
}

fn softmax(x: &[f64]) -> Vec<f64> {
    let max = x.iter().copied().fold(f64::MIN, f64::max);
    let total: f64 = x.iter().map(|x| (x - max).exp()).sum();
    x.iter().map(|x| (x - max).exp() / total).collect()
}

fn argmax(x: &[f64]) -> usize {
    (0..x.len()).rev().max_by(|a, b| x[*a].total_cmp(&x[*b])).unwrap()
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
        let logits: Vec<f64> = actions.iter().map(|a| f64::from(logits[*a as usize])).collect();
        Self {
            player,
            value: f64::from(over.unwrap_or(value).for_mover(player).0),
            prior: softmax(&logits),
            visits: vec![0.0; actions.len()],
            sums: vec![0.0; actions.len()],
            children: actions.iter().map(|_| None).collect(),
            actions,
        }
    }

    /// Simulates once through action `i`, then by `select`; returns the value as this node's mover
    /// sees it.
    fn simulate<G: Game>(
        &mut self,
        i: usize,
        game: &G,
        state: &G::State,
        select: &impl Fn(&Plain) -> usize,
        evaluate: &impl Fn(&G::State) -> Evaluation,
    ) -> f64 {
        let mut next = state.clone();
        game.apply(&mut next, self.actions[i]);
        let value = match &mut self.children[i] {
            Some(child) if child.actions.is_empty() => child.value,
            Some(child) => child.simulate(select(child), game, &next, select, evaluate),
            slot => slot.insert(Self::new(game, &next, evaluate)).value,
        };
        let same = self.children[i].as_ref().unwrap().player == self.player;
        let value = if same { value } else { -value };
        self.visits[i] += 1.0;
        self.sums[i] += value;
        value
    }

    fn puct(&self, puct: &PuctConfig) -> usize {
        let n = 1.0 + self.visits.iter().sum::<f64>();
        let mean = (self.value + self.sums.iter().sum::<f64>()) / n;
        let visited = self.prior.iter().zip(&self.visits).filter(|(_, n)| **n > 0.0);
        let visited_prior: f64 = visited.map(|(p, _)| p).sum();
        let first = match puct.first_play {
            FirstPlay::Loss => -1.0,
            FirstPlay::Parent => mean - f64::from(puct.first_play_reduction) * visited_prior.sqrt(),
        };
        let base = f64::from(puct.c_base);
        let c = f64::from(puct.c_init) + ((1.0 + n + base) / base).ln();
        let explore = |i: usize| c * self.prior[i] * n.sqrt() / (1.0 + self.visits[i]);
        let q = |i: usize| if self.visits[i] > 0.0 { self.sums[i] / self.visits[i] } else { first };
        let score = |i: usize| (q(i) + 1.0) / 2.0 + explore(i);
        argmax(&(0..self.prior.len()).map(score).collect::<Vec<_>>())
    }
}

#[test]
fn puct_visit_for_visit() {
    for seed in 0..150 {
        let tree = RandomTree { seed, depth: 9 };
        for first_play in [FirstPlay::Loss, FirstPlay::Parent] {
            let puct = PuctConfig { first_play, c_base: 100.0, ..PuctConfig::default() };
            let simulations = 5 + 2 * seed as u32;
            let mut root = Plain::new(&tree, &tree.root(), &guess);
            for _ in 0..simulations {
                let i = root.puct(&puct);
                root.simulate(i, &tree, &tree.root(), &|node| node.puct(&puct), &guess);
            }
            let config = SearchConfig { method: Method::Puct, puct, ..config(simulations, 0.0) };
            let report = run(&tree, tree.root(), config.without_noise(), 0, guess);
            let visits: Vec<f64> = report.visits.iter().map(|n| f64::from(*n)).collect();
            assert_eq!(visits, root.visits, "tree {seed}, {first_play:?}");
        }
    }
}
