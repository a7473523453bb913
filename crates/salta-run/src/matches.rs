//! Matches with their files: a tournament from a config, one match, the end of a training run.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use salta_arena::{
    GroupDone, MatchConfig, MatchResult, MatchSummary, PlayerSpec, TournamentConfig, openings,
    play_match,
};
use salta_core::{Rules, Variant};
use serde::{Deserialize, Serialize};

use crate::config::{RunConfig, load_toml};
use crate::display::Display;
use crate::error::RunError;
use crate::files::{create_dir, read_text, write_text};
use crate::players::Recipe;
use crate::run_dir::RunDir;
use crate::train::pool;
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

/// Plays all matches of a tournament; results and games go below `out`. Matches that are there
/// already are not played again.
///
/// # Errors
/// If it is stopped, a player cannot be loaded or fails, or a file cannot be written.
pub fn play_tournament(
    config: &TournamentConfig,
    threads: usize,
    out: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<Vec<MatchSummary>, RunError> {
    let rules = load_rules(&config.variant)?;
    let recipes: Vec<Recipe> = config.players.iter().map(Recipe::load).collect::<Result<_, _>>()?;
    create_dir(out)?;
    write_text(&out.join("config.toml"), &toml::to_string(config).expect("a table of values"))?;
    let pairs = config.pairings.matches(recipes.len());
    let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (&recipes[a], &recipes[b])).collect();
    play_all(&rules, &config.play, threads, &pairs, out, display, stop)
}

/// Plays one match; with `out`, results and games go there.
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
    display.start(match_work(&a, &b, config), 0.0);
    let table = Table { variant: Variant::new(rules), config, display, stop };
    let result = pool(threads)?.install(|| table.play(&a, &b))?;
    if let Some(out) = out {
        create_dir(out)?;
        table.save(&a, &b, &result, &out.join("match"))?;
    }
    Ok(result.summary())
}

/// Plays the last checkpoint of a finished run against what its config names.
///
/// # Errors
/// As [`play_tournament`].
pub fn play_final_tournament(
    run: &RunDir,
    display: &Display,
    stop: &AtomicBool,
) -> Result<Vec<MatchSummary>, RunError> {
    let config = run.config();
    let tournament = &config.tournament;
    let network = |generation: u32| {
        let untrained = if generation == 0 { " (untrained)" } else { "" };
        let name = format!("generation {generation}{untrained}");
        Recipe::checkpoint(name, &run.checkpoint(generation), tournament.simulations)
    };
    let last = network(config.generations)?;
    let mut opponents = Vec::new();
    for generation in &tournament.generations {
        opponents.push(network(*generation)?);
    }
    for spec in &tournament.opponents {
        opponents.push(Recipe::load(spec)?);
    }
    let pairs: Vec<_> = opponents.iter().map(|opponent| (&last, opponent)).collect();
    let out = run.tournament();
    play_all(run.rules(), &tournament.play, config.threads, &pairs, &out, display, stop)
}

/// Finds out before days of training whether the final tournament can be played.
pub(crate) fn check_final_tournament(config: &RunConfig, rules: &Rules) -> Result<(), RunError> {
    for spec in &config.tournament.opponents {
        Recipe::load(spec)?;
    }
    openings(&Variant::new(rules.clone()), &config.tournament.play)?;
    Ok(())
}

