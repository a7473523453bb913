//! Matches with their files: a tournament from a config, a single match, the final tournament of a
//! training run.

use std::path::Path;

use salta_arena::{
    Entrant, MatchConfig, MatchError, MatchResult, MatchSummary, Matches, Opening,
    TournamentConfig, TournamentSummary, openings, report, short_identity,
};
use salta_core::{Rules, Variant};
use salta_players::{Limit, MAX_SIMULATIONS};
use salta_stats::RatingSettings;

use crate::config::{RunConfig, load_toml};
use crate::display::Display;
use crate::error::RunError;
use crate::files::{create_dir, write_text};
use crate::kept_config::{keep_config, kept_config};
use crate::lock::lock;
use crate::overrides::{not_allowed, of_key};
use crate::players::PlayerFactory;
use crate::threads::pool;
use crate::variants::load_rules;

/// Reads a tournament's config and applies overrides.
///
/// # Errors
/// One sentence that names the file and line, or the override, and the key.
pub fn load_tournament(path: &Path, sets: &[String]) -> Result<TournamentConfig, RunError> {
    let config: TournamentConfig = load_toml(path, sets)?;
    config.validate().map_err(|what| not_allowed(path, sets, &what))?;
    load_rules(&config.variant).map_err(|e| of_key(path, sets, "variant", &e.to_string()))?;
    Ok(config)
}

/// Plays all matches of a tournament and rates the players. Results and games are stored in `out`;
/// groups of games already stored are not played again, so that players and pairs can be added.
///
/// # Errors
/// If `out` holds a tournament with another variant, other match settings or more pairs, the
/// tournament is stopped, a player cannot be loaded or fails, another process works on `out`, or a
/// file cannot be written.
pub fn play_tournament(
    config: &TournamentConfig,
    threads: usize,
    out: &Path,
    display: &Display,
) -> Result<TournamentSummary, RunError> {
    let rules = load_rules(&config.variant)?;
    let entries = config.entries().into_iter();
    let factories = entries.map(|entry| {
        Ok(PlayerFactory::load_to_play(&entry.player, Some(out))?.named(entry.name()))
    });
    let factories: Vec<PlayerFactory> = factories.collect::<Result<_, RunError>>()?;
    let runner = MatchRunner::new(&rules, &config.play, threads, display)?;
    let (variant, limit) = (&runner.variant, config.play.limit);
    factories.iter().try_for_each(|player| player.check_match(variant, limit))?;
    let mut free = vec!["players", "player", "format", "reach", "anchor", "replicates"];
    let kept: Option<TournamentConfig> = kept_config(out)?;
    if kept.is_some_and(|kept| kept.play.pairs < config.play.pairs) {
        free.push("match.pairs");
    }
    let _lock = keep_config(config, out, &free)?;
    factories.iter().for_each(|player| runner.say_untrained(player));
    let numbers = config.matches();
    let pairs: Vec<_> = numbers.iter().map(|(a, b)| [&factories[*a], &factories[*b]]).collect();
    let results = runner.play(&pairs, Some(out))?;
    let settings = RatingSettings {
        anchor: config.anchor_number(),
        replicates: config.replicates,
        seed: config.play.seed,
    };
    let matches: Vec<_> = numbers.into_iter().zip(results).collect();
    let rate = || TournamentSummary::new(&config.names(), &matches, &settings);
    let mut summary = runner.pool.install(rate);
    for (of, players) in summary.matches.iter_mut().zip(&pairs) {
        of.identities = Some(identities(*players));
    }
    summary.reproducible &= config.entries().iter().all(|entry| entry.player.is_reproducible());
    for (name, text) in report::files(&summary) {
        write_text(&out.join(name), &text)?;
    }
    Ok(summary)
}

/// Plays one match. With `out`, results and games are stored there, and a match that was
/// interrupted, or had fewer pairs, resumes from there.
///
/// # Errors
/// As [`play_tournament`], or if `out` holds another match of players with these names.
pub fn play_match(
    rules: &Rules,
    players: [&PlayerFactory; 2],
    config: &MatchConfig,
    threads: usize,
    out: Option<&Path>,
    display: &Display,
) -> Result<MatchSummary, RunError> {
    let runner = MatchRunner::new(rules, config, threads, display)?;
    players.iter().try_for_each(|player| player.check_rules(&runner.variant))?;
    let _lock = out.map(|out| create_dir(out).and_then(|()| lock(out))).transpose()?;
    players.iter().for_each(|player| runner.say_untrained(player));
    let results = runner.with(&[players], |matches, entrants| {
        out.map_or(Ok(()), |out| matches.refuse_others(entrants, out))?;
        matches.play(entrants, out)
    })?;
    Ok(summary(&results[0], players))
}

pub(crate) fn summary(of: &MatchResult, players: [&PlayerFactory; 2]) -> MatchSummary {
    MatchSummary { identities: Some(identities(players)), ..of.summary() }
}

fn identities(players: [&PlayerFactory; 2]) -> [String; 2] {
    players.map(|player| short_identity(player.identity()))
}

