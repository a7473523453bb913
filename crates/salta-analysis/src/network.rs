//! Tree search over a network, in points: evaluates the expected margin.

use std::sync::Arc;

use salta_core::{Action, Move, NodeBudget, Position, Side, Variant};
use salta_env::{Evaluator, generator};
use salta_game::{SaltaGame, Utility, turns};
use salta_search::{Method, MoverValue, Player, PuctConfig, Report, Search, SearchConfig};

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};
use crate::margin::{at_end, with_points};
use crate::opinion::{Candidate, Opinion};

/// Only points count; margins beyond 60 are clamped to 60.
const POINTS: Utility = Utility { win_weight: 0.0, margin_scale: 60.0 };
/// Nodes, for each side, of the exact count at finished leaves and decided races.
const LEAF_NODES: NodeBudget = NodeBudget(1000);
/// The same budget where forced turns end the game.
const END_NODES: NodeBudget = NodeBudget(10_000);
/// Maximum number of forced actions before the search; without a move limit they might never end.
const MOST_FORCED: usize = 1000;
/// Initial number of leaves between two opinions; the intervals grow.
const FIRST_STRIDE: u32 = 16;
const LAST_STRIDE: u32 = 512;

/// PUCT over a network. It spends its budget on the lines that matter for the margin and, unlike
/// Gumbel search with its fixed budget, can report a result at any time. Forced turns are played
/// before the search; a chain is searched hop by hop, each hop with the full number of simulations.
pub struct Network {
    evaluator: Box<dyn Evaluator>,
    game: SaltaGame,
    config: SearchConfig,
    root: Position,
    /// Actions from `root` to the root of the search: forced ones, and hops already chosen.
    played: Vec<u16>,
    at: Position,
    search: Option<Search<SaltaGame>>,
    /// White's expected score by the network, summed over the positions evaluated.
    scores: f32,
    asked: u32,
    /// In a chain: simulations spent on the earlier hops, and the turns that they did not choose.
    before: u64,
    others: Vec<Candidate>,
    /// Whether forced turns lead to the end of the game, and this opinion is still to be returned.
    ended: bool,
    stride: u32,
}

/// The default search settings of an analysis by a [`Network`].
pub fn usual_search() -> SearchConfig {
    let search = SearchConfig {
        method: Method::Puct,
        share_evaluations: true,
        // Points are small shares of the scale, so the prior must weigh less than in play.
        puct: PuctConfig { c_init: 0.4, first_play_reduction: 0.05, ..PuctConfig::default() },
        ..SearchConfig::default()
    };
    search.without_noise()
}

impl Network {
    /// A search of positions of `variant` with this many simulations, about 600 bytes each.
    pub fn new(
        evaluator: impl Evaluator + 'static,
        variant: &Variant,
        simulations: u32,
    ) -> Network {
        let search = SearchConfig { simulations, ..usual_search() };
        Network::with_search(evaluator, variant, search)
    }

    /// A search with these settings.
    ///
    /// # Panics
    /// If a setting is out of range.
    pub fn with_search(
        evaluator: impl Evaluator + 'static,
        variant: &Variant,
        config: SearchConfig,
    ) -> Network {
        config.validate().expect("settings in range");
        let variant = Arc::new(with_points(variant));
        let start = variant.start();
        Network {
            evaluator: Box::new(evaluator),
            game: SaltaGame::new(variant, POINTS, LEAF_NODES).with_exact_ends(true),
            config,
            root: start,
            played: Vec::new(),
            at: start,
            search: None,
            scores: 0.0,
            asked: 0,
            before: 0,
            others: Vec::new(),
            ended: false,
            stride: FIRST_STRIDE,
        }
    }

    /// Plays the actions without alternative and starts a search where there is a choice.
    fn advance(&mut self) {
        while let ([only], true) = (&self.actions()[..], self.played.len() < MOST_FORCED) {
            self.play(*only);
        }
        self.ended = self.game.variant().is_over(&self.at);
        self.stride = FIRST_STRIDE;
        self.search = (!self.ended).then(|| {
            let mut random = generator(0, "analysis", 0); // there is no noise to draw
            let search = Search::new(&self.game, self.at, self.config, &mut random);
            search.expect("the settings were checked")
        });
    }

    fn actions(&self) -> Vec<u16> {
        let legal = self.game.variant().legal(&self.at);
        legal.actions(self.at.to_move()).map(|action| action.index() as u16).collect()
    }

    fn play(&mut self, action: u16) {
        let named = Action::new(action).expect("a search names actions");
        self.game.variant().apply(&mut self.at, named);
        self.played.push(action);
    }

    /// Evaluates one leaf; false once the budget is spent.
    fn step(&mut self) -> Result<bool, EvaluationError> {
        let Some(search) = &mut self.search else { return Ok(false) };
        let Some(leaf) = search.gather(&self.game).copied() else { return Ok(false) };
        let evaluations = self.evaluator.evaluate(self.game.variant(), &[leaf]);
        self.game.absorb(search, &evaluations, 0)?;
        let [win, draw] = [0, 1].map(|i| evaluations.wdl[[0, i]]);
        let score = win + draw / 2.0;
        self.scores += if leaf.to_move() == Side::White { score } else { 1.0 - score };
        self.asked += 1;
        Ok(true)
    }