fn play_all(
    rules: &Rules,
    config: &MatchConfig,
    threads: usize,
    pairs: &[(&Recipe, &Recipe)],
    out: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<Vec<MatchSummary>, RunError> {
    create_dir(out)?;
    let pool = pool(threads)?;
    let table = Table { variant: Variant::new(rules.clone()), config, display, stop };
    display.start(pairs.iter().map(|(a, b)| match_work(a, b, config)).sum(), 0.0);
    let mut summaries = Vec::new();
    for (a, b) in pairs {
        let stem = out.join(format!("{} vs {}", plain(a.name()), plain(b.name())));
        let result = match table.earlier(a, b, &stem)? {
            Some(result) => result,
            None => {
                let result = pool.install(|| table.play(a, b))?;
                table.save(a, b, &result, &stem)?;
                result
            }
        };
        summaries.push(result.summary());
    }
    let text = serde_json::to_string_pretty(&summaries).expect("strings and numbers");
    write_text(&out.join("summary.json"), &text)?;
    Ok(summaries)
}

/// What all matches of a tournament share.
struct Table<'a> {
    variant: Variant,
    config: &'a MatchConfig,
    display: &'a Display,
    stop: &'a AtomicBool,
}

impl Table<'_> {
    fn play(&self, a: &Recipe, b: &Recipe) -> Result<MatchResult, RunError> {
        let name = format!("{} – {}", a.name(), b.name());
        let games = 2 * u64::from(self.config.pairs);
        self.display.part(name, games, match_work(a, b, self.config));
        let so_far = Mutex::new((0, 0));
        let progress = |done: &GroupDone<'_>| {
            let mut so_far = so_far.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            so_far.0 += done.games.len();
            let scores = done.games.iter().filter_map(|game| game.outcome().halves());
            so_far.1 += scores.map(|halves| halves as i32 - 1).sum::<i32>();
            let note = format!("{} games, {:+} wins for {}", so_far.0, so_far.1, a.name());
            self.display.matched(done.games.len() as u64, note);
        };
        let (make_a, make_b) = (|| a.make(), || b.make());
        let result =
            play_match(&self.variant, self.config, &make_a, &make_b, &progress, self.stop)?;
        self.display.part_done();
        Ok(result)
    }

    /// The result of the same match, if an earlier process played it.
    fn earlier(
        &self,
        a: &Recipe,
        b: &Recipe,
        stem: &Path,
    ) -> Result<Option<MatchResult>, RunError> {
        let path = stem.with_added_extension("json");
        if !path.exists() {
            return Ok(None);
        }
        // What cannot be read is played again, as is a match of other players by the same names.
        let saved: Option<SavedMatch> = serde_json::from_str(&read_text(&path)?).ok();
        let same = |saved: &SavedMatch| {
            saved.result.config == *self.config
                && (&saved.rules, &saved.players) == (&self.rules(), &players(a, b))
        };
        Ok(saved.filter(same).map(|saved| saved.result))
    }

    fn save(
        &self,
        a: &Recipe,
        b: &Recipe,
        result: &MatchResult,
        stem: &Path,
    ) -> Result<(), RunError> {
        let games = result.games.iter().map(|game| {
            let event = format!("{} – {}", result.a, result.b);
            game.to_game_text(&self.variant, &event, &result.a, &result.b)
        });
        write_text(&stem.with_added_extension("games"), &games.collect::<Vec<_>>().join("\n"))?;
        let (rules, players, result) = (self.rules(), players(a, b), result.clone());
        let text = serde_json::to_string(&SavedMatch { rules, players, result });
        write_text(&stem.with_added_extension("json"), &text.expect("strings and numbers"))
    }

    fn rules(&self) -> String {
        self.variant.rules().to_toml()
    }
}

/// A match as its file keeps it: with all that decides whether it is the same match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMatch {
    /// The rules in full: two variant files may share a name.
    rules: String,
    /// What the players were: a path may hold another network by now.
    players: [String; 2],
    result: MatchResult,
}

fn players(a: &Recipe, b: &Recipe) -> [String; 2] {
    [a.identity().into(), b.identity().into()]
}

/// A rough measure of a match's work, to tell the time left.
fn match_work(a: &Recipe, b: &Recipe, config: &MatchConfig) -> f64 {
    f64::from(config.pairs) * f64::from(a.simulations() + b.simulations() + 1)
}

/// A name as part of a file name.
fn plain(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "-_.@= ()".contains(c) { c } else { '_' };
    name.chars().map(safe).collect()
}
