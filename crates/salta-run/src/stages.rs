//! The settings of each generation according to the run's config.

use std::iter::once;

use salta_core::rules::Rules;

use crate::config::{EvaluateConfig, RunConfig, Stage};
use crate::error::RunError;
use crate::variants::load_all_rules;

impl RunConfig {
    /// The rules of all its variants, the main one first.
    pub(crate) fn all_rules(&self) -> Result<Vec<Rules>, RunError> {
        load_all_rules(&self.variant, &self.more_variants)
    }

    /// The last stage that has begun by `generation`.
    pub(crate) fn stage(&self, generation: u32) -> Option<&Stage> {
        self.stages.iter().rev().find(|stage| stage.from <= generation)
    }

    /// The rules of a generation: the run's, with the changes of its stage.
    pub(crate) fn rules_of(&self, rules: &Rules, generation: u32) -> Rules {
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

    /// Maximum number of plies of all games of a generation, whose groups use the variants in turn.
    /// Takes no time per game, since it is asked for each of up to a million generations.
    pub(crate) fn plies_of_all(&self, rules: &[Rules], generation: u32) -> f64 {
        let size = u64::from(self.selfplay.games_per_group);
        let games = u64::from(self.games_of(generation));
        let (groups, variants) = (games.div_ceil(size), rules.len() as u64);
        let first = self.games_before(generation) / size;
        let plies = |turn: u64| {
            // The last group may be smaller if there is one variant.
            let games = ((groups - turn).div_ceil(variants) * size).min(games);
            let rules = &rules[((first + turn) % variants) as usize];
            games as f64 * self.plies_of(rules, generation)
        };
        (0..variants.min(groups)).map(plies).sum()
    }

    /// Number of positions that the searches of a generation visit if every game lasts to its
    /// limit, on average over the draws of the playout cap; more where a turn can be several hops.
    pub(crate) fn positions_of(&self, rules: &[Rules], generation: u32) -> f64 {
        let simulations = self.simulations_of(generation);
        let simulations = self.selfplay.playout_cap.mean_simulations(simulations);
        self.plies_of_all(rules, generation) * simulations
    }

    pub(crate) fn measures_regret(&self, generation: u32) -> bool {
        let EvaluateConfig { regret, every, .. } = self.evaluate;
        regret && (generation.is_multiple_of(every) || generation == self.generations)
    }

    /// Number of positions that searches visit to measure the regret of a generation's network, at
    /// most. `rules`: the run's, without the changes of a stage.
    pub(crate) fn regret_positions_of(&self, rules: &Rules, generation: u32) -> f64 {
        if !self.measures_regret(generation) {
            return 0.0;
        }
        let EvaluateConfig { games, placements, .. } = self.evaluate;
        let plies =
            if rules.move_limit > 0 { 2 * rules.move_limit } else { self.selfplay.max_plies };
        let decisions = games as f64 * f64::from(plies) + placements as f64;
        // With the search of self-play and with the policy alone.
        decisions * f64::from(self.simulations_of(generation) + 1)
    }

    /// A rough measure of the work up to generation `last`, in positions, to estimate the time
    /// left; learning takes a share `learning` of what self-play takes.
    pub(crate) fn work_until(&self, rules: &[Rules], last: u32, learning: f64) -> f64 {
        let work = |generation| {
            self.positions_of(rules, generation) * (1.0 + learning)
                + self.regret_positions_of(&rules[0], generation)
        };
        (1..=last).map(work).sum()
    }

    /// Number of games in a generation.
    pub fn games_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.games);
        stage.unwrap_or(self.games_per_generation)
    }

    /// Number of games in all generations before this one.
    pub(crate) fn games_before(&self, generation: u32) -> u64 {
        let begins = self.stages.iter().map(|stage| stage.from.min(generation));
        let spans = once(1).chain(begins.clone()).zip(begins.chain(once(generation)));
        let games = |(from, to): (u32, u32)| {
            u64::from(to.saturating_sub(from)) * u64::from(self.games_of(from))
        };
        spans.map(games).sum()
    }

    /// Simulations per decision in a generation.
    pub(crate) fn simulations_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.simulations);
        stage.unwrap_or(self.selfplay.search.simulations)
    }
}

#[cfg(test)]
mod tests {
    use salta_core::rules::Points;
    use salta_selfplay::Group;

    use super::*;
    use crate::generation::Generation;

    #[test]
    fn generations_are_counted_as_their_groups_are() {
        let stages = "stage=[{from=2,games=10},{from=4,games=2,move_limit=8,points=\"distance\"},\
            {from=6,simulations=5}]";
        let variants = "more_variants=[\"walker\",\"nestor\"]";
        let config = RunConfig::tiny(&[variants, stages, "selfplay.max_plies=400"]);
        let (rules, mut first) = (config.all_rules().unwrap(), 0);
        for number in 1..=8 {
            let generation = Generation::new(&config, &rules, number);
            let end = first + u64::from(config.games_of(number));
            assert_eq!(generation.games(), first..end);
            let plies = |group: &Group| {
                let games = (group.games.end - group.games.start) as f64;
                games * config.plies_of(generation.variant(group).rules(), number)
            };
            let plies: f64 = generation.groups.iter().map(plies).sum();
            assert_eq!(config.plies_of_all(&rules, number), plies);
            first = end;
        }
        assert_eq!(first, 4 + 2 * 10 + 2 * 2 + 3 * 4);
        // What a stage does not name is as in the run.
        let of = |generation| {
            let staged = config.rules_of(&rules[0], generation);
            (staged.move_limit, staged.points, config.simulations_of(generation))
        };
        let own = (rules[0].move_limit, rules[0].points);
        assert_eq!([3, 6, 1000].map(of), [4, 5, 5].map(|simulations| (own.0, own.1, simulations)));
        assert_eq!([4, 5].map(of), [(8, Points::Distance, 4); 2]);
        assert_eq!(config.games_before(u32::MAX), 28 + (u64::from(u32::MAX) - 6) * 4);
    }
}