    /// Plays the action chosen by the search, and searches on if the turn is incomplete.
    fn hop(&mut self) {
        let Some((report, opinion)) = self.report().zip(self.opinion()) else { return };
        self.before = opinion.effort;
        self.others = opinion.candidates;
        self.others.remove(0);
        let plies = self.at.plies();
        self.play(report.chosen);
        self.search = None;
        if self.at.plies() == plies {
            self.advance();
        }
    }

    fn report(&self) -> Option<Report> {
        self.search.as_ref()?.report().ok()
    }

    fn opinion(&self) -> Option<Opinion> {
        let report = self.report()?;
        let margin = points(report.search_value_for_mover(), report.mover);
        let visits: u32 = report.visits.iter().sum();
        let mut order: Vec<usize> = (0..report.actions.len()).collect();
        order.sort_by(|&a, &b| {
            let rank = |i: usize| (report.actions[i] == report.chosen, report.visits[i]);
            rank(b).cmp(&rank(a)).then(report.prior[b].total_cmp(&report.prior[a]))
        });
        let mut candidates: Vec<Candidate> =
            order.into_iter().map(|i| self.candidate(&report, i)).collect();
        if self.at.plies() > self.root.plies() {
            // The turn is forced, and all lines begin with it.
            candidates.truncate(1);
            candidates[0].margin = margin;
            (candidates[0].visits, candidates[0].prior) = (Some(visits), Some(1.0));
        }
        let depth = candidates[0].line.len() as u32;
        candidates.extend_from_slice(&self.others);
        let effort = self.before + u64::from(visits);
        Some(Opinion { margin, score: self.score(), effort, depth, candidates })
    }

    fn score(&self) -> Option<f32> {
        (self.asked > 0).then(|| self.scores / self.asked as f32)
    }

    fn candidate(&self, report: &Report, i: usize) -> Candidate {
        let action = report.actions[i];
        let search = self.search.as_ref().expect("it has a report");
        let (first, open) = self.turns(&[action]);
        let (mut line, unfinished) = self.turns(&search.variation(action));
        if unfinished && line.len() > 1 {
            line.pop();
        }
        Candidate {
            mv: first[0],
            open: open && first.len() == 1,
            margin: points(report.q[i], report.mover),
            plies: None,
            visits: Some(report.visits[i]),
            prior: Some(report.prior[i]),
            line,
        }
    }

    /// The turns that the actions played so far and these make up, from the root, and whether the
    /// last turn is incomplete.
    fn turns(&self, actions: &[u16]) -> (Vec<Move>, bool) {
        let actions = self.played.iter().chain(actions);
        let actions = actions.map(|number| Action::new(*number).expect("a search names actions"));
        turns(self.game.variant(), &self.root, actions)
    }

    /// The opinion when nothing is left to search because the actions played end the game.
    fn at_end(&self) -> Opinion {
        let (line, _) = self.turns(&[]);
        let margin = at_end(self.game.variant(), &self.at, END_NODES);
        let (mv, depth, prior) = (line[0], line.len() as u32, Some(1.0));
        let mut candidates =
            vec![Candidate { mv, open: false, margin, plies: None, visits: None, prior, line }];
        candidates.extend_from_slice(&self.others);
        Opinion { margin, score: self.score(), effort: self.before, depth, candidates }
    }
}

/// White's margin that a value of the search stands for.
fn points(value: MoverValue, mover: Player) -> Centipoints {
    Centipoints::of_points(value.for_p0(mover).0 * POINTS.margin_scale)
}

impl Engine for Network {
    fn begin(&mut self, position: &Position) {
        (self.root, self.at) = (*position, *position);
        self.played.clear();
        self.others.clear();
        (self.scores, self.asked, self.before) = (0.0, 0, 0);
        self.advance();
    }

    fn think(
        &mut self,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError> {
        loop {
            let mut steps = 0;
            while steps < self.stride && !stopped() && self.step()? {
                steps += 1;
            }
            self.stride = (self.stride * 2).min(LAST_STRIDE);
            if steps > 0 {
                return Ok(self.opinion());
            }
            if stopped() {
                return Ok(None);
            }
            if std::mem::take(&mut self.ended) {
                return Ok(Some(self.at_end()));
            }
            if self.search.is_none() {
                return Ok(None);
            }
            self.hop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_env::Uniform;

    fn settled(variant: &str, line: &str) -> (Position, Opinion) {
        let variant = Variant::named(variant).unwrap();
        let position = variant.parse_position(line).unwrap();
        let mut engine = Network::new(Uniform, &variant, 32);
        (position, engine.settle(&position, &mut || false).unwrap().unwrap())
    }

    #[test]
    fn a_network_that_knows_nothing_sees_races() {
        for (line, sign) in [
            ("4a/5/5/A4/5/5/5/5/5/5 w 0", 1),
            ("4a/5/5/A4/5/5/5/5/5/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            assert!(sign * settled("buettgenbach-1899", line).1.margin.0 > 0, "{line}");
        }
    }

    #[test]
    fn a_chain_is_a_whole_turn_in_the_end() {
        let (position, opinion) = settled("walker", "5/5/5/5/3b1/5/2a2/2A2/5/5 w 1");
        let moves = Variant::named("walker").unwrap().moves(&position);
        assert!(moves.contains(&opinion.best()), "{opinion:?}");
        assert!(!opinion.candidates[0].open && opinion.candidates.len() > 1, "{opinion:?}");
    }
}
