//! The moving average of the weights, which plays better than the raw weights.

/// Moves `average` towards `weights`.
///
/// `updates` is the number of updates before this one: early on the average forgets faster, so that
/// the random initial weights do not linger ((1 + n) / (10 + n), as in TensorFlow's
/// `ExponentialMovingAverage`).
pub fn update(average: &mut [f32], weights: &[f32], decay: f32, updates: u64) {
    let early = (1.0 + updates as f32) / (10.0 + updates as f32);
    let keep = decay.min(early);
    for (average, &weight) in average.iter_mut().zip(weights) {
        *average += (1.0 - keep) * (weight - *average);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_forgets_fast_at_first_and_slowly_later() {
        let mut average = [0.0];
        update(&mut average, &[1.0], 0.999, 0);
        assert!((average[0] - 0.9).abs() < 1e-6);
        let mut average = [0.0];
        update(&mut average, &[1.0], 0.999, 1_000_000);
        assert!((average[0] - 0.001).abs() < 1e-5);
    }
}
