//! Training with an external learner: another program, in any language, that learns from the games
//! of a run and writes its networks as ONNX files (docs/walkthroughs/own-network.md).
//!
//! A generation is complete once its manifest exists, which is written after its network.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use salta_net::NetEvaluator;
use salta_players::program::ProcessGroup;
use salta_record::{remove_leftovers, rename_synced};
use salta_solve::Table;

use crate::dataset::samples_of;
use crate::display::Display;
use crate::error::{At, RunError};
use crate::evaluate::{measure_regret, regret_table};
use crate::files::create_dir;
use crate::generation_manifest::{hash_of_file, hashes_of_all};
use crate::manifests::Manifests;
use crate::measured_games::MeasuredGames;
use crate::metrics::{GameMetrics, LearnedMetrics, Metrics, TimeMetrics};
use crate::metrics_file::{append, rewrite};
use crate::onnx_file::OnnxFile;
use crate::run_dir::RunDir;
use crate::selfplay::{all_games, play_next};
use crate::tensorboard::TensorBoard;

/// Interval between checks for a network, or for a request to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Plays the games of each generation up to `last` with the previous network, and has the learner
/// make the next network from them.
pub(super) fn train(run: &RunDir, last: u32, display: &Display) -> Result<(), RunError> {
    let done = run.last_manifest()?;
    run.write_changes(done.unwrap_or(0))?;
    let mut manifests = Manifests::read(run, done.unwrap_or(0))?;
    let mut lines = manifests.metrics(run)?;
    rewrite(&run.metrics(), &lines)?;
    let mut board = TensorBoard::start(&run.tensorboard(), &lines);
    let last = last.min(run.config().generations);
    let table = regret_table(run, display)?;
    let work = |last| run.config().work_until(run.all_rules(), last, 0.0);
    display.start(work(last), work(done.unwrap_or(0).min(last)));
    let mut samples = lines.last().map_or(run.inherited_samples(), |line| line.learned.samples);
    for generation in done.map_or(0, |done| done + 1)..=last {
        let metrics = match generation {
            0 => None,
            _ => {
                let (groups, effort) = play_next(run, &manifests, generation, display)?;
                let samples = samples + samples_of(&groups);
                Some(Metrics {
                    generation,
                    games: GameMetrics::of(&MeasuredGames(all_games(&groups))),
                    time: TimeMetrics::of(&effort),
                    learned: LearnedMetrics { samples, ..LearnedMetrics::default() },
                    ..Metrics::default()
                })
            }
        };
        let metrics = learned(run, &mut manifests, generation, metrics, table.as_ref(), display)?;
        if let Some(metrics) = metrics {
            samples = metrics.learned.samples;
            board.add(&metrics);
            display.line(&metrics.summary(run.config().generations));
            lines.push(metrics);
            run.remove_old_games(first_needed(run, &lines))?;
        }
    }
    Ok(())
}

/// The first generation with games in the replay window after the last of these lines.
fn first_needed(run: &RunDir, lines: &[Metrics]) -> u32 {
    let played = lines.last().map_or(0, |line| line.learned.samples);
    let most = run.config().train.window_after(played);
    let mut newest_first = lines.iter().rev();
    let gone = newest_first.find(|line| played - line.learned.samples >= most);
    gone.map_or(0, |line| line.generation + 1)
}

/// Obtains the network of a generation, then writes the manifest, which completes the generation.
fn learned(
    run: &RunDir,
    manifests: &mut Manifests,
    generation: u32,
    mut metrics: Option<Metrics>,
    table: Option<&Table>,
    display: &Display,
) -> Result<Option<Metrics>, RunError> {
    let started = Instant::now();
    let path = run.checkpoint(generation);
    if !path.exists() {
        match run.config().learner_command.as_str() {
            "" => wait_for(&path, display)?,
            command => call(command, run, generation, &path, display)?,
        }
    }
    let network = network_at(&path, run).map_err(|error| {
        RunError::Other(format!("{error}; if this file is at fault, replace it"))
    })?;
    if let Some(metrics) = &mut metrics {
        metrics.time.set_learning(started.elapsed());
        measure_regret(|| Ok(network), table, run, metrics, display)?;
        append(&run.metrics(), metrics)?;
    }
    let shards = match generation {
        0 => BTreeMap::new(),
        generation => hashes_of_all(&run.games(generation))?,
    };
    let line = metrics.as_ref().map(Metrics::timeless);
    manifests.add(run, generation, hash_of_file(&path)?, None, shards, line)?;
    Ok(metrics)
}

/// The network in a learner's file, if the run can play with it.
fn network_at(path: &Path, run: &RunDir) -> Result<NetEvaluator, RunError> {
    OnnxFile::read(path)?.evaluator(run.config()).at(path)
}

/// Waits for the file, which another program writes under a temporary name and then renames.
fn wait_for(path: &Path, display: &Display) -> Result<(), RunError> {
    display.line(&format!("waiting for {}", path.display()));
    while !path.exists() {
        pause(display)?;
    }
    Ok(())
}

fn pause(display: &Display) -> Result<(), RunError> {
    if display.is_stopped() {
        return Err(RunError::Stopped);
    }
    thread::sleep(LOOK_EVERY);
    Ok(())
}

/// Runs `COMMAND RUN GENERATION FILE`, and renames FILE to `path` once the command has succeeded
/// with a network that can be used; ends it if a stop is requested.
fn call(
    command: &str,
    run: &RunDir,
    generation: u32,
    path: &Path,
    display: &Display,
) -> Result<(), RunError> {
    let failed = |what: &dyn std::fmt::Display| {
        RunError::in_generation(generation, format_args!("`{command}` {what}"))
    };
    let dir = path.parent().expect("it is in a directory of the run");
    create_dir(dir)?;
    remove_leftovers(dir)?;
    // A leftover if the call fails, and not the file of a learner that outlived a killed run.
    let name = format!(".salta-gen-{generation:04}-{}.tmp", process::id());
    let unfinished = path.with_file_name(name);
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| failed(&"is not a command; check its quotes"))?;
    let mut called = Command::new(&words[0]);
    called.args(&words[1..]).arg(run.root()).arg(generation.to_string()).arg(&unfinished);
    // Standard output is reserved for this program's results.
    called.stdin(Stdio::null()).stdout(io::stderr());
    let learner = ProcessGroup::start(&mut called);
    let mut learner = learner.map_err(|error| failed(&format!("did not start: {error}")))?;
    while !learner.has_ended() {
        pause(display)?;
    }
    match learner.end(Duration::ZERO) {
        Some(status) if status.success() => {}
        // What stopped this program may have stopped the learner too.
        _ if display.is_stopped() => return Err(RunError::Stopped),
        Some(status) => return Err(failed(&format!("failed ({status})"))),
        None => return Err(failed(&"ended in an unknown way")),
    }
    if !unfinished.is_file() {
        return Err(failed(&format!("did not write {}", unfinished.display())));
    }
    network_at(&unfinished, run)?;
    rename_synced(&unfinished, path).at(path)
}
