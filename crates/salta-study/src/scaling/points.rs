//! The runs of a scaling study and the measurements of their networks.

use std::path::{Path, PathBuf};

use salta_arena::MatchConfig;
use salta_net::{Network, Schedule};
use salta_players::{NetworkSource, SearchOptions};
use salta_record::sealed::{Seal, open, seal};
use salta_run::players::PlayerFactory;
use salta_run::{
    Display, GenerationWork, METRICS, RunConfig, RunDir, RunError, check_regret,
    check_shared_config, check_table, keep_config, load_rules, pool, read_metrics, read_text,
    train_while, work_at_most, write_text,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::ScalingConfig;
use super::measure::{Measure, Panel};
use crate::ablation::{
    Parallel, check_board, compute_so_far, counted_work, load_panel, multiplications, overrides,
    run_config, work_off,
};

/// A measurement of one network of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScalingPoint {
    /// The size's name.
    pub size: String,
    /// Number of weights of its networks.
    pub weights: u64,
    /// The run's seed.
    pub seed: u64,
    /// The network's generation.
    pub generation: u32,
    /// Multiplications of the run up to this generation, in self-play and in learning.
    pub compute: f64,
    /// Simulations per decision.
    pub simulations: u32,
    /// Where it was measured: in its own `games`, in `placements`, or against this player.
    pub positions: String,
    /// Points lost per decision; `None` without decisions. Against a player, how many times as much
    /// as the network it scored: a tenth is 400 Elo. `None` if either scored everything.
    pub loss: Option<f64>,
    /// Decisions measured, or games with a player.
    pub decisions: u32,
}

const ALTERED: &str = "altered or damaged: remove it, and the run is measured again";

const OTHER: &str = "measured with other settings or other players: choose another --out, or \
                     remove it, and the run is measured again";

/// The points of one run, as stored in its file, and how they were measured.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    settings: Value,
    points: Vec<ScalingPoint>,
}

pub(super) struct Planned {
    pub(super) size: String,
    pub(super) config: RunConfig,
    pub(super) weights: u64,
    /// Multiplications of the network for a position.
    pub(super) multiply_adds: f64,
    dir: PathBuf,
}

