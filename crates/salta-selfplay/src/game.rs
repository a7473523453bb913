//! A self-play game in progress.

use rand::RngExt;
use salta_core::{Action, Margin, Position, Variant, distance_margin};
use salta_env::{Generator, generator};
use salta_game::SaltaGame;
use salta_record::{Decision, DecisionFlags, Ending, GameRecord, Outcome, quantise};
use salta_search::{Report, Search, decayed_temperature, sample_action};

use crate::config::SelfPlayConfig;
use crate::group::Group;
use crate::root_targets::Outputs;

pub(crate) struct GameInPlay {
    pub(crate) search: Search<SaltaGame>,
    /// Filled only if records keep root targets.
    pub(crate) outputs: Outputs,
    position: Position,
    rng: Generator,
    /// Plies of the random opening.
    opening: u32,
    /// Whether the current decision is searched in full.
    full: bool,
    pub(crate) record: GameRecord,
    pub(crate) over: bool,
}

impl GameInPlay {
    /// Starts game `number` of a group with its random opening.
    pub(crate) fn start(
        game: &SaltaGame,
        config: &SelfPlayConfig,
        group: &Group,
        number: u64,
    ) -> GameInPlay {
        let mut rng = generator(group.seed, "selfplay", number);
        let position = game.variant().start();
        let search = Search::new(game, position, config.search, &mut rng);
        let record = GameRecord {
            game: number,
            generation: group.generation,
            position: game.variant().position_line(&position),
            seed: group.seed,
            decisions: Vec::new(),
            outcome: Outcome {
                margin: Margin::Exact(0),
                distance_margin: 0,
                ending: Ending::Truncated,
                plies: 0,
            },
        };
        let mut play = GameInPlay {
            search: search.expect("the config is validated"),
            outputs: Outputs::default(),
            position,
            opening: 0,
            full: true,
            record,
            over: false,
            rng,
        };
        play.open(game, config);
        play.advance(game, config);
        play
    }

    fn open(&mut self, game: &SaltaGame, config: &SelfPlayConfig) {
        let plies = self.rng.random_range(0..=config.opening_plies);
        self.opening = plies;
        while self.position.plies() < plies {
            let legal = game.variant().legal(&self.position);
            if legal.is_empty() {
                break;
            }
            let choice = self.rng.random_range(0..legal.len());
            let action = legal.actions(self.position.to_move()).nth(choice as usize);
            let flags = DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING);
            self.play(game.variant(), action.expect("the choice is in range"), flags);
        }
    }

    /// Plays forced decisions until there is a choice to search or the game is over.
    fn advance(&mut self, game: &SaltaGame, config: &SelfPlayConfig) {
        loop {
            let legal = game.variant().legal(&self.position);
            if legal.is_empty() || self.is_truncated(config) {
                return self.finish(game.variant(), config, legal.is_empty());
            }
            if legal.len() > 1 {
                self.full = config.playout_cap.draw(&mut self.rng);
                let search = config.playout_cap.search(self.full, config.search);
                let start = self.search.advance(game, self.position, search, &mut self.rng);
                return start.expect("the config is validated");
            }
            let action = legal.actions(self.position.to_move()).next();
            let flags = match config.playout_cap.draw(&mut self.rng) {
                true => DecisionFlags::NONE,
                false => DecisionFlags::NO_TRAINING,
            };
            self.play(game.variant(), action.expect("one action is legal"), flags);
        }
    }

    /// Plays the action that the completed search chose and records the decision.
    pub(crate) fn decide(&mut self, game: &SaltaGame, config: &SelfPlayConfig) {
        let report = self.search.report().expect("a root with a choice has been evaluated");
        let action = self.choose(&report, config);
        let fast = DecisionFlags::REDUCED_SEARCH.with(DecisionFlags::NO_TRAINING);
        let flags = if self.full { DecisionFlags::NONE } else { fast };
        self.play(game.variant(), Action::new(action).expect("a legal action"), flags);
        let decision = self.record.decisions.last_mut().expect("a decision was just recorded");
        let weights = report.actions.iter().zip(&report.policy);
        let weights: Vec<(u8, f32)> = weights.map(|(action, p)| (*action as u8, *p)).collect();
        decision.policy = quantise(&weights).expect("an improved policy is a distribution");
        decision.root_value = report.search_value_for_mover().0;
        decision.net_value = report.network_value_for_mover().0;
        decision.simulations = self.search.simulations() as u16;
        if config.root_targets {
            let targets = || self.outputs.targets(game, &self.search, &report);
            decision.root = self.full.then(targets);
            let dropped = config.search.reuse_nodes == 0;
            self.outputs.forget_before(if dropped { u32::MAX } else { self.position.plies() });
        }
        self.advance(game, config);
    }

    fn choose(&mut self, report: &Report, config: &SelfPlayConfig) -> u16 {
        let turns = self.position.plies() - self.opening;
        if turns >= config.sampled_plies {
            return report.chosen;
        }
        let (initial, half_life) = (config.temperature, config.temperature_half_life);
        let temperature = decayed_temperature(initial, half_life, turns);
        sample_action(&report.actions, &report.policy, temperature, &mut self.rng)
    }

    fn play(&mut self, variant: &Variant, action: Action, flags: DecisionFlags) {
        let decision = Decision { action: action.index() as u8, flags, ..Decision::default() };
        self.record.decisions.push(decision);
        variant.apply(&mut self.position, action);
    }

    fn is_truncated(&self, config: &SelfPlayConfig) -> bool {
        let between_turns = self.position.hopper().is_none();
        config.max_plies > 0 && between_turns && self.position.plies() >= config.max_plies
    }

    fn finish(&mut self, variant: &Variant, config: &SelfPlayConfig, by_the_rules: bool) {
        self.over = true;
        let ending = by_the_rules.then(|| variant.ending(&self.position)).flatten();
        self.record.outcome = Outcome {
            margin: variant.margin(&self.position, config.exact_nodes),
            distance_margin: distance_margin(&self.position),
            ending: ending.unwrap_or(Ending::Truncated),
            plies: self.position.plies(),
        };
    }
}
