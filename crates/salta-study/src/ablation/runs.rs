//! One run of an arm: created as `salta train` does, or resumed.

use std::fs;
use std::io::ErrorKind;

use salta_players::NetworkSource;
use salta_run::players::PlayerFactory;
use salta_run::{
    Display, FINISHED, METRICS, Metrics, RunConfig, RunDir, RunError, read_metrics, train_while,
    write_text,
};

use super::arms::Ablation;
use super::places::{Place, RunAt};

/// What a finished run took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finished {
    pub(super) generations: u32,
    /// Multiplications of its networks, in self-play and in learning.
    pub(super) compute: f64,
    /// Seconds of self-play and learning, on the threads that it had.
    pub(super) seconds: f64,
}

impl RunAt {
    /// Returns what the run took, if it is finished.
    ///
    /// # Errors
    /// If it is a run of another config, or its metrics differ from those that its manifests
    /// recorded.
    pub(super) fn finished(self, place: Place<'_>) -> Result<Option<Finished>, RunError> {
        let root = self.dir(place);
        if !root.join(FINISHED).exists() {
            return Ok(None);
        }
        let run = RunDir::look(&root)?;
        run.check_config(self.config(place.ablation))?;
        Ok(Some(self.took(place.ablation, &run.checked_metrics()?)))
    }

    /// Returns what the run took; an error if it is not finished.
    pub(super) fn must_be_finished(self, place: Place<'_>) -> Result<Finished, RunError> {
        let missing = || RunError::at(self.dir(place), "the run is not finished");
        self.finished(place)?.ok_or_else(missing)
    }

    fn took(self, ablation: &Ablation, lines: &[Metrics]) -> Finished {
        Finished {
            generations: lines.last().map_or(0, |line| line.generation),
            compute: self.of(ablation).compute(lines),
            seconds: lines.iter().map(|line| line.time.selfplay + line.time.train).sum(),
        }
    }

    /// Loads the last network of the run as a player, if it is finished.
    pub(super) fn player(self, place: Place<'_>) -> Result<Option<PlayerFactory>, RunError> {
        let Some(finished) = self.finished(place)? else { return Ok(None) };
        let run = RunDir::look(&self.dir(place))?;
        run.check_checkpoint(finished.generations)?;
        let source = NetworkSource::at(run.checkpoint(finished.generations));
        let name = self.name(place.ablation);
        PlayerFactory::network_at(name, &source, &place.ablation.search).map(Some)
    }

    /// Trains the run until it is complete or, if `most` is given, has used about that much
    /// compute; calls `each` after every generation.
    pub(super) fn train(
        self,
        place: Place<'_>,
        threads: usize,
        most: Option<f64>,
        display: &Display,
        each: &(dyn Fn(u32) + Sync),
    ) -> Result<Finished, RunError> {
        let (root, config) = (self.dir(place), self.config(place.ablation));
        let run = RunDir::create_or_resume(config.clone(), Some(root.clone()), None)?;
        // Lines that were lost are restored; the last one may be of a generation that a kill
        // interrupted, and that will be made again.
        let mut lines = run.checked_metrics()?;
        let complete = run.learners()?.first().copied().unwrap_or(0);
        lines.retain(|line| line.generation <= complete);
        let arm = self.of(place.ablation);
        let enough = |lines: &[Metrics]| {
            most.is_some_and(|most| is_enough(arm.compute(lines), lines.len(), most))
        };
        if lines.is_empty() || !enough(&lines) {
            let mut go_on = |metrics: &Metrics| {
                lines.retain(|line| line.generation < metrics.generation);
                lines.push(metrics.clone());
                each(metrics.generation);
                !enough(&lines)
            };
            train_while(&run, threads, display, &mut go_on)?;
        }
        let finished = self.took(place.ablation, &lines);
        write_text(&root.join(FINISHED), "{}\n")?;
        self.remove_leftovers(place, finished)?;
        Ok(finished)
    }

    /// Removes the files that a finished run no longer needs, unless the config keeps them.
    pub(super) fn remove_leftovers(
        self,
        place: Place<'_>,
        finished: Finished,
    ) -> Result<(), RunError> {
        if place.ablation.config.keep_games {
            return Ok(());
        }
        let run = RunDir::look(&self.dir(place))?;
        let earlier = (0..finished.generations).map(|generation| run.checkpoint(generation));
        let dirs = ["games", "learner", "tensorboard"].map(|name| run.root().join(name));
        for dir in dirs.into_iter().chain(earlier) {
            match fs::remove_dir_all(&dir) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(RunError::at(dir, error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn generations(self, place: Place<'_>) -> Result<u32, RunError> {
        let lines = read_metrics(&self.dir(place).join(METRICS))?;
        Ok(lines.last().map_or(0, |line| line.generation))
    }

    fn config(self, ablation: &Ablation) -> &RunConfig {
        &self.of(ablation).runs[self.seed]
    }
}

/// Whether one more generation would end further above `most` than `spent` is below it.
fn is_enough(spent: f64, generations: usize, most: f64) -> bool {
    spent + spent / (2.0 * generations as f64) >= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compute_comes_as_near_to_its_budget_as_generations_allow() {
        // Generations of 10: three for a budget of 30, and for 25.1 to 34.9 as well.
        let needed = |most| (1..).find(|n| is_enough(10.0 * f64::from(*n), *n as usize, most));
        assert_eq!([14.9, 15.1, 25.1, 30.0, 34.9, 35.1].map(needed), [1, 2, 3, 3, 3, 4].map(Some));
    }
}
