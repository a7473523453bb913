//! Matches with their files: a tournament from a config, a single match, the final tournament of a
//! training run.

use std::path::Path;

use salta_arena::report::{cross_table, matches_table, page, standings_table};
use salta_arena::{
    Entrant, MatchConfig, MatchError, MatchResult, MatchSummary, Matches, Opening,
    TournamentConfig, TournamentSummary, Watch, openings, parse_book,
};
use salta_core::{Rules, Variant};
use salta_players::PlayerSpec;
use salta_stats::RatingSettings;

use crate::config::{RunConfig, load_toml};
use crate::display::Display;
use crate::error::RunError;
use crate::files::{create_dir, read_text, write_text};
use crate::lock::lock;
use crate::players::Recipe;
use crate::threads::pool;
use crate::variants::load_rules;

/// Reads a tournament's config and applies overrides.
///
/// # Errors
/// One sentence that names the file and line, or the override, and the key.
pub fn load_tournament(path: &Path, sets: &[String]) -> Result<TournamentConfig, RunError> {
    let config: TournamentConfig = load_toml(path, sets)?;
    config.validate().map_err(|error| RunError::at(path, error))?;
    Ok(config)
}

/// Plays all matches of a tournament and rates the players. Results and games are stored in `out`;
/// groups of games already there are not played again.
///
/// # Errors
/// If it is stopped, a player cannot be loaded or fails, another process works on `out`, or a file
/// cannot be written.
pub fn play_tournament(
    config: &TournamentConfig,
    threads: usize,
    out: &Path,
    display: &Display,
) -> Result<TournamentSummary, RunError> {
    let rules = load_rules(&config.variant)?;
    let entries = config.entries().into_iter();
    let recipes = entries.map(|entry| Ok(Recipe::load(&entry.player)?.named(entry.name())));
    let recipes: Vec<Recipe> = recipes.collect::<Result<_, RunError>>()?;
    let table = Table::new(&rules, &config.play, threads, display)?;
    create_dir(out)?;
    let _lock = lock(out)?;
    write_text(&out.join("config.toml"), &toml::to_string(config).expect("a table of values"))?;
    let numbers = config.matches();
    let pairs: Vec<_> = numbers.iter().map(|(a, b)| [&recipes[*a], &recipes[*b]]).collect();
    let results = table.play(&pairs, Some(out))?;
    let settings = RatingSettings {
        anchor: config.anchor_number(),
        replicates: config.replicates,
        seed: config.play.seed,
    };
    let matches: Vec<_> = numbers.into_iter().zip(results).collect();
    let rate = || TournamentSummary::new(&config.names(), &matches, &settings);
    let summary = table.pool.install(rate);
    write_tournament(out, &summary)?;
    Ok(summary)
}

fn write_tournament(out: &Path, summary: &TournamentSummary) -> Result<(), RunError> {
    let json = serde_json::to_string_pretty(summary).expect("strings and numbers");
    for (name, text) in [
        ("summary.json", json),
        ("standings.csv", standings_table(summary).csv()),
        ("cross.csv", cross_table(summary).csv()),
        ("matches.csv", matches_table(&summary.matches).csv()),
        ("report.html", page("Salta tournament", summary)),
    ] {
        write_text(&out.join(name), &text)?;
    }
    Ok(())
}

/// Plays one match. With `out`, results and games are stored there, and an interrupted match
/// resumes from there.
///
/// # Errors
/// As [`play_tournament`].
pub fn play_one_match(
    variant: &str,
    players: [&PlayerSpec; 2],
    config: &MatchConfig,
    threads: usize,
    out: Option<&Path>,
    display: &Display,
) -> Result<MatchSummary, RunError> {
    let rules = load_rules(variant)?;
    let [a, b] = [Recipe::load(players[0])?, Recipe::load(players[1])?];
    play_match(&rules, [&a, &b], config, threads, out, display)
}

/// As [`play_one_match`], of players that have been loaded.
///
/// # Errors
/// As [`play_tournament`].
pub fn play_match(
    rules: &Rules,
    players: [&Recipe; 2],
    config: &MatchConfig,
    threads: usize,
    out: Option<&Path>,
    display: &Display,
) -> Result<MatchSummary, RunError> {
    let table = Table::new(rules, config, threads, display)?;
    let _lock = match out {
        Some(out) => {
            create_dir(out)?;
            Some(lock(out)?)
        }
        None => None,
    };
    let results = table.play(&[players], out)?;
    Ok(results[0].summary())
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
    pub pairs: &'a [[&'a Recipe; 2]],
}

