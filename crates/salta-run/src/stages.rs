//! The settings of each generation according to the run's config.

use salta_core::rules::Rules;
use salta_selfplay::Group;

use crate::config::{RunConfig, Stage};
use crate::error::RunError;
use crate::generation::Generation;
use crate::variants::load_all_rules;

impl RunConfig {
    /// The rules of all its variants, the main one first.
    pub(crate) fn all_rules(&self) -> Result<Vec<Rules>, RunError> {
        load_all_rules(&self.variant, &self.more_variants)
    }

    /// The last stage that has begun by `generation`.
    pub fn stage(&self, generation: u32) -> Option<&Stage> {
        self.stages.iter().rev().find(|stage| stage.from <= generation)
    }

    /// The rules of a generation: the run's, with the changes of its stage.
    pub fn rules_of(&self, rules: &Rules, generation: u32) -> Rules {
        let mut rules = rules.clone();
        if let Some(stage) = self.stage(generation) {
            rules.move_limit = stage.move_limit.unwrap_or(rules.move_limit);
            rules.points = stage.points.unwrap_or(rules.points);
        }
        rules
    }

    /// Maximum number of plies of a game in a generation.
    pub(crate) fn plies_of(&self, rules: &Rules, generation: u32) -> f64 {
        match (2 * self.rules_of(rules, generation).move_limit, self.selfplay.max_plies) {
            (0, cap) => f64::from(cap),
            (limit, 0) => f64::from(limit),
            (limit, cap) => f64::from(limit.min(cap)),
        }
    }

    /// Maximum number of plies of all games of a generation.
    pub(crate) fn plies_of_all(&self, rules: &[Rules], generation: u32) -> f64 {
        let of = Generation::new(self, rules, generation);
        let plies = |group: &Group| {
            let games = (group.games.end - group.games.start) as f64;
            games * self.plies_of(of.variant(group).rules(), generation)
        };
        of.groups.iter().map(plies).sum()
    }

    /// Number of positions that the searches of a generation visit if every game lasts to its limit;
    /// more where a turn can be several hops.
    pub(crate) fn positions_of(&self, rules: &[Rules], generation: u32) -> f64 {
        self.plies_of_all(rules, generation) * f64::from(self.simulations_of(generation))
    }

    /// Number of games in a generation.
    pub fn games_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.games);
        stage.unwrap_or(self.games_per_generation)
    }

    /// Simulations per decision in a generation.
    pub fn simulations_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.simulations);
        stage.unwrap_or(self.selfplay.search.simulations)
    }
}
