//! Matches with their files: a tournament from a config, one match, the end of a training run.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use salta_arena::report::{cross_table, matches_table, page, standings_table};
use salta_arena::{
    Arena, Fixture, MatchConfig, MatchError, MatchResult, MatchSummary, Opening, TournamentConfig,
    TournamentSummary, openings, parse_book,
};
use salta_core::{Rules, Variant};
use salta_players::{MakeError, Player, PlayerSpec};
use salta_record::remove_leftovers;
use salta_stats::RatingSettings;

use crate::config::{RunConfig, load_toml};
use crate::display::Display;
use crate::error::RunError;
use crate::files::{create_dir, read_text, write_text};
use crate::match_files::{MatchFiles, remove_groups};
use crate::match_journal::{MatchJournal, work};
use crate::players::Recipe;
use crate::run_dir::lock;
use crate::threads::pool;
use crate::variants::load_rules;

/// Reads a tournament's config with overrides on top.
///
/// # Errors
/// One sentence that names the file and line, or the override, and the key.
pub fn load_tournament(path: &Path, sets: &[String]) -> Result<TournamentConfig, RunError> {
    let config: TournamentConfig = load_toml(path, sets)?;
    let wrong = |what: String| RunError::Config { path: path.into(), what };
    config.validate().map_err(|error| wrong(error.to_string()))?;
    Ok(config)
}

/// Plays all matches of a tournament and rates the players; results and games go below `out`.
/// Groups of games that are there already are not played again.
///
/// # Errors
/// If it is stopped, a player cannot be loaded or fails, another process works on `out`, or a file
/// cannot be written.
pub fn play_tournament(
    config: &TournamentConfig,
    threads: usize,
    out: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<TournamentSummary, RunError> {
    let rules = load_rules(&config.variant)?;
    let entries = config.entries().into_iter();
    let recipes = entries.map(|entry| Ok(Recipe::load(&entry.player)?.named(entry.name())));
    let recipes: Vec<Recipe> = recipes.collect::<Result<_, RunError>>()?;
    let table = Table::new(&rules, &config.play, threads, display, stop)?;
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

/// Plays one match; with `out`, results and games go there, and a stopped match goes on from there.
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
    stop: &AtomicBool,
) -> Result<MatchSummary, RunError> {
    let rules = load_rules(variant)?;
    let [a, b] = [Recipe::load(players[0])?, Recipe::load(players[1])?];
    let table = Table::new(&rules, config, threads, display, stop)?;
    let _lock = match out {
        Some(out) => {
            create_dir(out)?;
            Some(lock(out)?)
        }
        None => None,
    };
    let results = table.play(&[[&a, &b]], out)?;
    Ok(results[0].summary())
}

/// Matches of one variant that a study asks for: who plays, and from where.
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
        self.pairs.iter().map(|pair| work(pair, self.config)).sum()
    }

    /// Plays the matches; results and games go below `out`, and what is there is not played again.
    ///
    /// # Errors
    /// As [`play_tournament`].
    pub fn play(
        &self,
        threads: usize,
        out: &Path,
        display: &Display,
        stop: &AtomicBool,
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
            stop,
        };
        table.play(pairs, Some(out))
    }
}

/// Finds out before days of training whether the final tournament can be played.
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
    let wrong = |what: String| RunError::Config { path: path.into(), what };
    let mut found =
        parse_book(variant, &read_text(path)?).map_err(|error| wrong(error.to_string()))?;
    if found.len() < config.pairs as usize {
        let few = MatchError::TooFewOpenings { found: found.len(), pairs: config.pairs };
        return Err(wrong(few.to_string()));
    }
    found.truncate(config.pairs as usize);
    Ok(found)
}

/// What all matches of a tournament share.
pub(crate) struct Table<'a> {
    variant: Variant,
    config: &'a MatchConfig,
    openings: Vec<Opening>,
    pool: rayon::ThreadPool,
    display: &'a Display,
    stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        rules: &Rules,
        config: &'a MatchConfig,
        threads: usize,
        display: &'a Display,
        stop: &'a AtomicBool,
    ) -> Result<Table<'a>, RunError> {
        let variant = Variant::new(rules.clone());
        config.validate().map_err(MatchError::from)?;
        let openings = openings_for(&variant, config)?;
        Ok(Table { variant, config, openings, pool: pool(threads)?, display, stop })
    }

    /// Which of `pairs` have no result in `out` yet.
    pub(crate) fn open(&self, pairs: &[[&Recipe; 2]], out: &Path) -> Result<Vec<usize>, RunError> {
        let files = |pair| MatchFiles::new(out, &self.variant, self.config, &self.openings, pair);
        let mut open = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            if files(*pair).earlier()?.is_none() {
                open.push(number);
            }
        }
        Ok(open)
    }

    /// The results, in the order of `pairs`; those of earlier processes are read.
    pub(crate) fn play(
        &self,
        pairs: &[[&Recipe; 2]],
        out: Option<&Path>,
    ) -> Result<Vec<MatchResult>, RunError> {
        if let Some(out) = out {
            remove_leftovers(out)?;
        }
        let files = pairs.iter().map(|pair| {
            out.map(|out| MatchFiles::new(out, &self.variant, self.config, &self.openings, *pair))
        });
        let files: Vec<Option<MatchFiles>> = files.collect();
        let mut results: Vec<Option<MatchResult>> = Vec::with_capacity(pairs.len());
        for files in &files {
            results.push(files.as_ref().map_or(Ok(None), MatchFiles::earlier)?);
        }
        let (open, there): (Vec<usize>, Vec<usize>) =
            (0..pairs.len()).partition(|i| results[*i].is_none());
        self.display.already(there.iter().map(|i| work(&pairs[*i], self.config)).sum());
        let played =
            if open.is_empty() { Vec::new() } else { self.play_open(pairs, &files, &open)? };
        for (i, mut result) in open.into_iter().zip(played) {
            (result.a, result.b) = (pairs[i][0].name().into(), pairs[i][1].name().into());
            files[i].as_ref().map_or(Ok(()), |files| files.save(&self.variant, &result))?;
            results[i] = Some(result);
        }
        out.map_or(Ok(()), remove_groups)?;
        Ok(results.into_iter().flatten().collect())
    }

    /// Plays the matches that are not there yet, each group written as it ends.
    fn play_open(
        &self,
        pairs: &[[&Recipe; 2]],
        files: &[Option<MatchFiles>],
        open: &[usize],
    ) -> Result<Vec<MatchResult>, RunError> {
        let makers: Vec<[Maker<'_>; 2]> = open.iter().map(|i| pairs[*i].map(maker)).collect();
        let fixtures: Vec<Fixture<'_>> =
            makers.iter().map(|[a, b]| Fixture { a: &**a, b: &**b }).collect();
        let journal = MatchJournal::new(
            open.iter().map(|i| (pairs[*i], files[*i].clone())).collect(),
            self.config,
            self.display,
        );
        let arena = Arena {
            variant: &self.variant,
            config: self.config,
            openings: &self.openings,
            journal: &journal,
            stop: self.stop,
        };
        let played = self.pool.install(|| arena.play(&fixtures))?;
        self.display.part_done();
        Ok(played)
    }
}

type Maker<'a> = Box<dyn Fn() -> Result<Box<dyn Player>, MakeError> + Sync + 'a>;

fn maker<'a>(recipe: &'a Recipe) -> Maker<'a> {
    Box::new(|| recipe.make())
}
