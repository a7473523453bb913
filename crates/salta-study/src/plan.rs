//! A prepared study: its games, each class of records once, and the shared openings.

use std::collections::HashMap;
use std::path::Path;

use salta_arena::Opening;
use salta_core::rules::{NAMED, parse};
use salta_core::{Rules, Variant};
use salta_players::PlayerSpec;
use salta_run::players::PlayerFactory;
use salta_run::{RunError, VALUES, load_rules, load_toml, not_allowed, read_values};

use crate::classes::{Class, Member, classes};
use crate::config::StudyConfig;
use crate::openings::{openings_of_all, sharing};
use crate::skill::Skill;

/// Random games that check each relabelling.
const CHECK_GAMES: u32 = 100;

/// A config with everything it refers to.
pub struct Plan {
    /// The config, resolved.
    pub config: StudyConfig,
    /// The classes of equivalent records; the first member of each is played.
    pub classes: Vec<Class>,
    /// The variant played for each class.
    pub variants: Vec<Variant>,
    /// Index of the class with which the others are compared.
    pub baseline: usize,
    /// The players, in the order of the config.
    pub players: Vec<PlayerFactory>,
    /// The opponent of each that does not play itself.
    pub opponents: Vec<Option<PlayerFactory>>,
    /// Name of the ladder in tables, if there is one.
    pub ladder: Option<String>,
    /// The rungs of the ladder, lowest first; empty without a ladder.
    pub rungs: Vec<PlayerFactory>,
    /// Whether each class plays from the baseline's openings.
    pub shares: Vec<bool>,
    /// For each class, one opening per pair.
    pub openings: Vec<Vec<Opening>>,
}

impl Plan {
    /// Reads a config, applies overrides, and loads everything it refers to.
    ///
    /// # Errors
    /// One sentence that names the file and the key.
    pub fn load(path: &Path, sets: &[String]) -> Result<Plan, RunError> {
        Plan::of_config(path, sets, load_toml(path, sets)?)
    }

    /// Like [`Plan::load`], from the values of a config instead of a file.
    ///
    /// # Errors
    /// Those of [`Plan::load`].
    pub fn of_values(values: &serde_json::Value, sets: &[String]) -> Result<Plan, RunError> {
        Plan::of_config(Path::new(VALUES), sets, read_values(values, sets)?)
    }

    fn of_config(path: &Path, sets: &[String], config: StudyConfig) -> Result<Plan, RunError> {
        config.validate().map_err(|what| not_allowed(path, sets, &what))?;
        let records = records(path, &config)?;
        let all: Vec<Variant> = records.into_iter().map(Variant::new).collect();
        let classes = classes(&all, CHECK_GAMES, config.games.seed)?;
        check_names(path, &classes)?;
        let variants: Vec<Variant> =
            classes.iter().map(|class| all[class.members[0].number].clone()).collect();
        let is_baseline = |class: &Class| class.members.iter().any(|m| m.name == config.baseline);
        let baseline = classes.iter().position(is_baseline).ok_or_else(|| {
            let what = format!("`baseline` is `{}`, but no variant has that name", config.baseline);
            not_allowed(path, sets, &what)
        })?;
        let load = |spec: &PlayerSpec, name: String| -> Result<PlayerFactory, RunError> {
            Ok(PlayerFactory::load(spec)?.named(name))
        };
        let (mut players, mut opponents) = (Vec::new(), Vec::new());
        for player in &config.players {
            let opponent = player.opponent.as_ref().map(PlayerFactory::load).transpose()?;
            players.push(match opponent {
                None => load(&player.player, player.name())?,
                Some(_) => PlayerFactory::load(&player.player)?,
            });
            opponents.push(opponent);
        }
        let ladder = config.skill.as_ref().map(Skill::ladder);
        let rungs = config.skill.as_ref().map_or(Ok(Vec::new()), Skill::rungs);
        let rungs = rungs.map_err(|what| RunError::at(path, what))?;
        let rungs = rungs.into_iter().map(|(player, name)| load(&player, name));
        let rungs = rungs.collect::<Result<Vec<_>, RunError>>()?;
        for player in players.iter().chain(opponents.iter().flatten()).chain(&rungs) {
            variants.iter().try_for_each(|variant| player.check_match(variant, None))?;
        }
        let (plies, seed) = (config.games.opening_plies, config.games.seed);
        let shares = sharing(&variants, baseline, plies, seed);
        let openings = openings_of_all(&variants, &shares, config.most_pairs(), plies, seed)?;
        Ok(Plan {
            config,
            classes,
            variants,
            baseline,
            players,
            opponents,
            ladder,
            rungs,
            shares,
            openings,
        })
    }

    /// A player and its opponent, which may be itself.
    pub fn pair(&self, player: usize) -> [&PlayerFactory; 2] {
        let first = &self.players[player];
        [first, self.opponents[player].as_ref().unwrap_or(first)]
    }
}

/// All rule records of a config: the named ones, files, and those written out. Without any, all
/// named variants.
fn records(path: &Path, config: &StudyConfig) -> Result<Vec<Rules>, RunError> {
    let nothing = config.variants.is_empty() && config.written.is_empty();
    let named = NAMED.iter().copied().filter(|_| nothing);
    let listed = named.chain(config.variants.iter().map(String::as_str));
    let mut records = listed.map(load_rules).collect::<Result<Vec<_>, _>>()?;
    for (number, table) in (1..).zip(&config.written) {
        let text = toml::to_string(table).expect("it was read from TOML");
        let wrong = |error| format!("[[variant]] number {number}: {error}");
        records.push(parse(&text).map_err(|error| RunError::at(path, wrong(error)))?);
    }
    Ok(records)
}

fn check_names(path: &Path, classes: &[Class]) -> Result<(), RunError> {
    let mut seen = HashMap::new();
    for (number, class) in classes.iter().enumerate() {
        for Member { name, .. } in &class.members {
            if *seen.entry(name).or_insert(number) != number {
                let what = format!("two different variants are named `{name}`; rename one");
                return Err(RunError::at(path, what));
            }
        }
    }
    Ok(())
}
