//! Learning steps on random batches of the window.

use std::sync::atomic::{AtomicBool, Ordering};

use salta_net::{Learner, Losses, StepError};
use thiserror::Error;

use crate::window::Window;

/// Why training ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainError {
    /// The caller asked to stop.
    #[error("training was stopped")]
    Stopped,
    /// The window is empty.
    #[error(
        "no samples to learn from: every decision of the games was random or searched with few \
         simulations; start another run with a smaller `opening_plies` or a larger `full_share`"
    )]
    NoSamples,
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Takes this many steps on batches of the size that the window's config says, and returns the mean
/// losses over the second half of them; `progress` gets those of each step. `seed` and the
/// learner's step count determine the batches, so a learner and a window restored after a kill
/// continue exactly as without it.
///
/// # Errors
/// [`TrainError::Stopped`] soon after `stop` is set, or the failure of a step. The learner has then
/// taken some of the steps: restore its last checkpoint.
pub fn train_steps(
    learner: &mut Learner,
    window: &Window,
    steps: u32,
    seed: u64,
    stop: &AtomicBool,
    progress: &dyn Fn(Losses),
) -> Result<Losses, TrainError> {
    if window.is_empty() {
        return Err(TrainError::NoSamples);
    }
    let encoding = learner.net_config().encoding().expect("a network for Salta");
    let batch = window.config().batch as usize;
    let mut later = Vec::new();
    for step in 1..=steps {
        if stop.load(Ordering::Relaxed) {
            return Err(TrainError::Stopped);
        }
        let batch = window.batch_of_step(batch, encoding, seed, learner.steps());
        let losses = learner.step(&batch)?;
        progress(losses);
        if 2 * step > steps {
            later.push(losses);
        }
    }
    Ok(Losses::mean(&later))
}