/// Trains and measures the runs that are still missing below `out`, and returns all points; if
/// `report` is set, only returns those that exist. If killed, the same call resumes; the points
/// depend neither on interruptions nor on `parallel`.
///
/// # Errors
/// [`RunError::Stopped`], a config or variant that does not fit, or the first run that fails.
pub fn scaling_points(
    config: &ScalingConfig,
    parallel: Parallel,
    report: bool,
    out: &Path,
    display: &Display,
) -> Result<Vec<ScalingPoint>, RunError> {
    let (planned, panel) = planned(config, out)?;
    let settings = panel.settings(config);
    // Solved values are unique, so the table may lie elsewhere.
    let free = ["title", "seeds", "size", "table"];
    if report {
        check_shared_config(config, out, &free)?;
        if planned.iter().all(|run| !run.path().exists()) {
            return Err(RunError::at(out, "none of the runs has been measured yet"));
        }
    } else {
        let new = planned.iter().filter(|run| !run.dir.exists());
        new.map(|run| &run.config).try_for_each(check_schedule)?;
        // A study that cannot be measured leaves no config that blocks the corrected command.
        if panel.players.is_empty() && !out.exists() {
            check_table(&config.table, &panel.rules)?;
        }
        let _lock = keep_config(config, out, &free)?;
        let (_, threads) = parallel.among(1);
        let measure = pool(threads)?.install(|| Measure::new(panel, config, out, display))?;
        let open: Vec<&Planned> = planned.iter().filter(|run| !run.path().exists()).collect();
        let (jobs, threads) = parallel.among(open.len());
        announce(&open, planned.len(), config, display)?;
        let needs = vec![Vec::new(); open.len()];
        let quiet = display.quiet();
        let work = |run: &Planned| {
            run.train(threads, [display, &quiet])?;
            let points =
                pool(threads)?.install(|| run.measure(config, &measure, threads, display))?;
            let measured = Measured { settings: settings.clone(), points };
            write_text(&run.path(), &seal(&measured))
        };
        let named = |run: &Planned, error| RunError::at(&run.config.name, error);
        let work = |number: usize| work(open[number]).map_err(|error| named(open[number], error));
        work_off(&needs, jobs, display, &work)?;
    }
    let there = planned.iter().filter(|run| !report || run.path().exists());
    let points = there.map(|run| run.read(&settings));
    Ok(points.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Announces what is left, by the multiplications that it takes.
fn announce(
    open: &[&Planned],
    of: usize,
    config: &ScalingConfig,
    display: &Display,
) -> Result<(), RunError> {
    let (mut whole, mut done) = (0.0, 0.0);
    for run in open {
        let lines = read_metrics(&run.dir.join(METRICS))?;
        let work = run.work()?;
        let measuring: f64 = run.measuring(config)?.iter().sum();
        whole += work.iter().sum::<f64>() + measuring * config.generations.len() as f64;
        done += work.iter().take(lines.len()).sum::<f64>();
    }
    display.plan(whole);
    display.already(done);
    let left = whole - done;
    display.part(counted_work("runs", of, open.len()), left.ceil() as u64, left);
    Ok(())
}

/// All runs, seed by seed, and what their networks are measured against.
pub(super) fn planned(
    config: &ScalingConfig,
    out: &Path,
) -> Result<(Vec<Planned>, Panel), RunError> {
    let planned = runs(config, out)?;
    let matches = (!config.panel.is_empty()).then_some(&config.play);
    let (rules, players) = load_panel(&planned[0].config.variant, &config.panel, matches)?;
    planned.iter().try_for_each(|run| check_board(&rules, &run.size, &run.config))?;
    if players.is_empty() {
        let ends = |run: &Planned| check_regret(&rules, run.config.selfplay.max_plies);
        planned.iter().try_for_each(ends)?;
    }
    Ok((planned, Panel { rules, players }))
}

fn runs(config: &ScalingConfig, out: &Path) -> Result<Vec<Planned>, RunError> {
    let mut found = Vec::new();
    for seed in &config.seeds {
        for size in &config.sizes {
            let last = config.generations.last().expect("it was checked");
            let mut sets = [overrides(&config.set), overrides(&size.set)].concat();
            sets.push(format!("generations={last}"));
            let run = run_config(&config.base, &sets, &size.name, *seed, false)?;
            let dir = out.join(&size.name).join(format!("seed-{seed}"));
            let network = Network::new(&run.network, 0).expect("the config was checked");
            let (weights, multiply_adds) =
                (network.weights() as u64, network.multiply_adds() as f64);
            let size = size.name.clone();
            found.push(Planned { size, config: run, weights, multiply_adds, dir });
        }
    }
    Ok(found)
}

/// The study replaces the generations of the base config, but not how its learning rate falls.
pub(super) fn check_schedule(run: &RunConfig) -> Result<(), RunError> {
    let steps: u64 = work_at_most(run)?.map(|work| work.steps).sum();
    let falls = run.learner.schedule == Schedule::Cosine && run.train.replay_ratio == 0.0;
    if !falls || run.learner.total_steps == steps {
        return Ok(());
    }
    Err(RunError::Other(format!(
        "{}: the learning rate falls over `learner.total_steps` = {} steps, {} generations take \
         {steps}; set it to that in `set`",
        run.name, run.learner.total_steps, run.generations
    )))
}

impl Planned {
    /// The file with the points of a run that has been measured.
    fn path(&self) -> PathBuf {
        self.dir.join("points.json")
    }

    fn read(&self, settings: &Value) -> Result<Vec<ScalingPoint>, RunError> {
        RunDir::look(&self.dir)?.check_config(&self.config)?;
        let (text, sealed) = open(&read_text(&self.path())?);
        match serde_json::from_str::<Measured>(&text) {
            Ok(_) if sealed != Seal::Whole => Err(RunError::at(self.path(), ALTERED)),
            Ok(measured) if measured.settings == *settings => Ok(measured.points),
            Ok(_) => Err(RunError::at(self.path(), OTHER)),
            Err(_) => Err(RunError::at(self.path(), ALTERED)),
        }
    }

    /// Multiplications of each generation, in millions, if all games are as long as they can be.
    fn work(&self) -> Result<Vec<f64>, RunError> {
        let work = |GenerationWork { positions, steps }| {
            multiplications(&self.config, self.multiply_adds, positions, steps) / 1e6
        };
        Ok(work_at_most(&self.config)?.map(work).collect())
    }

    /// Multiplications of measuring one network with each number of simulations, in millions, if
    /// all games are as long as they can be.
    pub(super) fn measuring(&self, config: &ScalingConfig) -> Result<Vec<f64>, RunError> {
        let rules = load_rules(&self.config.variant)?;
        let plies = |play: MatchConfig| f64::from(play.most_plies(&rules));
        let decisions = match config.panel.len() {
            0 => {
                let max_plies = self.config.selfplay.max_plies;
                let plies = plies(MatchConfig { max_plies, ..MatchConfig::default() });
                config.placements as f64 + config.games as f64 * plies
            }
            // A network makes half of the plies of two games.
            players => players as f64 * f64::from(config.play.pairs) * plies(config.play.clone()),
        };
        let cost =
            |simulations: &u32| f64::from(*simulations) * decisions * self.multiply_adds / 1e6;
        Ok(config.simulations.iter().map(cost).collect())
    }

    fn train(&self, threads: usize, [display, quiet]: [&Display; 2]) -> Result<(), RunError> {
        let run = RunDir::create_or_resume(self.config.clone(), Some(self.dir.clone()), None)?;
        let of = self.config.generations;
        let work = self.work()?;
        train_while(&run, threads, quiet, &mut |metrics| {
            let note = format!("{}, generation {}/{of}", self.config.name, metrics.generation);
            let done = work[metrics.generation as usize - 1];
            display.advance(done.round() as u64, note);
            true
        })
    }

    /// Measures the network of each generation with each number of simulations.
    fn measure(
        &self,
        config: &ScalingConfig,
        measure: &Measure,
        threads: usize,
        display: &Display,
    ) -> Result<Vec<ScalingPoint>, RunError> {
        let run = RunDir::look(&self.dir)?;
        let lines = run.checked_metrics()?;
        let costs = self.measuring(config)?;
        let mut points = Vec::new();
        for generation in config.generations.iter().copied() {
            if display.is_stopped() {
                return Err(RunError::Stopped);
            }
            let note = format!("{}, measuring generation {generation}", self.config.name);
            display.advance(0, note.clone());
            let quiet = display.quiet();
            let until = lines.partition_point(|line| line.generation <= generation);
            let compute = compute_so_far(&self.config, self.multiply_adds, &lines[..until]);
            run.check_checkpoint(generation)?;
            let source = NetworkSource::at(run.checkpoint(generation));
            for (simulations, cost) in config.simulations.iter().copied().zip(&costs) {
                let search = SearchOptions::default().with_simulations(simulations);
                let search = search.map_err(|error| RunError::at("simulations", error))?;
                // Not a name that ends in a number, as those of runs of one config do.
                let name = format!("generation {generation}, {simulations} simulations");
                let player = PlayerFactory::network_at(name, &source, &search)?;
                let place = self.dir.join("matches");
                let matches = place.join(format!("generation-{generation}-{simulations}"));
                let on = (threads, &quiet);
                let found = measure.of(&player, config, &self.config, &matches, on)?;
                points.extend(found.into_iter().map(|found| ScalingPoint {
                    size: self.size.clone(),
                    weights: self.weights,
                    seed: self.config.seed,
                    generation,
                    compute,
                    simulations,
                    positions: found.positions,
                    loss: found.loss,
                    decisions: found.count,
                }));
                display.advance(cost.round() as u64, note.clone());
            }
        }
        Ok(points)
    }
}
