//! Variants by name or file, and the rules of each stage of a run.

use std::path::Path;

use salta_core::rules::{NAMED, Rules, named, parse};

use crate::config::{RunConfig, Stage};
use crate::error::RunError;
use crate::files::read_text;

/// The rules with this name, or in this file: a text with a path separator or the ending `.toml`
/// is a file.
///
/// # Errors
/// If there is no such variant, or the file is none.
pub fn load_rules(name_or_path: &str) -> Result<Rules, RunError> {
    let error = |what: String| RunError::Variant { variant: name_or_path.into(), what };
    if !name_or_path.contains(['/', '\\']) && !name_or_path.ends_with(".toml") {
        return named(name_or_path)
            .ok_or_else(|| error(format!("no such name (named variants: {})", NAMED.join(", "))));
    }
    parse(&read_text(Path::new(name_or_path))?).map_err(|e| error(e.to_string()))
}

/// The rules of all variants of a run, the main one first.
///
/// # Errors
/// If one is none, or two have the same name.
pub(crate) fn load_all_rules(config: &RunConfig) -> Result<Vec<Rules>, RunError> {
    let mut all = vec![load_rules(&config.variant)?];
    for variant in &config.more_variants {
        let rules = load_rules(variant)?;
        if all.iter().any(|earlier| earlier.name == rules.name) {
            let what = format!("the run has two variants named `{}`", rules.name);
            return Err(RunError::Variant { variant: variant.clone(), what });
        }
        all.push(rules);
    }
    Ok(all)
}

impl RunConfig {
    /// The last stage that has begun by `generation`.
    pub fn stage(&self, generation: u32) -> Option<&Stage> {
        self.stages.iter().rev().find(|stage| stage.from <= generation)
    }

    /// The rules by which a generation plays: the run's, with the changes of its stage.
    pub fn rules_of(&self, rules: &Rules, generation: u32) -> Rules {
        let mut rules = rules.clone();
        if let Some(stage) = self.stage(generation) {
            rules.move_limit = stage.move_limit.unwrap_or(rules.move_limit);
            rules.points = stage.points.unwrap_or(rules.points);
        }
        rules
    }

    /// Games of a generation.
    pub fn games_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.games);
        stage.unwrap_or(self.games_per_generation)
    }

    /// Simulations of a decision in a generation.
    pub fn simulations_of(&self, generation: u32) -> u32 {
        let stage = self.stage(generation).and_then(|stage| stage.simulations);
        stage.unwrap_or(self.selfplay.search.simulations)
    }
}