/// The matches of a study in one variant: the players and the openings.
#[derive(Clone, Copy)]
pub struct StudyMatches<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// How each match is played.
    pub config: &'a MatchConfig,
    /// An opening for each pair.
    pub openings: &'a [Opening],
    /// The players of each match.
    pub pairs: &'a [[&'a PlayerFactory; 2]],
}

impl StudyMatches<'_> {
    /// A rough measure of the work: pairs of games times [`PlayerFactory::turn_cost`].
    pub fn work(&self) -> f64 {
        let work = |[a, b]: &[&PlayerFactory; 2]| {
            f64::from(self.config.pairs) * (a.turn_cost() + b.turn_cost())
        };
        self.pairs.iter().map(work).sum()
    }

    /// Plays the matches. Results and games are stored in `out`; groups of games already stored are
    /// not played again.
    ///
    /// # Errors
    /// As [`play_tournament`].
    pub fn play(
        &self,
        threads: usize,
        out: &Path,
        display: &Display,
    ) -> Result<Vec<MatchResult>, RunError> {
        let StudyMatches { rules, config, openings, pairs } = *self;
        config.validate().map_err(MatchError::from)?;
        create_dir(out)?;
        let variant = Variant::new(rules.clone());
        let openings = openings.to_vec();
        let runner = MatchRunner { variant, config, openings, pool: pool(threads)?, display };
        runner.play(pairs, Some(out))
    }
}

/// Checks, before a possibly long training, that the final tournament can be played.
pub(crate) fn check_final_tournament(config: &RunConfig, rules: &Rules) -> Result<(), RunError> {
    let (play, variant) = (&config.tournament.play, Variant::new(rules.clone()));
    for spec in &config.tournament.opponents {
        PlayerFactory::load_early(spec)?.check_match(&variant, play.limit)?;
    }
    play.adjudication.check(&variant).map_err(MatchError::from)?;
    let matches = config.tournament.generations.len() + config.tournament.opponents.len();
    if matches > 0 {
        openings(&variant, play)?;
        if let Some(Limit::Nodes(nodes)) = play.limit
            && nodes > MAX_SIMULATIONS.into()
        {
            let what =
                format!("a network makes at most {MAX_SIMULATIONS} simulations, not {nodes}");
            return Err(RunError::at("`tournament.match.limit`", what));
        }
    }
    Ok(())
}

/// The settings that all matches of a tournament share.
pub(crate) struct MatchRunner<'a> {
    variant: Variant,
    config: &'a MatchConfig,
    openings: Vec<Opening>,
    pool: rayon::ThreadPool,
    display: &'a Display,
}

impl<'a> MatchRunner<'a> {
    pub(crate) fn new(
        rules: &Rules,
        config: &'a MatchConfig,
        threads: usize,
        display: &'a Display,
    ) -> Result<MatchRunner<'a>, RunError> {
        let variant = Variant::new(rules.clone());
        config.validate().map_err(MatchError::from)?;
        config.adjudication.check(&variant).map_err(MatchError::from)?;
        let openings = openings(&variant, config)?;
        Ok(MatchRunner { variant, config, openings, pool: pool(threads)?, display })
    }

    /// Says so if the player's network was not trained in the variant.
    fn say_untrained(&self, player: &PlayerFactory) {
        let (known, variant) = (player.trained_in(), &self.variant);
        if !known.is_empty() && known.iter().all(|name| name != variant.name()) {
            let (name, known) = (player.name(), known.join(", "));
            self.display.line(&format!("{name} was trained in {known}, not in {variant}"));
        }
    }

    /// Indices of the `pairs` that have no result in `out` yet.
    pub(crate) fn open(
        &self,
        pairs: &[[&PlayerFactory; 2]],
        out: &Path,
    ) -> Result<Vec<usize>, RunError> {
        self.with(pairs, |matches, entrants| matches.open(entrants, out))
    }

    /// The results, in the order of `pairs`; results of earlier processes are read and checked.
    pub(crate) fn play(
        &self,
        pairs: &[[&PlayerFactory; 2]],
        out: Option<&Path>,
    ) -> Result<Vec<MatchResult>, RunError> {
        self.with(pairs, |matches, entrants| matches.play(entrants, out))
    }

    fn with<T: Send>(
        &self,
        pairs: &[[&PlayerFactory; 2]],
        work: impl FnOnce(Matches<'_>, &[[&Entrant<'_>; 2]]) -> Result<T, MatchError> + Send,
    ) -> Result<T, RunError> {
        let entrants: Vec<[Entrant<'_>; 2]> =
            pairs.iter().map(|pair| pair.map(PlayerFactory::entrant)).collect();
        let entrants: Vec<[&Entrant<'_>; 2]> = entrants.iter().map(|[a, b]| [a, b]).collect();
        let matches = Matches {
            variant: &self.variant,
            config: self.config,
            openings: &self.openings,
            watch: self.display,
            stop: self.display.stop(),
        };
        Ok(self.pool.install(|| work(matches, &entrants))?)
    }
}
