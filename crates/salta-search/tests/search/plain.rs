//! Against the same method written down naively: in f64, one vector per quantity and node, every
//! formula over all legal actions, values negated wherever the mover changes.

use crate::toy::{RandomTree, config, guess, run};
use salta_search::{Game, P0Value, Player, SearchConfig, sequential_halving::schedule};

struct Plain {
    player: Player,
    value: f64,
    actions: Vec<u16>,
    log_prior: Vec<f64>,
    visits: Vec<f64>,
    sums: Vec<f64>,
    children: Vec<Option<Box<Plain>>>,
    over: bool,
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
    /// Values are kept as the node's mover sees them.
    fn new<G: Game>(
        game: &G,
        state: &G::State,
        evaluate: impl Fn(&G::State) -> (Vec<f32>, P0Value),
    ) -> Self {
        let over = game.terminal(state);
        let player = if over.is_some() { Player::P0 } else { game.player(state) };
        let mut actions = Vec::new();
        if over.is_none() {
            game.legal_actions(state, &mut actions);
        }
        let (logits, value) = evaluate(state);
        let logits: Vec<f64> = actions.iter().map(|a| f64::from(logits[*a as usize])).collect();
        let value = f64::from(over.unwrap_or(value).0);
        Self {
            player,
            value: if player == Player::P0 { value } else { -value },
            log_prior: softmax(&logits).iter().map(|p| p.ln()).collect(),
            visits: vec![0.0; actions.len()],
            sums: vec![0.0; actions.len()],
            children: actions.iter().map(|_| None).collect(),
            actions,
            over: over.is_some(),
        }
    }

    fn completed_q(&self) -> Vec<f64> {
        let visited = || (0..self.visits.len()).filter(|i| self.visits[*i] > 0.0);
        let (q, prior) =
            (|i: usize| self.sums[i] / self.visits[i], |i: usize| self.log_prior[i].exp());
        let total: f64 = self.visits.iter().sum();
        let mass: f64 = visited().map(prior).sum();
        let weighted = visited().map(|i| prior(i) / mass * q(i)).sum::<f64>();
        let mixed = (self.value + total * weighted) / (1.0 + total);
        (0..self.visits.len()).map(|i| if self.visits[i] > 0.0 { q(i) } else { mixed }).collect()
    }

    fn improved_logits(&self, config: &SearchConfig) -> Vec<f64> {
        let most = self.visits.iter().copied().fold(0.0, f64::max);
        let factor = (f64::from(config.gumbel.c_visit) + most) * f64::from(config.gumbel.c_scale);
        self.completed_q().iter().zip(&self.log_prior).map(|(q, l)| l + factor * q).collect()
    }

    /// One simulation through action `i`; its value as this node's mover sees it.
    fn simulate<G: Game>(
        &mut self,
        i: usize,
        game: &G,
        state: &G::State,
        config: &SearchConfig,
        evaluate: &impl Fn(&G::State) -> (Vec<f32>, P0Value),
    ) -> f64 {
        let mut next = state.clone();
        game.apply(&mut next, self.actions[i]);
        let value = match &mut self.children[i] {
            Some(child) if !child.over => {
                let j = child.inner_action(config);
                child.simulate(j, game, &next, config, evaluate)
            }
            Some(child) => child.value,
            slot => slot.insert(Box::new(Self::new(game, &next, evaluate))).value,
        };
        let same = self.children[i].as_ref().unwrap().player == self.player;
        let value = if same { value } else { -value };
        self.visits[i] += 1.0;
        self.sums[i] += value;
        value
    }

    fn inner_action(&self, config: &SearchConfig) -> usize {
        let total: f64 = self.visits.iter().sum();
        let policy = softmax(&self.improved_logits(config));
        let score = |(p, n): (&f64, &f64)| p - n / (1.0 + total);
        argmax(&policy.iter().zip(&self.visits).map(score).collect::<Vec<_>>())
    }

    fn root_action(&self, visits: f64, config: &SearchConfig) -> usize {
        let mut scores = self.improved_logits(config);
        for (score, n) in scores.iter_mut().zip(&self.visits) {
            *score = if *n == visits { *score } else { f64::MIN };
        }
        argmax(&scores)
    }
}

#[test]
fn visit_for_visit() {
    for seed in 0..150 {
        let tree = RandomTree { seed, depth: 9 };
        for c_scale in [0.02, 0.1, 1.0] {
            let mut config = config(5 + 2 * seed as u32, 0.0);
            config.gumbel.c_scale = c_scale;
            let mut root = Plain::new(&tree, &tree.root(), guess);
            for visits in schedule(root.actions.len().min(16) as u32, config.simulations) {
                let i = root.root_action(f64::from(visits), &config);
                root.simulate(i, &tree, &tree.root(), &config, &guess);
            }
            let report = run(&tree, tree.root(), config, 0, guess);
            let visits: Vec<f64> = report.visits.iter().map(|n| f64::from(*n)).collect();
            assert_eq!(visits, root.visits, "tree {seed}, c_scale {c_scale}");
            let q = report.q.iter().zip(root.completed_q());
            for (q, plain) in q {
                assert!((f64::from(q.0) - plain).abs() < 1e-4, "tree {seed}, c_scale {c_scale}");
            }
            let policy = softmax(&root.improved_logits(&config));
            for (p, plain) in report.policy.iter().zip(policy) {
                assert!((f64::from(*p) - plain).abs() < 1e-3, "tree {seed}, c_scale {c_scale}");
            }
        }
    }
}
