//! Runs a study: matches, counts, findings, files.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use salta_arena::MatchConfig;
use salta_run::players::PlayerFactory;
use salta_run::{Display, RunError, StudyMatches, keep_config, pool};

use crate::cell::{Cell, Counting, count};
use crate::findings::{Findings, Ladder};
use crate::plan::Plan;
use crate::report;

/// Work of counting a game in addition to its search, in the units of the matches' work.
const COUNT_COST: f64 = 100.0;

/// Plays and counts everything that is missing from `out`, and writes the report there. The same
/// config gives the same bytes for any number of threads and after any kill.
///
/// # Errors
/// If `out` holds a study with other settings of games, it is stopped, a player fails, another
/// process works on `out`, or a file cannot be written.
pub fn run_study(
    plan: &Plan,
    threads: usize,
    out: &Path,
    display: &Display,
) -> Result<Findings, RunError> {
    let free = ["title", "variants", "variant", "baseline", "player", "skill"];
    let _lock = keep_config(&plan.config, out, &free)?;
    let study = Study { plan, threads, out, display };
    display.plan((0..plan.classes.len()).map(|class| study.work(class)).sum());
    let (mut cells, mut ladders) = (Vec::new(), Vec::new());
    for class in 0..plan.classes.len() {
        for player in 0..plan.players.len() {
            cells.push(study.cell(class, player)?);
        }
        ladders.extend(study.ladder(class)?);
    }
    let findings = Findings::new(plan, &cells, &ladders);
    report::write(&findings, &cells, out)?;
    Ok(findings)
}

struct Study<'a> {
    plan: &'a Plan,
    threads: usize,
    out: &'a Path,
    display: &'a Display,
}

impl Study<'_> {
    /// The directory of a class, which keeps its number if the config lists more variants later.
    fn dir(&self, class: usize) -> PathBuf {
        let (name, all) = (&self.plan.classes[class].name, self.out.join("variants"));
        let own = |entry: DirEntry| {
            let found = entry.file_name().into_string().ok()?;
            (found.split_once('-')?.1 == name).then(|| entry.path())
        };
        let there = fs::read_dir(&all).into_iter().flatten().flatten().filter_map(own).min();
        there.unwrap_or_else(|| all.join(format!("{:02}-{name}", class + 1)))
    }

    fn label(&self, class: usize) {
        let (name, classes) = (&self.plan.classes[class].name, self.plan.classes.len());
        self.display.label(format!("{}/{classes} {name}: ", class + 1));
    }

    fn matches<'a>(
        &'a self,
        class: usize,
        config: &'a MatchConfig,
        pairs: &'a [[&'a PlayerFactory; 2]],
    ) -> StudyMatches<'a> {
        let rules = self.plan.variants[class].rules();
        let openings = &self.plan.openings[class][..config.pairs as usize];
        StudyMatches { rules, config, openings, pairs }
    }

    fn work(&self, class: usize) -> f64 {
        let players = (0..self.plan.players.len()).map(|number| {
            let (config, pair) = (self.config_of(number), self.plan.pair(number));
            self.matches(class, &config, &[pair]).work() + self.count_work(number)
        });
        let config = self.plan.config.games.of_match(self.plan.config.skill_pairs());
        players.sum::<f64>() + self.matches(class, &config, &self.rungs()).work()
    }

    fn config_of(&self, player: usize) -> MatchConfig {
        let config = &self.plan.config;
        config.games.of_match(config.pairs_of(&config.players[player]))
    }

    fn count_work(&self, player: usize) -> f64 {
        let games = 2.0 * f64::from(self.config_of(player).pairs);
        games * (COUNT_COST + self.plan.config.players[player].drama_nodes as f64)
    }

    fn rungs(&self) -> Vec<[&PlayerFactory; 2]> {
        self.plan.rungs.windows(2).map(|two| [&two[1], &two[0]]).collect()
    }

    fn cell(&self, class: usize, number: usize) -> Result<Cell, RunError> {
        let player = &self.plan.config.players[number];
        let (name, config) = (player.name(), self.config_of(number));
        let (variant, dir) = (&self.plan.variants[class], self.dir(class));
        self.label(class);
        let pairs = [self.plan.pair(number)];
        let matches = self.matches(class, &config, &pairs);
        let played = matches.play(self.threads, &dir, self.display)?.remove(0);
        let (display, games) = (self.display, played.games.len() as u64);
        display.part(format!("{name}, counting"), games, self.count_work(number));
        let path = dir.join(format!("counts-{}.json", number + 1));
        let (exact_nodes, drama_nodes) = (config.exact_nodes, player.drama_nodes);
        let counting = Counting { exact_nodes, drama_nodes };
        let counted = || count(variant, &played, counting, &path, display);
        let traces = pool(self.threads)?.install(counted)?;
        display.part_done();
        let distinct = played.distinct_games();
        Ok(Cell { class, player: name, whites: [played.a, played.b], distinct, traces })
    }

    fn ladder(&self, class: usize) -> Result<Option<Ladder>, RunError> {
        let rungs = self.rungs();
        if rungs.is_empty() {
            return Ok(None);
        }
        self.label(class);
        let config = self.plan.config.games.of_match(self.plan.config.skill_pairs());
        let dir = self.dir(class).join("ladder");
        let matches = self.matches(class, &config, &rungs);
        let matches = matches.play(self.threads, &dir, self.display)?;
        Ok(Some(Ladder { class, matches }))
    }
}
