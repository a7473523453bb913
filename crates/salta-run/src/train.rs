//! The training loop: each generation plays games with the previous network, then learns from them.
//!
//! Generation g plays a fixed set of games with network g − 1. Then the learner takes a number of
//! steps that the config or the games determine; nothing depends on the clock. A generation is
//! complete once its learner is saved; after an earlier kill, its work is repeated bit for bit.

mod learn;
mod outside;
mod restore;

pub use learn::{GamesRequest, RemoteGames, learn};

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use salta_env::generator;
use salta_net::{Checkpoint, Inference, Learner, Losses, StepError, checkpoint_checksum};
use salta_solve::Table;
use salta_train::{TrainError, Window, train_steps};

use crate::config::EvaluatorKind;
use crate::dataset::push;
use crate::display::Display;
use crate::error::{RunError, refuse_if};
use crate::evaluate::measure_regret;
use crate::files::create_dir;
use crate::generation::{GroupGames, shard_name};
use crate::generation_dirs::LEARNER;
use crate::generation_manifest::{hashes, hashes_of_all};
use crate::manifests::Manifests;
use crate::measured_games::MeasuredGames;
use crate::metrics::{GameMetrics, LearnedMetrics, Metrics, RegretMetrics, TimeMetrics};
use crate::metrics_file::append;
use crate::run_dir::RunDir;
use crate::selfplay::{all_games, play_next};
use crate::tensorboard::TensorBoard;
use crate::threads::pool;

/// Trains a run from its present state to its last generation.
///
/// # Errors
/// [`RunError::Stopped`] soon after the display requests it, or any failure; the run can then be
/// resumed.
pub fn train(run: &RunDir, display: &Display) -> Result<(), RunError> {
    train_until(run, run.config().generations, display)
}

/// Like [`train`], but stops after generation `last` if that comes first; 0 only creates the
/// untrained network.
///
/// # Errors
/// As [`train`].
pub fn train_until(run: &RunDir, last: u32, display: &Display) -> Result<(), RunError> {
    let pool = pool(run.config().threads)?;
    pool.install(|| match run.config().evaluator {
        EvaluatorKind::Network => Training::restore(run, display)?.go_on(last, &mut |_| true),
        EvaluatorKind::Onnx => outside::train(run, last, display),
    })
}

/// Like [`train`], but on `threads` threads regardless of the config; stops after the first
/// generation for whose metrics `go_on` returns false.
///
/// # Errors
/// As [`train`], and if the learner is an external program.
pub fn train_while(
    run: &RunDir,
    threads: usize,
    display: &Display,
    go_on: &mut (dyn FnMut(&Metrics) -> bool + Send),
) -> Result<(), RunError> {
    let what = "`salta train` alone does that";
    refuse_if(run.config().evaluator == EvaluatorKind::Onnx, "`evaluator` = onnx", what)?;
    let last = run.config().generations;
    pool(threads)?.install(|| Training::restore(run, display)?.go_on(last, go_on))
}

/// The work of learning, as a share of that of self-play.
const LEARNING: f64 = 0.25;

/// A run's training, between two generations.
pub(crate) struct Training<'a> {
    run: &'a RunDir,
    display: &'a Display,
    pub(crate) learner: Learner,
    window: Window,
    /// Generations with samples in the window, oldest first, each with its number of samples.
    in_window: VecDeque<(u32, u64)>,
    board: TensorBoard,
    /// The table, if any, that its networks are measured against.
    regret_table: Option<Table>,
    /// The manifests of the completed generations.
    manifests: Manifests,
    /// Number of completed generations.
    done: u32,
}

