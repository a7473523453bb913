//! Restores a run's training from its directory: reads and checks it, then starts.

use std::collections::VecDeque;
use std::fs;

use salta_net::{Learner, LearnerConfig, Schedule, checkpoint_checksum};
use salta_train::Window;
use tracing::warn;

use super::Training;
use crate::dataset::newest_games;
use crate::display::Display;
use crate::error::{At, RunError};
use crate::evaluate::regret_table;
use crate::generation::{GroupGames, shard};
use crate::manifests::Manifests;
use crate::metrics::Metrics;
use crate::metrics_file::{read_metrics, rewrite};
use crate::run_dir::RunDir;
use crate::selfplay::play_games;
use crate::tensorboard::TensorBoard;

impl<'a> Training<'a> {
    /// Reads everything needed to continue, then completes what the last process left unfinished.
    pub(super) fn restore(run: &'a RunDir, display: &'a Display) -> Result<Training<'a>, RunError> {
        let (mut training, lines) = Training::read(run, None, display)?;
        let done = training.done;
        if done > 0 && done < run.config().generations {
            run.warn_of_schedule(training.learner.steps(), &run.config().learner);
        }
        run.write_changes(done)?;
        // Before their manifests, without which they could not be read.
        for later in run.learners()?.into_iter().filter(|generation| *generation > done) {
            let path = run.learner(later);
            fs::remove_dir_all(&path).at(&path)?;
        }
        run.remove_later_games(done + 1)?;
        run.remove_later_manifests(done)?;
        rewrite(&run.metrics(), &lines)?;
        run.remove_old_learners(done);
        if done == 0 {
            training.save_first()?;
        }
        training.board = TensorBoard::start(&run.tensorboard(), &lines);
        training.regret_table = regret_table(run, display)?;
        Ok(training)
    }

    /// Reads a run and the lines of its metrics, and checks it against its manifests. `at`: the
    /// state after that generation, instead of the last one, as the one after it needs it: without
    /// the games that its own push out of the window, which may have been removed.
    pub(crate) fn read(
        run: &'a RunDir,
        at: Option<u32>,
        display: &'a Display,
    ) -> Result<(Training<'a>, Vec<Metrics>), RunError> {
        let (learner, done) = learner_of(run, at)?;
        let config = run.config();
        let learner = learner.with_config(&config.learner)?.on(config.compute)?;
        // Generation 0 is made again, and so is its manifest.
        let manifests = if done == 0 { Manifests::default() } else { Manifests::read(run, done)? };
        (0..=done).try_for_each(|generation| manifests.check_network(run, generation))?;
        let lines = manifests.metrics(run)?;
        let mut all = read_metrics(&run.metrics())?.into_iter();
        let next = all.find(|line| at == line.generation.checked_sub(1));
        let window = Window::new(&config.train, 0);
        let mut training = Training {
            run,
            display,
            learner,
            window,
            in_window: VecDeque::new(),
            board: TensorBoard::default(),
            regret_table: None,
            manifests,
            done,
        };
        training.refill_window(&lines, next.as_ref())?;
        Ok((training, lines))
    }

    /// Reads as many generations as the window holds, or only those of them that it still holds
    /// after `next`; missing shards are played again.
    fn refill_window(&mut self, lines: &[Metrics], next: Option<&Metrics>) -> Result<(), RunError> {
        let last = lines.iter().find(|line| line.generation == self.done);
        let played = last.map_or(self.run.inherited_samples(), |line| line.learned.samples);
        let held = match next.map(|next| &next.learned) {
            Some(next) => Some(next.window.saturating_sub(next.samples.saturating_sub(played))),
            None => last.map(|line| line.learned.window),
        };
        let games = |generation| self.recorded_games(generation);
        let (window, newest) = newest_games(self.run, self.done, played, held, games)?;
        self.window = window;
        for (generation, games) in newest {
            self.push(generation, &games)?;
        }
        Ok(())
    }

    /// The games of a completed generation, compared with its manifest.
    fn recorded_games(&self, generation: u32) -> Result<Vec<GroupGames>, RunError> {
        if generation == 0 {
            return self.run.inherited_games();
        }
        let (manifest, dir) = (self.manifests.get(generation), self.run.games(generation));
        if let Some(games) = self.run.read_games(generation)? {
            manifest.map_or(Ok(()), |manifest| manifest.check_shards(&dir))?;
            return Ok(games);
        }
        let missing = self.run.generation(generation).missing(&dir);
        let (games, _) = play_games(self.run, &self.manifests, generation, self.display)?;
        if let Some(manifest) = manifest {
            manifest.check_shards(&dir).map_err(|error| {
                // Or they would be refused as altered, also where the same bits could be played.
                for group in &missing {
                    let _ = fs::remove_file(shard(&dir, group));
                }
                match manifest.other_isa() {
                    Some(isa) => RunError::Other(format!("{error}; {isa}")),
                    None => error,
                }
            })?;
        }
        Ok(games)
    }
}

/// The newest learner, or that of generation `at`. If it is damaged, a message says so and the
/// previous one is used.
fn learner_of(run: &RunDir, at: Option<u32>) -> Result<(Learner, u32), RunError> {
    if at.is_none()
        && let Some(last) = run.without_learner()?
    {
        let what = format!(
            "the learner of generation {last} is gone, without which the run cannot go on; put it \
             back, or begin another run with `salta train --fork {}@{last} --out DIR`",
            run.root().display()
        );
        return Err(RunError::at(run.learner(last), what));
    }
    let mut generations = run.learners()?;
    generations.retain(|generation| *generation > 0 && at.is_none_or(|at| at == *generation));
    for generation in &generations {
        match run.read_learner(*generation) {
            Err(RunError::Checkpoint(error))
                if error.is_damage && generations.last() != Some(generation) =>
            {
                run.check_repeated(*generation)?;
                warn!("{error}; going back to the learner before it");
            }
            learner => return Ok((learner?, *generation)),
        }
    }
    let config = run.config();
    let first = match &run.versions().origin {
        Some(origin) => run.first_learner(origin)?,
        None => Learner::new(&config.network, &config.learner, config.seed)?,
    };
    Ok((first, 0))
}

impl RunDir {
    /// The learner after a generation, compared with its manifest.
    pub(crate) fn read_learner(&self, generation: u32) -> Result<Learner, RunError> {
        let path = self.learner(generation);
        let found = checkpoint_checksum(&path)?;
        if let Some(manifest) = self.read_manifest(generation)? {
            manifest.check(&path, &found, manifest.learner.as_deref().unwrap_or_default())?;
        }
        Ok(Learner::load(&path)?.0)
    }

    /// Warns if the schedule ends before the step after the first `steps`.
    pub(crate) fn warn_of_schedule(&self, steps: u64, config: &LearnerConfig) {
        if config.schedule == Schedule::Cosine && steps >= config.total_steps {
            warn!(
                "{}: its learner took {steps} steps already, so the learning rate stays at \
                 `learner.final_learning_rate`; a larger `learner.total_steps` counts from the \
                 first of them",
                self.root().display()
            );
        }
    }
}