impl StudyMatches<'_> {
    /// A rough measure of the work, in the units of [`Recipe::turn_cost`] and pairs.
    pub fn work(&self) -> f64 {
        let work =
            |[a, b]: &[&Recipe; 2]| f64::from(self.config.pairs) * (a.turn_cost() + b.turn_cost());
        self.pairs.iter().map(work).sum()
    }

    /// Plays the matches. Results and games are stored in `out`; those already there are not played
    /// again.
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
        let table = Table {
            variant: Variant::new(rules.clone()),
            config,
            openings: openings.to_vec(),
            pool: pool(threads)?,
            display,
        };
        table.play(pairs, Some(out))
    }
}

/// Checks, before a possibly long training, that the final tournament can be played.
pub(crate) fn check_final_tournament(config: &RunConfig, rules: &Rules) -> Result<(), RunError> {
    let (play, variant) = (&config.tournament.play, Variant::new(rules.clone()));
    for spec in &config.tournament.opponents {
        Recipe::load(spec)?;
    }
    play.adjudication.check(&variant).map_err(MatchError::from)?;
    openings_for(&variant, play)?;
    Ok(())
}

/// An opening for each pair, from the config's book or drawn.
fn openings_for(variant: &Variant, config: &MatchConfig) -> Result<Vec<Opening>, RunError> {
    let Some(book) = &config.opening_book else { return Ok(openings(variant, config)?) };
    let path = Path::new(book);
    let book = read_text(path)?;
    let mut found = parse_book(variant, &book).map_err(|error| RunError::at(path, error))?;
    if found.len() < config.pairs as usize {
        let few = MatchError::too_few_openings(found.len(), config.pairs);
        return Err(RunError::at(path, few));
    }
    found.truncate(config.pairs as usize);
    Ok(found)
}

/// The settings that all matches of a tournament share.
pub(crate) struct Table<'a> {
    variant: Variant,
    config: &'a MatchConfig,
    openings: Vec<Opening>,
    pool: rayon::ThreadPool,
    display: &'a Display,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        rules: &Rules,
        config: &'a MatchConfig,
        threads: usize,
        display: &'a Display,
    ) -> Result<Table<'a>, RunError> {
        let variant = Variant::new(rules.clone());
        config.validate().map_err(MatchError::from)?;
        let openings = openings_for(&variant, config)?;
        Ok(Table { variant, config, openings, pool: pool(threads)?, display })
    }

    /// Which of `pairs` have no result in `out` yet.
    pub(crate) fn open(&self, pairs: &[[&Recipe; 2]], out: &Path) -> Result<Vec<usize>, RunError> {
        self.with(pairs, |matches, entrants| matches.open(entrants, out))
    }

    /// The results, in the order of `pairs`; results of earlier processes are read and checked.
    pub(crate) fn play(
        &self,
        pairs: &[[&Recipe; 2]],
        out: Option<&Path>,
    ) -> Result<Vec<MatchResult>, RunError> {
        self.with(pairs, |matches, entrants| matches.play(entrants, out))
    }

    fn with<T: Send>(
        &self,
        pairs: &[[&Recipe; 2]],
        work: impl FnOnce(Matches<'_>, &[[&Entrant<'_>; 2]]) -> Result<T, MatchError> + Send,
    ) -> Result<T, RunError> {
        let entrants: Vec<[Entrant<'_>; 2]> =
            pairs.iter().map(|pair| pair.map(Recipe::entrant)).collect();
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

impl Watch for Display {
    fn already(&self, work: f64) {
        self.already(work);
    }

    fn begin(&self, title: String, games: u64, work: f64) {
        self.start(work, 0.0);
        self.part(title, games, work);
    }

    fn advance(&self, games: u64, note: String) {
        self.advance(games, note);
    }

    fn done(&self) {
        self.part_done();
    }

    fn say(&self, sentence: &str) {
        self.line(sentence);
    }
}
