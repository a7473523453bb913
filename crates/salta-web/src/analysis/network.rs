//! Tree search over a network, in points: what counts here is the expected margin.

use std::sync::Arc;

use salta_core::{Position, Side, Variant};
use salta_env::{Evaluator, generator};
use salta_game::{SaltaGame, Utility};
use salta_net::NetEvaluator;
use salta_search::{Method, PuctConfig, Report, Search, SearchConfig};

use super::turns::turns;
use super::{Candidate, Effort, Opinion, Thinker};

/// Points that count as much as can be, either way; larger margins are shown as this.
const MARGIN_SCALE: f32 = 60.0;
const POINTS: Utility = Utility { win_weight: 0.0, margin_scale: MARGIN_SCALE };
/// Nodes of the exact count at finished leaves and decided races.
const LEAF_NODES: u64 = 1000;
/// Leaves between two opinions at first; they come further and further apart.
const FIRST_STRIDE: u32 = 16;
const LAST_STRIDE: u32 = 512;
/// PUCT from one position. It can be asked at any time, as Gumbel's halving of a fixed budget
/// cannot.
pub(crate) struct NetworkThinker {
    evaluator: NetEvaluator,
    game: SaltaGame,
    search: Search<SaltaGame>,
    root: Position,
    /// White's expected score by the network, summed over the positions it was asked about.
    scores: f32,
    asked: u32,
    stride: u32,
}

impl NetworkThinker {
    pub(crate) fn new(
        evaluator: NetEvaluator,
        variant: &Variant,
        position: &Position,
        effort: Effort,
    ) -> NetworkThinker {
        let game = SaltaGame::new(Arc::new(variant.clone()), POINTS, LEAF_NODES);
        let game = game.with_exact_ends(true);
        let config = SearchConfig {
            method: Method::Puct,
            simulations: effort.simulations,
            share_evaluations: true,
            // Points are small shares of the scale, so the prior must weigh less than in play.
            puct: PuctConfig { c_init: 0.4, first_play_reduction: 0.05, ..PuctConfig::default() },
            ..SearchConfig::default()
        };
        let mut rng = generator(0, "analysis", 0); // there is no noise to draw
        let search = Search::new(&game, *position, config.without_noise(), &mut rng);
        let search = search.expect("the knobs above are in range");
        NetworkThinker {
            evaluator,
            game,
            search,
            root: *position,
            scores: 0.0,
            asked: 0,
            stride: FIRST_STRIDE,
        }
    }

    /// Evaluates one leaf; false once the budget is spent.
    fn step(&mut self) -> bool {
        let Some(leaf) = self.search.gather(&self.game).copied() else { return false };
        let answer = self.evaluator.evaluate(self.game.variant(), &[leaf]);
        let wdl = [0, 1, 2].map(|i| answer.wdl[[0, i]]);
        let score = wdl[0] + wdl[1] / 2.0;
        self.scores += if leaf.to_move() == Side::White { score } else { 1.0 - score };
        self.asked += 1;
        self.game.absorb(&mut self.search, &answer, 0).is_ok()
    }

    fn opinion(&self) -> Option<Opinion> {
        let report = self.search.report().ok()?;
        let mut order: Vec<usize> = (0..report.actions.len()).collect();
        let rank = |&i: &usize| (report.visits[i], report.prior[i]);
        order.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("priors are numbers"));
        let candidates: Vec<Candidate> =
            order.iter().filter_map(|&i| self.candidate(&report, i)).collect();
        Some(Opinion {
            margin: candidates.first()?.margin,
            score: (self.asked > 0).then(|| self.scores / self.asked as f32),
            effort: self.search.simulations().into(),
            depth: None,
            candidates,
        })
    }

    fn candidate(&self, report: &Report, i: usize) -> Option<Candidate> {
        let (line, _) =
            turns(self.game.variant(), &self.root, &self.search.variation(report.actions[i]));
        let (first, open) = turns(self.game.variant(), &self.root, &report.actions[i..=i]);
        let margin = report.q[i].for_p0(report.mover).0 * MARGIN_SCALE;
        let (visits, prior) = (Some(report.visits[i]), Some(report.prior[i]));
        Some(Candidate { mv: *first.first()?, open, margin, visits, prior, line })
    }
}

impl Thinker for NetworkThinker {
    fn think(&mut self, stopped: &mut dyn FnMut() -> bool) -> Option<Opinion> {
        let mut steps = 0;
        while steps < self.stride && !stopped() && self.step() {
            steps += 1;
        }
        self.stride = (self.stride * 2).min(LAST_STRIDE);
        (steps > 0).then(|| self.opinion()).flatten()
    }
}
