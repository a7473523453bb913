//! Tests whether a GPU computes the same as the CPU. Some drivers and shader compilers silently do
//! not.

use std::io::{self, Write};
use std::panic;

use salta_env::Evaluations;

use crate::compute::{Compute, VERDICT};
use crate::config::{GradientBy, LearnerConfig, NetConfig};
use crate::infer::Inference;
use crate::learner::Learner;
use crate::samples;
use crate::tensors;

/// Number of positions and samples compared: the smallest batch that a GPU computes.
const POSITIONS: usize = 32;

/// The largest difference accepted, relative to the largest number in the array. Sums in another
/// order differ by about 1e-5.
const TOLERANCE: f32 = 1e-3;

/// Runs a trial and prints its verdict for the process that started it with
/// [`TRIAL`](crate::compute::TRIAL); `config` is that command's argument.
///
/// # Errors
/// If standard output cannot be written.
pub fn run_trial(config: &str) -> io::Result<()> {
    panic::set_hook(Box::new(|_| {}));
    let reason = match panic::catch_unwind(|| compare(config)) {
        Ok(result) => result.err().unwrap_or_default(),
        Err(payload) => format!("the driver or burn failed: {}", words(&*payload)),
    };
    writeln!(io::stdout(), "{VERDICT}{}", reason.replace('\n', " "))
}

fn words(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("it panicked")
}

fn compare(config: &str) -> Result<(), String> {
    let config: NetConfig = serde_json::from_str(config).map_err(|error| error.to_string())?;
    config.validate().map_err(|error| error.to_string())?;
    tensors::open_gpu()?;
    forward(&config)?;
    gradient(&config)
}

fn forward(config: &NetConfig) -> Result<(), String> {
    let network = samples::network(config);
    let features = samples::features(config, POSITIONS);
    let expected = Inference::new(&network).infer(&features, POSITIONS);
    let found = Inference::computed(&network, Compute::Vulkan).infer(&features, POSITIONS);
    for ((name, found), (_, expected)) in arrays(&found).into_iter().zip(arrays(&expected)) {
        close(&found, &expected, TOLERANCE * largest(&expected), name)?;
    }
    Ok(())
}

fn arrays(outputs: &Evaluations) -> [(&'static str, Vec<f32>); 4] {
    [
        ("policy logits", outputs.policy_logits.iter().copied().collect()),
        ("win, draw and loss", outputs.wdl.iter().copied().collect()),
        ("margins", outputs.margin.to_vec()),
        ("plies", outputs.plies.to_vec()),
    ]
}

fn gradient(config: &NetConfig) -> Result<(), String> {
    let by = [GradientBy::Arrays, GradientBy::Autodiff];
    let by = by.into_iter().find(|by| by.fits(config).is_ok()).expect("one fits");
    let settings = LearnerConfig { gradient: by, ..LearnerConfig::default() };
    let learner = || Learner::from_network(samples::network(config), &settings);
    let learner = || learner().expect("the settings were checked");
    let batch = samples::batch(config, POSITIONS);
    let gradient = |learner: Learner| learner.gradient(&batch).map_err(|error| error.to_string());
    let (expected_losses, expected) = gradient(learner())?;
    let (losses, found) = gradient(learner().computed(Compute::Vulkan))?;
    close(&losses, &expected_losses, TOLERANCE * largest(&expected_losses), "losses")?;
    // Gradients that are 0 on the CPU are 0 on the GPU too, up to rounding.
    let rounding = 1e-6 * largest(&expected);
    for slot in samples::network(config).slots() {
        let (found, expected) = (&found[slot.range()], &expected[slot.range()]);
        let what = format!("gradients of `{}`", slot.name);
        close(found, expected, TOLERANCE * largest(expected) + rounding, &what)?;
    }
    Ok(())
}

fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}

fn close(found: &[f32], expected: &[f32], within: f32, what: &str) -> Result<(), String> {
    let off = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs());
    // NaN is larger than any bound: `total_cmp` puts it after infinity.
    let most = off.max_by(f32::total_cmp).unwrap_or(0.0);
    if most <= within {
        return Ok(());
    }
    Err(format!("its {what} differ from the CPU's by {most:e}; at most {within:e} is rounding"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_far_off_or_not_a_number_is_not_close_wherever_it_stands() {
        assert_eq!(close(&[1.0, 2.0], &[1.0, 2.5], 0.5, "values"), Ok(()));
        for far in [9.0, f32::INFINITY, f32::NAN] {
            for at in 0..3 {
                let mut found = [0.0; 3];
                found[at] = far;
                assert!(close(&found, &[0.0; 3], 0.5, "values").is_err(), "{far} at {at}");
            }
        }
    }
}