impl Training<'_> {
    fn push(&mut self, generation: u32, groups: &[GroupGames]) -> Result<(), RunError> {
        let before = self.window.played();
        push(&mut self.window, generation, groups)?;
        self.in_window.push_back((generation, self.window.played() - before));
        let mut held: u64 = self.in_window.iter().map(|(_, samples)| samples).sum();
        while let Some((_, samples)) = self.in_window.front()
            && held - samples >= self.window.len() as u64
        {
            held -= samples;
            self.in_window.pop_front();
        }
        Ok(())
    }

    fn go_on(
        mut self,
        last: u32,
        go_on: &mut (dyn FnMut(&Metrics) -> bool + Send),
    ) -> Result<(), RunError> {
        let config = self.run.config();
        let last = last.min(config.generations);
        let work = |last| config.work_until(self.run.all_rules(), last, LEARNING);
        self.display.start(work(last), work(self.done.min(last)));
        for generation in self.done + 1..=last {
            let (games, effort) = play_next(self.run, &self.manifests, generation, self.display)?;
            let metrics = self.learn_from(generation, &games, TimeMetrics::of(&effort))?;
            self.display.line(&metrics.summary(config.generations));
            if !go_on(&metrics) {
                break;
            }
        }
        Ok(())
    }

    /// Learns from the window, which the games of the generation enter, and saves.
    fn learn_from(
        &mut self,
        generation: u32,
        games: &[GroupGames],
        mut time: TimeMetrics,
    ) -> Result<Metrics, RunError> {
        self.push(generation, games)?;
        let started = Instant::now();
        let losses = self.learn(generation)?;
        time.set_learning(started.elapsed());
        let mut metrics = Metrics {
            generation,
            games: GameMetrics::of(&MeasuredGames(all_games(games))),
            losses,
            learned: LearnedMetrics::of(&(&self.window, &self.learner)),
            regret: RegretMetrics::default(),
            time,
        };
        let network = || self.run.generation(generation + 1).evaluator(&self.learner.ema_network());
        measure_regret(network, self.regret_table.as_ref(), self.run, &mut metrics, self.display)?;
        self.save(&metrics)?;
        Ok(metrics)
    }

    fn learn(&mut self, generation: u32) -> Result<Losses, RunError> {
        let config = self.run.config();
        let name = format!("generation {generation}/{}: learning", config.generations);
        let new = self.in_window.back().map_or(0, |(_, samples)| *samples);
        let steps = config.train.steps_after(new);
        let work = config.positions_of(self.run.all_rules(), generation) * LEARNING;
        self.display.part(name, steps.into(), work);
        let progress = |losses: Losses| self.display.advance(1, losses.to_string());
        let (learner, window) = (&mut self.learner, &self.window);
        let losses =
            train_steps(learner, window, steps, config.seed, self.display.stop(), &progress)
                .map_err(|error| match error {
                    TrainError::Stopped => RunError::Stopped,
                    TrainError::Step(error @ StepError::NotFinite { .. }) => {
                        RunError::diverged(generation, &error.to_string(), &config.learner)
                    }
                    TrainError::NoSamples => {
                        RunError::Repeated(format!("generation {generation}: {error}"))
                    }
                    error => RunError::in_generation(generation, error),
                })?;
        if !self.plays() {
            let what = "the network's outputs are not finite numbers";
            return Err(RunError::diverged(generation, what, &config.learner));
        }
        self.display.part_done();
        Ok(losses)
    }

    /// The games of a generation, all of whose shards must exist.
    fn played_games(&self, generation: u32) -> Result<Vec<GroupGames>, RunError> {
        let missing = || RunError::in_generation(generation, "some of its shards are missing");
        self.run.read_games(generation)?.ok_or_else(missing)
    }

    /// Learns from the recorded games of a completed generation; returns the number of steps.
    pub(crate) fn learn_again(&mut self, generation: u32) -> Result<u64, RunError> {
        let games = self.played_games(generation)?;
        self.push(generation, &games)?;
        let before = self.learner.steps();
        self.learn(generation)?;
        Ok(self.learner.steps() - before)
    }

    /// Whether the network about to be saved can play: even with finite weights, its outputs may
    /// not be finite.
    fn plays(&self) -> bool {
        let network = self.learner.ema_network();
        let encoding = self.run.config().encoding();
        let samples = 8;
        let batch = self.window.batch(samples, encoding, &mut generator(0, "finite", 0));
        Inference::new(&network).infer(&batch.features, samples).are_finite()
    }

    /// Writes the manifest, then the learner, which completes the generation.
    fn save(&mut self, metrics: &Metrics) -> Result<(), RunError> {
        let generation = metrics.generation;
        let meta = self.run.metadata(generation);
        let learner = Checkpoint::of_learner(&self.learner, &meta)?;
        let network = self.save_network(generation)?;
        append(&self.run.metrics(), metrics)?;
        let groups = self.run.generation(generation).groups;
        let shards: Vec<_> = groups.iter().map(|group| shard_name(group.games.start)).collect();
        let shards = hashes(&self.run.games(generation), shards.iter().map(String::as_str))?;
        let (checksum, line) = (Some(learner.checksum().into()), Some(metrics.timeless()));
        self.manifests.add(self.run, generation, network, checksum, shards, line)?;
        learner.write(&self.run.learner(generation))?;
        self.done = generation;
        self.run.remove_old_learners(generation);
        let oldest = self.in_window.front().map_or(generation, |(generation, _)| *generation);
        self.run.remove_old_games(oldest)?;
        self.board.add(metrics);
        Ok(())
    }

    /// Writes generation 0: the untrained network, or what the run began with.
    fn save_first(&mut self) -> Result<(), RunError> {
        // Without it, the learners count as removed once there is a manifest of generation 1.
        create_dir(&self.run.root().join(LEARNER))?;
        let network = self.save_network(0)?;
        let origin = self.run.versions().origin.as_ref();
        let learner = origin.and_then(|origin| origin.learner.clone());
        let shards = match origin {
            Some(_) => hashes_of_all(&self.run.games(0))?,
            None => BTreeMap::new(),
        };
        self.manifests.add(self.run, 0, network, learner, shards, None)
    }

    /// Writes the network of a generation, calibrated on games like those that it will play, and
    /// returns its checksum.
    fn save_network(&self, generation: u32) -> Result<String, RunError> {
        let meta = self.run.metadata(generation);
        let next = self.run.generation(generation + 1);
        let network = next.in_precision(&self.learner.ema_network())?;
        let network = Checkpoint::of_network(&network, &meta)?;
        let path = self.run.checkpoint(generation);
        // Generation 0 may be the only copy of what the run began with, by whatever version.
        if generation == 0
            && let Ok(found) = checkpoint_checksum(&path)
        {
            let origin = self.run.versions().origin.as_ref();
            let began = origin.is_some_and(|origin| origin.start == found);
            if began || found == network.checksum() {
                return Ok(found);
            }
        }
        network.write(&path)?;
        Ok(network.checksum().into())
    }
}
