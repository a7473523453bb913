//! Learning steps on random batches of the window.

use std::sync::atomic::{AtomicBool, Ordering};

use salta_env::generator;
use salta_net::{Learner, Losses, StepError};
use thiserror::Error;

use crate::config::Work;
use crate::window::Window;

/// Why training ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainError {
    /// It was told to.
    #[error("training was stopped")]
    Stopped,
    /// There is nothing to learn from.
    #[error("no samples to learn from: every decision of the games was forced or random")]
    NoSamples,
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// One step done, for a display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps of this call so far.
    pub step: u32,
    /// Losses of this step.
    pub losses: Losses,
}

/// Takes the steps of `work` and returns the mean losses of the second half of
/// them. Batches are drawn by `seed` and the learner's step count, so a learner and window restored
/// after a kill go on as if nothing had happened.
///
/// # Errors
/// [`TrainError::Stopped`] soon after `stop` is set, or the step that failed. The learner has then
/// taken some of the steps: go back to its last checkpoint.
pub fn train_steps(
    learner: &mut Learner,
    window: &Window,
    work: Work,
    seed: u64,
    stop: &AtomicBool,
    progress: &dyn Fn(Progress),
) -> Result<Losses, TrainError> {
    if window.is_empty() {
        return Err(TrainError::NoSamples);
    }
    let encoding = learner.net_config().encoding().expect("a network for Salta");
    let mut later = Vec::new();
    for step in 1..=work.steps {
        if stop.load(Ordering::Relaxed) {
            return Err(TrainError::Stopped);
        }
        let mut rng = generator(seed, "train", learner.steps());
        let losses = learner.step(&window.batch(work.batch as usize, encoding, &mut rng))?;
        progress(Progress { step, losses });
        if 2 * step > work.steps {
            later.push(losses);
        }
    }
    Ok(Losses::mean(&later))
}
